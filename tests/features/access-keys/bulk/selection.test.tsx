import { act, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keyRow } from '../../../support/rows.ts';
import { adminRow, labels, openKeys } from '../serve-main.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
});

/** 30 clients, the first 28 of which have keys of the old portal. A page has 25. */
const many = () =>
  Array.from({ length: 30 }, (_, index) =>
    keyRow({
      id: 11 + index,
      label: `Desk ${String(index + 1).padStart(2, '0')}`,
      ...(index < 28 && { kind: 'old' as const, expires_at: '2027-02-26T15:59:59Z' }),
    }),
  );
const box = (label: string) => screen.getByRole('checkbox', { name: new RegExp(`^Select ${label}, `, 'u') });
const all = () => screen.getByRole('checkbox', { name: 'Select all that match' });
const bar = () => screen.queryByRole('region', { name: 'Selected keys' });
const says = (text: string) => expect(screen.getByText(text, { selector: '[role=status]' })).toBeInTheDocument();

describe('keys to change together', () => {
  it('are those in use: others have no box', async () => {
    await openKeys(
      '',
      adminRow(),
      keyRow(),
      keyRow({ id: 2, label: 'Lost card', revoked_at: '2026-10-02T02:00:00Z' }),
      keyRow({ id: 3, label: 'Contractor', expires_at: '2026-11-01T15:59:59Z' }),
    );
    expect(labels()).toEqual(['Head office', 'Front desk', 'Contractor', 'Lost card']);
    const boxes = within(screen.getByRole('table')).getAllByRole('checkbox');
    expect(boxes.map((each) => each.getAttribute('aria-label'))).toEqual([
      'Select Head office, Admin',
      'Select Front desk, Selasih Park',
    ]);
    expect(bar()).toBeNull();
  });

  it('are selected one by one, and unselected by Clear and by Escape', async () => {
    const { user } = await openKeys('', adminRow(), keyRow());
    await user.click(box('Front desk'));
    says('1 key selected');
    await user.click(within(bar() ?? document.body).getByRole('button', { name: 'Clear' }));
    says('No key is selected.');
    expect(all()).toHaveFocus();
    await user.click(box('Front desk'));
    await user.keyboard('{Escape}');
    expect(bar()).toBeNull();
    expect(box('Front desk')).not.toBeChecked();
  });

  it('are selected as a range with Shift, also from the keyboard', async () => {
    const { user } = await openKeys('?sort=key', ...many());
    await user.click(box('Desk 02'));
    await user.keyboard('{Shift>}');
    await user.click(box('Desk 05'));
    await user.keyboard('{/Shift}');
    says('4 keys selected');
    act(() => box('Desk 05').focus());
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
    says('5 keys selected');
    expect(box('Desk 06')).toHaveFocus();
  });

  it('are all that match, on all pages, whatever is looked for afterwards', async () => {
    const { user } = await openKeys('', ...many());
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Old portal’s keys');
    await user.click(all());
    says('28 keys selected');
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'All states');
    expect(all()).toBePartiallyChecked();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'Desk 30');
    says('28 keys selected, not shown');
    await user.clear(screen.getByRole('searchbox', { name: 'Search' }));
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'Desk 28');
    says('28 keys selected, 27 of them not shown');
    await user.click(all());
    says('27 keys selected, not shown');
  });

  it('are at most 200', async () => {
    const rows = Array.from({ length: 203 }, (_, index) => keyRow({ id: 11 + index, label: `Desk ${index}` }));
    const { user, bulk } = await openKeys('', ...rows);
    await user.click(all());
    says('203 keys selected');
    const rotate = within(bar() ?? document.body).getByRole('button', { name: 'Rotate' });
    expect(rotate).toHaveAttribute('aria-disabled', 'true');
    expect(rotate).toHaveAccessibleDescription('At most 200 keys are changed at once.');
    await user.click(rotate);
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Select the first 200' }));
    says('200 keys selected');
    await user.click(within(bar() ?? document.body).getByRole('button', { name: 'Rotate' }));
    expect(screen.getByRole('dialog', { name: 'Rotate 200 keys?' })).toBeVisible();
    expect(bulk).toEqual([]);
  });
});
