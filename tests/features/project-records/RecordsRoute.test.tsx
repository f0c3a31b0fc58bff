import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';

const open = async (query = '') => {
  const view = renderRoute(`/fb${query}`, adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Project Records' });
  return view;
};
const names = () => [...document.querySelectorAll('summary')].map((one) => one.textContent);
const folder = (name: string) => screen.getByText(name).closest('details');
const files = () => screen.queryAllByRole('link', { name: /^Service_record_/ });
const query = () => decodeURIComponent(location.search);

describe('the project records', () => {
  it('are only open to admins', async () => {
    renderRoute('/fb', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('are closed at first, under their heading', async () => {
    await open();
    expect(screen.getByText('Sample files: every record holds the same placeholder document.')).toBeVisible();
    expect(names()).toEqual(['Records']);
    expect(folder('Records')).not.toHaveAttribute('open');
  });

  it('open and close with a press on a folder, and the query string keeps what is open', async () => {
    const { user } = await open();
    await user.click(screen.getByText('Records'));
    expect(folder('Records')).toHaveAttribute('open');
    expect(names()).toEqual(['Records', '2022', '2023', '2024', '2025']);
    await user.click(screen.getByText('2024'));
    expect(names()).toHaveLength(17);
    await user.click(screen.getByText('Month_03'));
    expect(query()).toBe('?open=2024/Month_03');
    expect(files().map((link) => link.textContent)).toEqual([
      'Service_record_2024_03_A.pdf',
      'Service_record_2024_03_B.pdf',
      'Service_record_2024_03_C.pdf',
    ]);
    await user.click(screen.getByText('2024'));
    expect(names()).toHaveLength(5);
    expect(query()).toBe('?open=Records');
    await user.click(screen.getByText('Records'));
    expect(names()).toEqual(['Records']);
    expect(query()).toBe('');
  });

  it('offer each file as a download of the sample under its own name', async () => {
    await open('?open=2022/Month_12');
    expect(files().map((file) => [file.getAttribute('href'), file.getAttribute('download')])).toEqual(
      ['A', 'B', 'C'].map((letter) => ['/sample-record.pdf', `Service_record_2022_12_${letter}.pdf`]),
    );
  });
});
