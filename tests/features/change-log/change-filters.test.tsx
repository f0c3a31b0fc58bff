import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { items, kinds, openLog } from './serve-changes.ts';

const choose = (name: string) => screen.getByRole('combobox', { name });

describe('the filters', () => {
  it('are kept in the query string and cleared', async () => {
    const { user, asked } = await openLog('', ...kinds());
    await user.selectOptions(choose('Site'), 'Selasih Park');
    expect(await screen.findByText('4 changes')).toBeVisible();
    await user.selectOptions(choose('Changed by'), 'Head office');
    expect(await screen.findByText('3 changes')).toBeVisible();
    expect(location.search).toBe('?site=Selasih+Park&person=9');
    expect(asked.at(-1)).toEqual({ of_site: 1, by_access: 9, page_size: 51 });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('5 changes')).toBeVisible();
    expect(location.search).toBe('');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it.each([
    ['?site=Kingfisher+Rise', 1],
    ['?person=8', 1],
    ['?site=Selasih+Park&person=9', 3],
    ['?person=nobody', 5],
    ['?kind=keys', 2],
    ['?kind=everything', 5],
    // the last line is of 23:59 in Singapore
    ['?from=2026-11-21', 2],
    ['?from=2026-11-20&to=2026-11-20', 1],
    ['?to=2026-11-19', 2],
    ['?from=someday&to=2026-02-30', 5],
    ['?q=Kingfisher', 1],
    ['?q=King%00fisher', 1],
  ])('are read from the query string %s', async (query, count) => {
    await openLog(query, ...kinds());
    expect(items()).toHaveLength(count);
  });

  it('request a kind, days and words, the words once the typing pauses', async () => {
    const { user, asked } = await openLog('', ...kinds());
    await user.selectOptions(choose('Kind of change'), 'Site records');
    expect(await screen.findByText('3 changes')).toBeVisible();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-19' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-11-19' } });
    expect(await screen.findByText('1 change')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'Rise ');
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        of_kind: 'site',
        from_day: '2026-11-19',
        to_day: '2026-11-19',
        words: 'Rise',
        page_size: 51,
      }),
    );
    expect(asked.filter(({ words }) => words !== undefined && words !== 'Rise')).toEqual([]);
    expect(location.search).toBe('?kind=site&from=2026-11-19&to=2026-11-19&q=Rise+');
  });

  it('distinguish keys with the same label, admins first', async () => {
    await openLog('', ...kinds());
    expect(
      within(choose('Changed by'))
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual([
      'Everybody',
      'Depot, issued 8 January 2026 at 09:00',
      'Depot, issued 7 January 2026 at 09:00',
      'Head office',
      'Front desk',
    ]);
  });

  it('say when nothing matches', async () => {
    await openLog('?person=77', ...kinds());
    expect(screen.getByText('No change matches these filters.')).toBeVisible();
    expect(choose('Changed by')).toHaveDisplayValue('Key 77');
  });

  it('report a site that does not exist, and request nothing', async () => {
    const { user, asked } = await openLog('?site=Nowhere', ...kinds());
    expect(screen.getByText('There is no site “Nowhere”.')).toBeVisible();
    expect(choose('Site')).toHaveDisplayValue('Nowhere');
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('5 changes')).toBeVisible();
  });
});
