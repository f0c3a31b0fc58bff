import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { faults } from '../../faults/faults.ts';
import { allowConsole } from '../../support/console.ts';
import { pickSite } from '../../support/pick-site.ts';
import { adminSession, renderRoute, userSession } from '../../support/render-route.tsx';
import { changeRow, loggedTask, taskChange, fileUrl, objectName, serveSigning, signedUrl } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { hurry } from '../../support/waiting.ts';
import {
  items,
  keysUrl,
  kinds,
  lines,
  logUrl,
  manyChanges,
  openLog,
  serveChanges,
  sitesUrl,
  changersUrl,
} from './serve-changes.ts';

describe('the log', () => {
  it('is only open to admins', async () => {
    renderRoute('/DataEditor/history', userSession);
    expect(await screen.findByText('This page is not available with your key.')).toBeVisible();
  });

  it('shows what changed, who changed it and where, newest first', async () => {
    await openLog('', ...kinds());
    expect(lines()).toEqual([
      ['Visit 17 hidden: Monthly preventive maintenance', 'By Head office · Selasih Park'],
      ['Capacity changed from 486 vehicles to 500 vehicles', 'By Depot · Selasih Park'],
      ['Key “Front desk” revoked', 'By Head office · Selasih Park'],
      ['Key “Front desk” issued for Selasih Park', 'By Head office · Selasih Park'],
      ['Site “Kingfisher Rise” added', 'By Owner of the database · Kingfisher Rise'],
    ]);
    expect(screen.getByText('5 changes')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Change log' })).toHaveAttribute('aria-current', 'page');
  });

  it('shows the date and time in Singapore', async () => {
    await openLog('', ...kinds());
    const days = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
    expect(days).toEqual(['21 November 2026', '20 November 2026', '19 November 2026']);
    const day = within(screen.getByRole('region', { name: '21 November 2026' }));
    expect(day.getAllByRole('time').map((one) => one.textContent)).toEqual(['10:15', '00:05']);
  });

  it('shows the values before and after as fields on demand', async () => {
    const { user } = await openLog('', ...kinds());
    expect(screen.queryByRole('table')).toBeNull();
    const toggle = screen.getByRole('button', { name: /^Before and after: Capacity changed/u });
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const row = within(screen.getByRole('table')).getByRole('row', { name: /Capacity/u });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['Before: 486 vehicles', 'After: 500 vehicles']);
    await user.click(toggle);
    expect(screen.queryByRole('table')).toBeNull();
    await user.click(
      screen.getByRole('button', { name: 'Before and after: Visit 17 hidden: Monthly preventive maintenance' }),
    );
    expect(screen.getByRole('table', { name: 'Visit 17: Monthly preventive maintenance' })).toHaveTextContent(
      'No, hidden',
    );
  });

  it('shows the photos of a task before and after, including removed ones', async () => {
    serveSigning();
    const [first, second] = [fileUrl(1), fileUrl(2)];
    const { user } = await openLog('', taskChange([loggedTask({ urls: [first] })], [loggedTask({ urls: [second] })]));
    await user.click(screen.getByRole('button', { name: /^Before and after: Visit 17/u }));
    const gone = await screen.findByRole('img', { name: 'Before: photo 1 of 1' });
    expect(gone).toHaveAttribute('src', signedUrl(objectName(1, 'small.jpg')));
    expect(screen.getByRole('img', { name: 'After: photo 1 of 1' })).toHaveAttribute(
      'src',
      signedUrl(objectName(2, 'small.jpg'), 2),
    );
    await user.click(screen.getByRole('button', { name: 'Before: photo 1 of 1' }));
    expect(await screen.findByRole('dialog', { name: 'Photos before the change' })).toBeVisible();
  });

  it('opens the PDF of a task as it was before and after', async () => {
    serveSigning();
    const [first, second] = [fileUrl(1, 'pdf'), fileUrl(2, 'pdf')];
    const { user } = await openLog('', taskChange([loggedTask({ pdf: first })], [loggedTask({ pdf: second })]));
    await user.click(screen.getByRole('button', { name: /^Before and after: Visit 17/u }));
    expect(screen.getByRole('button', { name: 'Preview PDF: after' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Preview PDF: before' }));
    const dialog = await screen.findByRole('dialog', { name: 'PDF before the change' });
    expect(await within(dialog).findByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      `${signedUrl(objectName(1, 'pdf'))}&download=PDF-before-the-change.pdf`,
    );
  });

  it('marks empty values and shortens long lists', async () => {
    const many = Array.from({ length: 21 }, (_, id) => loggedTask({ id }));
    const { user } = await openLog(
      '',
      taskChange([], many),
      changeRow({ id: 99, before: { tasks2024: [1] }, after: {} }),
    );
    await user.click(screen.getByRole('button', { name: /^Before and after: 21 visits added/u }));
    expect(screen.getByText('and 1 more visit')).toBeVisible();
    expect(screen.getAllByText('(nothing)').length).toBeGreaterThan(20);
    await user.click(screen.getByRole('button', { name: 'Before and after: Visits changed' }));
    expect(screen.getByText('There are no values to show.')).toBeVisible();
  });

  it('marks a text in Chinese', async () => {
    await openLog('', taskChange([], [loggedTask({ title: '更换弹簧' })]));
    expect(screen.getByText('Visit 17 added: 更换弹簧')).toHaveAttribute('lang', 'zh-Hans');
  });

  it('says when it is empty', async () => {
    await openLog();
    expect(screen.getByText('Nothing has been changed yet.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });
});

const refuse = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 });

describe('older changes', () => {
  it('are loaded in pages of 50, and the end is marked', async () => {
    const { user, asked } = await openLog('', ...manyChanges(120));
    expect(items()).toHaveLength(50);
    expect(screen.getByText('The newest 50 changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('The newest 100 changes')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('120 changes')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
    expect(screen.getByText('There are no older changes.')).toHaveFocus();
    expect(asked.map((one) => one.older_than)).toEqual([undefined, 71, 21]);
    expect(lines().at(-1)?.[0]).toBe('Capacity changed from 0 to 1');
  });

  it('are not offered when there are exactly 50', async () => {
    await openLog('', ...manyChanges(50));
    expect(screen.getByText('50 changes')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('keep the list if they cannot be loaded, and can be tried again', async () => {
    const { user } = await openLog('', ...manyChanges(60));
    server.use(http.post(logUrl, refuse, { once: true }));
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    expect(await screen.findByText('Failed to load older changes.')).toBeVisible();
    expect(items()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('60 changes')).toBeVisible();
    expect(screen.queryByText('Failed to load older changes.')).toBeNull();
  });
});

describe('loading', () => {
  it.each([
    ['keys', () => http.get(keysUrl, refuse), 'Failed to load keys.'],
    ['names', () => http.get(sitesUrl, refuse), 'Failed to load names.'],
  ])('reports that the %s could not be loaded, and loads them with Try again', async (_, handler, message) => {
    serveChanges(...kinds());
    server.use(handler());
    const { user } = renderRoute('/DataEditor/history', adminSession);
    expect(await screen.findByText('Loading changes…')).toBeVisible();
    expect(await screen.findByText(message)).toBeVisible();
    serveChanges(...kinds());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('5 changes')).toBeVisible();
    expect(screen.queryByText(message)).toBeNull();
  });

  it('fails with a response that is not a log', async () => {
    hurry();
    serveChanges();
    server.use(http.post(logUrl, () => HttpResponse.json([{ id: 'x' }])));
    renderRoute('/DataEditor/history', adminSession);
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
  });

  it('is repeated each time the screen is opened', async () => {
    const first = await openLog('', changeRow());
    first.unmount();
    const second = await openLog('', changeRow({ id: 101 }), changeRow());
    await waitFor(() => expect(screen.getByText('2 changes')).toBeVisible());
    expect(second.asked).toHaveLength(1);
  });
});

const choice = (name: string) => screen.getByRole('combobox', { name });
/** Types a part of a choice, and takes the first option that contains it. */
const pick = async (user: UserEvent, name: string, text: string) => {
  await user.clear(choice(name));
  await user.type(choice(name), `${text}{Enter}`);
};
/** The offered people, by the names of the groups. */
const offeredPeople = () =>
  Array.from(screen.getByRole('listbox', { name: 'Changed by' }).children, (one) => {
    const options = one.role === 'group' ? [...one.querySelectorAll('[role=option]')] : [one];
    return [one.getAttribute('aria-label') ?? '', options.map(({ textContent }) => textContent)];
  });

describe('the filters', () => {
  it('filters are in the query string, and can be cleared', async () => {
    const { user, asked } = await openLog('', ...kinds());
    await pickSite(user, 'Selasih Park');
    expect(await screen.findByText('4 changes')).toBeVisible();
    await pick(user, 'Changed by', 'head');
    expect(await screen.findByText('3 changes')).toBeVisible();
    expect(location.search).toBe('?site=Selasih+Park&person=9');
    expect(asked.at(-1)).toEqual({ of_site: 1, by_access: 9, grouped: true, page_size: 51 });
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
    // a character that the database refuses is left out
    ['?q=King%00fisher', 1],
  ])('reads filters from the query string %s', async (query, count) => {
    await openLog(query, ...kinds());
    expect(items()).toHaveLength(count);
  });

  it('requests a kind, days and words, the words once the typing pauses', async () => {
    const { user, asked } = await openLog('', ...kinds());
    await user.selectOptions(choice('Kind of change'), 'Site records');
    expect(await screen.findByText('3 changes')).toBeVisible();
    await user.selectOptions(choice('Dates'), 'From … to …');
    await user.type(screen.getByLabelText('From'), '19 Nev 2026');
    expect(screen.getByLabelText('From')).toHaveAccessibleDescription(/^This is not a date\. Write it like /u);
    await user.clear(screen.getByLabelText('From'));
    await user.type(screen.getByLabelText('From'), '19/11/2026');
    await user.type(screen.getByLabelText('To'), '2026年11月19日');
    expect(await screen.findByText('1 change')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'Rise ');
    await waitFor(() =>
      expect(asked.at(-1)).toEqual({
        of_kind: 'site',
        from_day: '2026-11-19',
        to_day: '2026-11-19',
        words: 'Rise',
        grouped: false,
        page_size: 51,
      }),
    );
    expect(asked.filter(({ words }) => words !== undefined && words !== 'Rise')).toEqual([]);
    expect(location.search).toBe('?kind=site&from=2026-11-19&to=2026-11-19&q=Rise+');
  });

  it.each([
    ['This month', '2026-11-01', '2026-11-30'],
    ['Last month', '2026-10-01', '2026-10-31'],
    ['All dates', null, null],
  ])('offers the usual days: %s', async (range, from, to) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00+08:00') });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = await openLog('?from=2026-11-19', ...kinds());
    expect(choice('Dates')).toHaveDisplayValue('From … to …');
    await user.selectOptions(choice('Dates'), range);
    const params = new URLSearchParams(location.search);
    expect([params.get('from'), params.get('to')]).toEqual([from, to]);
  });

  it('offers the people with changes first, by role, and tells keys with the same label apart', async () => {
    const { user } = await openLog('', ...kinds());
    await user.click(choice('Changed by'));
    await waitFor(() =>
      expect(offeredPeople()).toEqual([
        ['', ['Everybody']],
        ['Admins', ['Depot, issued 8 January 2026 at 09:00', 'Head office']],
        ['Technicians', ['Ali']],
        ['Sites', ['Front desk, Selasih Park']],
        ['No changes', ['Depot, issued 7 January 2026 at 09:00', 'Front desk, Kingfisher Rise']],
      ]),
    );
    // while typing, the groups stay, and Enter takes the first match
    await user.type(choice('Changed by'), 'front');
    expect(offeredPeople()).toEqual([
      ['Sites', ['Front desk, Selasih Park']],
      ['No changes', ['Front desk, Kingfisher Rise']],
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(location.search).toBe('?person=6');
    expect(choice('Changed by')).toHaveValue('Front desk, Kingfisher Rise');
    // emptied, the filter applies to everybody again
    await user.clear(choice('Changed by'));
    await user.tab();
    expect(location.search).toBe('');
    expect(choice('Changed by')).toHaveValue('');
  });

  it.each(['403', '500', 'malformed'] as const)(
    'offers everybody by role where it is not known who changed something: %s',
    async (fault) => {
      allowConsole(/./u);
      serveChanges(...kinds());
      server.use(http.post(changersUrl, faults[fault]));
      const { user } = renderRoute('/DataEditor/history', adminSession);
      await screen.findByText('5 changes');
      await user.click(choice('Changed by'));
      expect(offeredPeople().map(([group]) => group)).toEqual(['', 'Admins', 'Technicians', 'Sites']);
    },
  );

  it('says when nothing matches', async () => {
    await openLog('?person=77', ...kinds());
    expect(screen.getByText('No change matches these filters.')).toBeVisible();
    expect(choice('Changed by')).toHaveValue('Key 77');
  });

  it('reports a site that does not exist, and requests nothing', async () => {
    const { user, asked } = await openLog('?site=Nowhere', ...kinds());
    expect(screen.getByText('There is no site “Nowhere”.')).toBeVisible();
    expect(choice('Site')).toHaveValue('Nowhere');
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('5 changes')).toBeVisible();
  });
});
