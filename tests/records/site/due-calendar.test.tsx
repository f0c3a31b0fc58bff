import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dueCalendar, type CalendarSite } from '../../../src/records/site/due-calendar.ts';
import { adminSession, renderRoute } from '../../support/render-route.tsx';
import { overviewRow, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { switchLanguage } from '../../support/speak-in.ts';

const now = new Date('2026-11-22T13:30:00+08:00');
afterEach(() => switchLanguage('en'));

const period = { first: '2026-12-01', last: '2026-12-31', state: 'to come' as const };
const site: CalendarSite = {
  id: 7,
  picked: 'Palm; Court',
  title: 'Palm Court, Residences of the Quay',
  address: '1 Quay Road\nSingapore 099999',
  dates: [
    { day: '2026-12-30', period },
    { day: '2026-12-30', period: null },
  ],
};

/** The lines of a calendar file as calendar programs read them: folded lines are joined. */
async function linesOf(file: Blob): Promise<string[]> {
  const text = await file.text();
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n', '')).not.toContain('\n');
  return text
    .replaceAll(/\r\n[ \t]/gu, '')
    .trimEnd()
    .split('\r\n');
}

describe('a calendar of days to come', () => {
  it('has all-day events that block no time, with the same UIDs in each file', async () => {
    const lines = await linesOf(dueCalendar([site], now));
    expect([lines[0], lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
    expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2);
    const linesWith = (name: string) => lines.filter((line) => line.startsWith(name));
    expect(linesWith('UID')).toEqual([
      `UID:visit-7-2026-12-31@${location.host}`,
      `UID:contract-7-2026-12-30@${location.host}`,
    ]);
    expect(linesWith('DTSTART')).toEqual(['DTSTART;VALUE=DATE:20261230', 'DTSTART;VALUE=DATE:20261230']);
    expect(linesWith('DTSTAMP')).toEqual(['DTSTAMP:20261122T053000Z', 'DTSTAMP:20261122T053000Z']);
    expect(linesWith('TRANSP')).toEqual(['TRANSP:TRANSPARENT', 'TRANSP:TRANSPARENT']);
    expect(linesWith('DTEND')).toEqual([]);
    expect(linesWith('SUMMARY')).toEqual([
      'SUMMARY:Palm Court\\, Residences of the Quay: a maintenance visit is due by today',
      'SUMMARY:Palm Court\\, Residences of the Quay: the maintenance contract ends',
    ]);
    expect(linesWith('LOCATION')[0]).toBe('LOCATION:1 Quay Road\\nSingapore 099999');
    expect(linesWith('DESCRIPTION')).toEqual(['DESCRIPTION:One visit is agreed for December 2026.']);
    expect(linesWith('URL')[0]).toBe(`URL;VALUE=URI:${location.origin}/profile?site=Palm%3B+Court`);
  });

  it.each([
    ['ms', 'hari terakhir untuk lawatan penyelenggaraan', 'Disember 2026'],
    ['zh', '保养上门截止日', '2026年12月'],
  ] as const)('speaks the reader’s language: %s', async (language, summary, months) => {
    switchLanguage(language);
    const text = (await linesOf(dueCalendar([site], now))).join('\n');
    expect(text).toContain(summary);
    expect(text).toContain(months);
  });

  it('has no link to the site if the reader has a single site', async () => {
    const lines = await linesOf(dueCalendar([{ ...site, picked: null, address: null }], now));
    expect(lines).toContain(`URL;VALUE=URI:${location.origin}/profile`);
    expect(lines.some((line) => line.startsWith('LOCATION'))).toBe(false);
  });
});

/** Collects the files that are saved. */
function catchFiles() {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) files.push(blob);
    return 'blob:calendar';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const names = () =>
    click.mock.contexts.map((link) => (link instanceof HTMLElement ? link.getAttribute('download') : ''));
  return { files, names };
}

describe('the file', () => {
  it('is offered on the profile if a date is known', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const { files, names } = catchFiles();
    serveSites(siteRow({ contract_until: '2027-01-31', visit_every_months: 1, tasks2024: [] }));
    const { user } = renderRoute('/profile');
    const part = within(await screen.findByRole('region', { name: 'Calendar' }));
    await user.click(part.getByRole('button', { name: 'Save for my calendar' }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(names()).toEqual(['Selasih-Park_Calendar_2026-11-22.ics']);
    const days = (await linesOf(files[0] ?? new Blob())).filter((line) => line.startsWith('DTSTART'));
    expect(days.map((line) => line.slice(-8))).toEqual(['20261130', '20261231', '20270131', '20270131']);
  });

  it('is in Malay like the page, with a name that is the same in every language', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    switchLanguage('ms');
    const { files, names } = catchFiles();
    serveSites(siteRow({ contract_until: '2027-01-31', visit_every_months: 1, tasks2024: [] }));
    const { user } = renderRoute('/profile');
    await user.click(await screen.findByRole('button', { name: 'Simpan untuk kalendar saya' }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(names()).toEqual(['Selasih-Park_Calendar_2026-11-22.ics']);
    expect((await linesOf(files[0] ?? new Blob())).join('')).toContain('kontrak penyelenggaraan tamat');
  });

  it('is not offered if neither an interval nor an end is known', async () => {
    serveSites(siteRow({ contract_until: null, visit_every_months: null }));
    renderRoute('/profile');
    await screen.findByRole('button', { name: 'Export this site' });
    expect(screen.queryByRole('region', { name: 'Calendar' })).toBeNull();
  });

  it('has all sites that the overview shows, and the screen says if none has a date', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now });
    const { files, names } = catchFiles();
    const rows = [
      overviewRow({ site_id: 1, name: 'Palm Court', visit_every_months: 6, contract_until: '2028-12-31' }),
      overviewRow({ site_id: 2, name: 'Bayu', visit_every_months: null, contract_until: null }),
    ];
    server.use(http.post(`${origin}/rest/v1/rpc/site_overview`, () => HttpResponse.json(rows)));
    const { user } = renderRoute('/DataEditor/overview', adminSession);
    await user.click(await screen.findByRole('button', { name: 'Calendar' }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(names()).toEqual(['Sites_Calendar_2026-11-22.ics']);
    const text = (await linesOf(files[0] ?? new Blob())).join('\n');
    expect(text).toContain('Palm Court: the maintenance contract ends');
    expect(text).not.toContain('Bayu');
    await user.type(screen.getByLabelText('Search by name, address or person'), 'bayu');
    await user.click(screen.getByRole('button', { name: 'Calendar' }));
    expect(
      await screen.findByText('No visit is due, and no contract ends: there is nothing for a calendar.'),
    ).toBeVisible();
    expect(files).toHaveLength(1);
  });
});
