import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';

const open = async (query = '') => {
  const view = renderRoute(`/fb${query}`, adminSession);
  await screen.findByRole('heading', { level: 1, name: 'Project Records' });
  return view;
};
const names = () => [...document.querySelectorAll('summary')].map((summary) => summary.textContent);
const openFolders = () =>
  [...document.querySelectorAll('details[open] > summary')].map((summary) => summary.textContent);
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

  it('open and close with a press on a folder, and the query string has what is open', async () => {
    const { user } = await open();
    await user.click(screen.getByText('Records'));
    expect(folder('Records')).toHaveAttribute('open');
    expect(names()).toEqual(['Records', '2022', '2023', '2024', '2025']);
    await user.click(screen.getByText('2024'));
    // the root, four years and twelve months
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

  it('are four years of twelve months with three files each', async () => {
    const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'];
    const all = ['2022', '2023', '2024', '2025'].flatMap((year) => months.map((month) => [year, month] as const));
    await open(`?open=${all.map(([year, month]) => `${year}/Month_${month}`).join()}`);
    expect(names()).toEqual([
      'Records',
      ...all.flatMap(([year, month]) => [...(month === '01' ? [year] : []), `Month_${month}`]),
    ]);
    expect(files().map((link) => link.textContent)).toEqual(
      all.flatMap(([year, month]) => ['A', 'B', 'C'].map((letter) => `Service_record_${year}_${month}_${letter}.pdf`)),
    );
  });

  it('are opened by the query string together with their parent folders; unknown names are ignored', async () => {
    const wrong = 'x,2021,2024/Month_13,2024/Month_03/Service_record_2024_03_A.pdf,Record';
    const { unmount } = await open(`?open=${wrong}`);
    expect(names()).toEqual(['Records']);
    unmount();
    await open(`?open=x,2024/Month_03`);
    expect(openFolders()).toEqual(['Records', '2024', 'Month_03']);
  });

  it.each([
    { before: '2024/Month_03', press: '2022', after: '2022,2024/Month_03' },
    { before: '2024/Month_03,2024/Month_04', press: 'Month_03', after: '2024/Month_04' },
    { before: '2024/Month_03', press: 'Month_03', after: '2024' },
    { before: '2022,2024/Month_03', press: '2024', after: '2022' },
    { before: '2022,2024/Month_03', press: 'Records', after: null },
  ])('with $before open, a press on $press leaves $after open', async ({ before, press, after }) => {
    const { user } = await open(`?open=${before}`);
    await user.click(screen.getByText(press));
    expect(new URLSearchParams(location.search).get('open')).toBe(after);
  });

  it('offer each file as a download of the sample under its own name', async () => {
    await open('?open=2022/Month_12');
    expect(files().map((file) => [file.getAttribute('href'), file.getAttribute('download')])).toEqual(
      ['A', 'B', 'C'].map((letter) => ['/sample-record.pdf', `Service_record_2022_12_${letter}.pdf`]),
    );
  });
});
