import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';

const open = async (query = '') => {
  const view = renderRoute(`/fb${query}`, adminSession);
  await screen.findByRole('tree', { name: 'Project Records' });
  return view;
};
const rows = () => screen.getAllByRole('treeitem');
const row = (name: string) => screen.getByRole('treeitem', { name });
const place = (name: string) =>
  ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded'].map((one) => row(name).getAttribute(one));
const query = () => decodeURIComponent(location.search);
/** Moves the focus into the tree with the keyboard. */
const enter = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  act(() => screen.getByRole('button', { name: 'End Session' }).focus());
  await user.tab();
};

/** The URL and file name of each download. */
let downloads: string[][] = [];
beforeEach(() => {
  downloads = [];
  // why: jsdom would try to navigate to the file
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push([this.getAttribute('href') ?? '', this.download]);
  });
});

describe('the project records', () => {
  it('are only open to admins', async () => {
    renderRoute('/fb', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('are closed at first, under their heading', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Project Records' })).toBeVisible();
    expect(screen.getByText('Sample files: every record holds the same placeholder document.')).toBeVisible();
    expect(rows().map((one) => one.textContent)).toEqual(['Records']);
    expect(row('Records')).toHaveAttribute('aria-expanded', 'false');
  });

  it('open and close with a press on a folder, and the query string keeps what is open', async () => {
    const { user } = await open();
    await user.click(screen.getByText('Records'));
    expect(row('Records')).toHaveAttribute('aria-expanded', 'true');
    expect(rows()).toHaveLength(5);
    await user.click(screen.getByText('2024'));
    await user.click(screen.getByText('Month_03'));
    expect(query()).toBe('?open=2024/Month_03');
    expect(screen.getAllByRole('link', { name: /^Service_record_/ }).map((link) => link.textContent)).toEqual([
      'Service_record_2024_03_A.pdf',
      'Service_record_2024_03_B.pdf',
      'Service_record_2024_03_C.pdf',
    ]);
    await user.click(screen.getByText('2024'));
    expect(rows()).toHaveLength(5);
    expect(query()).toBe('?open=Records');
    await user.click(screen.getByText('Records'));
    expect(rows()).toHaveLength(1);
    expect(query()).toBe('');
  });

  it('offer each file as a download of the sample under its own name', async () => {
    await open('?open=2022/Month_12');
    const files = screen.getAllByRole('link', { name: /^Service_record_/ });
    expect(files.map((file) => [file.getAttribute('href'), file.getAttribute('download')])).toEqual(
      ['A', 'B', 'C'].map((letter) => ['/sample-record.pdf', `Service_record_2022_12_${letter}.pdf`]),
    );
  });

  it('announce the position of each row', async () => {
    await open('?open=2024/Month_03');
    expect(place('Records')).toEqual(['1', '1', '1', 'true']);
    expect(place('2025')).toEqual(['2', '4', '4', 'false']);
    expect(place('Month_03')).toEqual(['3', '3', '12', 'true']);
    expect(place('Service_record_2024_03_B.pdf')).toEqual(['4', '2', '3', null]);
    expect(within(screen.getByRole('tree')).getAllByRole('treeitem')).toHaveLength(20);
  });
});

describe('the keyboard in the tree', () => {
  it('has one Tab stop, which is the last focused row', async () => {
    const { user } = await open('?open=2024');
    await enter(user);
    expect(row('Records')).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(row('2023')).toHaveFocus();
    expect(rows().filter((one) => one.tabIndex === 0)).toEqual([row('2023')]);
    await user.tab();
    expect(rows().filter((one) => one === document.activeElement)).toEqual([]);
    await user.tab({ shift: true });
    expect(row('2023')).toHaveFocus();
  });

  it('opens, moves, downloads and closes', async () => {
    const { user } = await open();
    await enter(user);
    await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(row('2022')).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{ArrowDown} {ArrowDown}');
    expect(row('Service_record_2022_01_A.pdf')).toHaveFocus();
    await user.keyboard('{Enter}{ArrowDown} ');
    expect(downloads).toEqual([
      ['/sample-record.pdf', 'Service_record_2022_01_A.pdf'],
      ['/sample-record.pdf', 'Service_record_2022_01_B.pdf'],
    ]);
    await user.keyboard('{ArrowLeft}');
    expect(row('Month_01')).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(row('Month_01')).toHaveAttribute('aria-expanded', 'false');
    expect(row('Month_01')).toHaveFocus();
    await user.keyboard('{End}');
    expect(row('2025')).toHaveFocus();
    await user.keyboard('{Home}{ArrowLeft}');
    expect(rows()).toEqual([row('Records')]);
    expect(row('Records')).toHaveFocus();
  });

  it('finds a row by its first letters, and a pause starts over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const { user } = await open('?open=2024');
    await enter(user);
    await user.keyboard('month_1');
    expect(row('Month_10')).toHaveFocus();
    vi.setSystemTime(5_000);
    await user.keyboard('2025');
    expect(row('2025')).toHaveFocus();
    vi.setSystemTime(10_000);
    await user.keyboard('x');
    expect(row('2025')).toHaveFocus();
  });

  it('ignores shortcuts of the browser', async () => {
    const { user } = await open();
    await enter(user);
    await user.keyboard('{Control>}{ArrowRight}{/Control}{Alt>}{ArrowRight}{/Alt}');
    expect(rows()).toHaveLength(1);
  });
});
