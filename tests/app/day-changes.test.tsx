import { act, fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { adminSession, renderRoute, technicianSession } from '../support/render-route.tsx';
import { keyRow, listedSite, noVisits, overviewRow, serveSites, siteRow, task } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { eventually } from '../support/waiting.ts';

const restUrl = `${origin}/rest/v1`;
let reads = 0;

/** Opens the portal half a minute before midnight in Singapore. */
function openBefore(day: string, url: string, session = adminSession) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(`${day}T00:00:00+08:00`) - 30_000 });
  return renderRoute(url, session);
}

/** Lets midnight pass. The page stays in front, so no event reports it. */
const midnight = () => act(() => vi.advanceTimersByTimeAsync(30_000));
const reading = (answer: () => object) => () => {
  reads += 1;
  return HttpResponse.json(answer());
};

beforeEach(() => {
  reads = 0;
  server.use(
    http.post(`${restUrl}/rpc/whoami`, () => HttpResponse.json({})),
    http.post(
      `${restUrl}/rpc/site_overview`,
      reading(() => [overviewRow({ contract_until: '2026-12-01' })]),
    ),
    http.get(
      `${restUrl}/maintables`,
      reading(() => [siteRow({ contract_until: '2026-12-01' })]),
    ),
    http.get(
      `${restUrl}/maintable`,
      reading(() => [listedSite({ contract_until: '2026-12-01' })]),
    ),
    http.get(`${restUrl}/carpost`, () => HttpResponse.json([])),
    http.get(
      `${restUrl}/main`,
      reading(() => [keyRow({ expires_at: '2026-11-30T15:59:59Z' })]),
    ),
  );
});

describe('a page that stays in front over midnight', () => {
  it.each([
    ['my sites', '/DataEditor/my-sites', technicianSession, 'Contract ends in 1 day', 'Contract ends today'],
    ['the overview', '/DataEditor/overview', adminSession, '1 day left', 'Ends today'],
    ['the profile', '/profile?site=Selasih+Park', adminSession, '1 day left', 'Ends today'],
    ['the list of sites', '/DataEditor/sites', adminSession, '1 day left', 'Ends today'],
    ['the form of a site', '/DataEditor/sites?site=Selasih+Park', adminSession, /: 1 day left/u, /: Ends today/u],
    ['the access keys', '/DataEditor/keys', adminSession, 'Ends today at 23:59', 'Expired'],
  ])('shows the next day, and requests it from the server: %s', async (_, url, session, before, after) => {
    openBefore('2026-12-01', url, session);
    expect((await screen.findAllByText(before, { selector: ':not(option)' })).length).toBeGreaterThan(0);
    const previousReads = reads;
    await midnight();
    expect((await screen.findAllByText(after, { selector: ':not(option)' })).length).toBeGreaterThan(0);
    expect(screen.queryAllByText(before, { selector: ':not(option)' })).toEqual([]);
    await eventually(() => expect(reads).toBeGreaterThan(previousReads));
  });

  it('requests nothing at midnight while data saver is on, but does when somebody returns', async () => {
    openBefore('2026-12-01', '/DataEditor/overview');
    await screen.findByText('1 day left');
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
    await midnight();
    expect(screen.getByText('Ends today')).toBeVisible();
    expect(reads).toBe(1);
    act(() => void dispatchEvent(new Event('focus')));
    await eventually(() => expect(reads).toBe(2));
  });

  it('sets the new day in a report form in which nobody has typed', async () => {
    openBefore('2026-12-01', '/DataEditor/report');
    expect(await screen.findByLabelText('Date')).toHaveValue('2026-11-30');
    await midnight();
    expect(screen.getByLabelText('Date')).toHaveValue('2026-12-01');
  });

  it('leaves a report form that somebody has started, and says on which day its draft was written', async () => {
    const { user, unmount } = openBefore('2026-12-01', '/DataEditor/report');
    await user.type(await screen.findByLabelText('Location'), 'Gate 2');
    await midnight();
    expect(screen.getByLabelText('Date')).toHaveValue('2026-11-30');
    expect(screen.getByLabelText('Location')).toHaveValue('Gate 2');
    unmount();
    renderRoute('/DataEditor/report', adminSession);
    expect(await screen.findByText(/^Draft from 30 November 2026 at 23:59 restored\./u)).toBeVisible();
  });

  it('sets the new day in an empty visit form, not in a started one', async () => {
    const { user } = openBefore('2026-12-01', '/DataEditor');
    expect(await screen.findByLabelText('Visit date')).toHaveValue('2026-11-30');
    await midnight();
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-12-01');
    await user.type(screen.getByLabelText('Title'), 'Gate 2');
    await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000));
    expect(screen.getByLabelText('Visit date')).toHaveValue('2026-12-01');
    expect(screen.getByLabelText('Title')).toHaveValue('Gate 2');
  });
});

describe('a page that stays in front over the turn of the year', () => {
  it('shows the new year on the profile, unless another one was chosen', async () => {
    const visits = [task(), task({ id: 2, time: '2025-03-26T16:05:00+08:00', year: '2025' })];
    serveSites(siteRow({ visit_every_months: 1, tasks2024: visits }));
    openBefore('2027-01-01', '/profile?site=Selasih+Park');
    const years = await screen.findByRole('combobox', { name: 'Year' });
    const offeredYears = () =>
      within(years)
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(screen.getByRole('heading', { name: /kept in 2026$/u })).toBeVisible();
    expect(offeredYears()).toEqual(['2026', '2025']);
    await midnight();
    expect(screen.getByRole('heading', { name: 'No monthly visit was due yet in 2027' })).toBeVisible();
    expect(offeredYears()).toEqual(['2027', '2026', '2025']);
    fireEvent.change(years, { target: { value: '2025' } });
    await act(() => vi.advanceTimersByTimeAsync(24 * 3_600_000));
    expect(screen.getByRole('heading', { name: /kept in 2025$/u })).toBeVisible();
    expect(years).toHaveValue('2025');
  });

  it('offers the new year for the visits of all sites, and leaves the chosen year', async () => {
    server.use(http.post(`${restUrl}/rpc/search_visits`, () => HttpResponse.json(noVisits)));
    openBefore('2027-01-01', '/DataEditor/visits?year=2026');
    const years = within(await screen.findByRole('group', { name: 'Year' }));
    expect(years.queryByRole('button', { name: '2027' })).toBeNull();
    await midnight();
    expect(years.getByRole('button', { name: '2027' })).toHaveAttribute('aria-pressed', 'false');
    expect(years.getByRole('button', { name: '2026' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('leads to the counts of the new year', async () => {
    openBefore('2027-01-01', '/DataEditor/sites?site=Selasih+Park');
    const link = await screen.findByRole('link', { name: 'Analytics' });
    expect(link).toHaveAttribute('href', '/charts?year=2026&site=Selasih+Park');
    await midnight();
    expect(link).toHaveAttribute('href', '/charts?year=2027&site=Selasih+Park');
  });
});
