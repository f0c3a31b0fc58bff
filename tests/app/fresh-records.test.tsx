import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askEveryMs } from '../../src/app/use-fresh-records.ts';
import { getSession } from '../../src/lib/device/session.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import type { SiteOverview } from '../../src/records/site/site-overview.ts';
import type { Task } from '../../src/records/task/task.ts';
import { faults } from '../faults/faults.ts';
import { manyChanges, openLog } from '../features/change-log/serve-changes.ts';
import { allowConsole } from '../support/console.ts';
import { adminSession, renderRoute, technicianSession, userSession } from '../support/render-route.tsx';
import {
  fileUrl,
  keyRow,
  listedSite,
  noVisits,
  objectName,
  overviewRow,
  serveSigning,
  siteRow,
  task,
} from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { switchLanguage } from '../support/speak-in.ts';
import { eventually } from '../support/waiting.ts';

const restUrl = `${origin}/rest/v1`;
/** The data of the server, and the number of requests for each of its answers. */
let serverState: { overview: Partial<SiteOverview>[]; tasks: Task[]; capacity: string; label: string };
let requestCounts: Record<string, number>;

const answer = (name: string, rows: () => object) => () => {
  requestCounts[name] = (requestCounts[name] ?? 0) + 1;
  return HttpResponse.json(rows());
};
const count = (name: string) => requestCounts[name] ?? 0;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-22T14:10:20+08:00') });
  requestCounts = {};
  serverState = {
    overview: [{ name: 'Bayu' }, { name: 'Kayangan' }, { name: 'Selasih Park' }],
    tasks: [task()],
    capacity: '900 vehicles',
    label: 'Front desk',
  };
  server.use(
    http.post(
      `${restUrl}/rpc/whoami`,
      answer('whoami', () => ({})),
    ),
    http.post(
      `${restUrl}/rpc/site_overview`,
      answer('overview', () => serverState.overview.map((row, index) => overviewRow({ site_id: index + 1, ...row }))),
    ),
    http.get(
      `${restUrl}/maintables`,
      answer('record', () => [siteRow({ tasks2024: serverState.tasks })]),
    ),
    http.get(
      `${restUrl}/maintable`,
      answer('sites', () => [listedSite({ capacity: serverState.capacity })]),
    ),
    http.get(
      `${restUrl}/carpost`,
      answer('posts', () => []),
    ),
    http.get(
      `${restUrl}/main`,
      answer('keys', () => [keyRow({ label: serverState.label })]),
    ),
    http.post(
      `${restUrl}/rpc/list_client_errors`,
      answer('errors', () => []),
    ),
    http.post(
      `${restUrl}/rpc/search_visits`,
      answer('visits', () => noVisits),
    ),
  );
});

/** Lets the time pass after which an open page requests its data again. */
const wait = (rounds = 1) => act(() => vi.advanceTimersByTimeAsync(rounds * askEveryMs));
const dispatch = (target: EventTarget, kind: string) => act(() => void target.dispatchEvent(new Event(kind)));
const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible');
};
const turnDataSaverOn = () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'));
};
/** Waits until all requests are answered. */
const waitForAnswers = () => eventually(() => expect(queryClient.isFetching()).toBe(0));

/** Opens a screen, and waits until it shows a text. */
async function open(url: string, text: string | RegExp, session = adminSession) {
  const view = renderRoute(url, session);
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
  await waitForAnswers();
  return view;
}

/** Lets the page request its data again, and waits until it shows the change. */
async function waitForChange(expectedText: string | RegExp): Promise<void> {
  await wait();
  expect((await screen.findAllByText(expectedText)).length).toBeGreaterThan(0);
}

describe('a page that is visible', () => {
  it.each([
    ['the overview', '/DataEditor/overview', '3 sites', adminSession, 'overview'],
    ['my sites', '/DataEditor/my-sites', /^3 sites/u, technicianSession, 'overview'],
    ['the profile', '/profile', 'This year', userSession, 'record'],
    ['the months', '/maintenance', /^1 visit/u, userSession, 'record'],
    ['the history', '/data-fetcher', 'Monthly preventive maintenance', userSession, 'record'],
    ['the analytics', '/charts', 'No failure records yet.', userSession, 'posts'],
    ['the sites', '/DataEditor/sites', '1 site', adminSession, 'sites'],
    ['the keys', '/DataEditor/keys', '1 key', adminSession, 'keys'],
    ['the errors', '/DataEditor/errors', 'No errors in the last 30 days.', adminSession, 'errors'],
    ['the search of all visits', '/DataEditor/visits', 'Kind', adminSession, 'visits'],
  ])('requests its data again every five minutes: %s', async (_, url, text, session, name) => {
    await open(url, text, session);
    const first = count(name);
    await wait();
    await eventually(() => expect(count(name)).toBeGreaterThan(first));
    await waitForAnswers();
    const second = count(name);
    await wait();
    await eventually(() => expect(count(name)).toBeGreaterThan(second));
  });

  it('shows what others did meanwhile, and the time of its data', async () => {
    await open('/DataEditor/my-sites', /none needs attention$/u, technicianSession);
    expect(screen.getByText('as of 14:10')).toBeVisible();
    serverState.overview = [{ name: 'Bayu', status: false }, { name: 'Kayangan' }];
    await wait();
    expect(await screen.findByText('2 sites, 1 needs attention')).toBeVisible();
    expect(screen.getByText('as of 14:15')).toBeVisible();
  });

  it('keeps the time of its data while the server refuses to answer', async () => {
    allowConsole(/./u);
    await open('/DataEditor/overview', 'as of 14:10');
    server.use(
      http.post(`${restUrl}/rpc/site_overview`, () =>
        HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 }),
      ),
    );
    await wait();
    expect(await screen.findByText('Error fetching data.')).toBeVisible();
    expect(screen.getByText('as of 14:10')).toBeVisible();
    // twelve hours, so that it is the next day
    await wait(12 * 12);
    expect(await screen.findByText('as of 22 November 2026 at 14:10')).toBeVisible();
  });

  it('requests when its window gets the focus again, and when it is shown again', async () => {
    await open('/DataEditor/overview', '3 sites');
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    dispatch(window, 'focus');
    await eventually(() => expect(count('overview')).toBe(2));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    dispatch(document, 'visibilitychange');
    await eventually(() => expect(count('overview')).toBe(3));
  });
});

describe('nothing is requested automatically', () => {
  it('for a site for which a visit is typed: its record is read once', async () => {
    serverState.tasks = [task({ follow: [{ line: 1, text: 'Replace the spring' }] })];
    await open('/DataEditor?site=Selasih+Park', 'Replace the spring');
    const first = count('record');
    await wait(2);
    dispatch(window, 'focus');
    await waitForAnswers();
    expect(count('record')).toBe(first);
  });

  it('while nobody can see the page', async () => {
    await open('/DataEditor/overview', '3 sites');
    hide(true);
    await wait(3);
    hide(false);
    await wait();
    await eventually(() => expect(count('overview')).toBe(2));
  });

  it('while data saver is on, except when somebody returns', async () => {
    turnDataSaverOn();
    await open('/DataEditor/overview', '3 sites');
    await wait(3);
    expect(count('overview')).toBe(1);
    dispatch(window, 'focus');
    await eventually(() => expect(count('overview')).toBe(2));
  });

  it('for a list of which further pages were read, because it would move; for its first page it is', async () => {
    const { asked: pages, user } = await openLog('', ...manyChanges(60));
    await wait();
    await eventually(() => expect(pages).toHaveLength(2));
    await user.click(screen.getByRole('button', { name: 'Show older' }));
    await eventually(() => expect(pages).toHaveLength(3));
    await wait(2);
    dispatch(window, 'focus');
    await waitForAnswers();
    expect(pages).toHaveLength(3);
  });

  it('for the links to photos that are shown', async () => {
    serverState.tasks = [task({ urls: [fileUrl(1)] })];
    const signedNames = serveSigning();
    await open('/data-fetcher?task=1&photo=1', 'Monthly preventive maintenance', userSession);
    const photo = await screen.findByRole('img', { name: /^Photo 1 of 1/u });
    const src = photo.getAttribute('src');
    const first = count('record');
    // longer than a link is valid
    await wait(4);
    await eventually(() => expect(count('record')).toBeGreaterThan(first + 3));
    await waitForAnswers();
    // small photos are signed for printing, while the visit is open
    expect(signedNames.filter((names) => names.includes(objectName(1)))).toHaveLength(1);
    expect(photo).toHaveAttribute('src', src);
  });

  it('for data that could not be read at all, which says so and offers to try again', async () => {
    allowConsole(/./u);
    server.use(
      http.post(`${restUrl}/rpc/site_overview`, () => {
        requestCounts['overview'] = count('overview') + 1;
        return HttpResponse.json({ code: '42501', message: 'no' }, { status: 400 });
      }),
    );
    await open('/DataEditor/overview', 'Error fetching data.');
    screen.getByRole('button', { name: 'Try again' }).focus();
    await wait(2);
    expect(count('overview')).toBe(1);
    expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus();
  });
});

describe('a page that nobody uses', () => {
  it('does not extend its session, because it never sends the request that the server counts as use', async () => {
    await open('/DataEditor/overview', '3 sites');
    // more than an hour, after which the server ends an unused session
    await wait(13);
    await eventually(() => expect(count('overview')).toBe(14));
    expect(count('whoami')).toBe(0);
  });

  it('shows the login at its next request once its session has ended', async () => {
    await open('/DataEditor/overview', '3 sites');
    server.use(http.post(`${restUrl}/rpc/site_overview`, faults['401']));
    await wait();
    expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    expect(screen.queryByText('3 sites')).toBeNull();
    expect(getSession()).toBeNull();
  });
});

describe('input and state of the page stay while others change what it shows', () => {
  it('a search, its focus and cursor, and the selected sites of the overview', async () => {
    const { user } = await open('/DataEditor/overview', '3 sites');
    await user.click(screen.getByRole('checkbox', { name: /Kayangan/u }));
    const search = screen.getByRole<HTMLInputElement>('searchbox');
    await user.type(search, 'kay');
    search.setSelectionRange(1, 1);
    serverState.overview = [{ name: 'Bayu' }, { name: 'Kayangan', status: false }, { name: 'Selasih Park' }];
    await waitForChange('Offline');
    expect(search).toHaveFocus();
    expect(search).toHaveValue('kay');
    expect(search.selectionStart).toBe(1);
    expect(screen.getByRole('checkbox', { name: /Kayangan/u })).toBeChecked();
    expect(screen.getByRole('region', { name: 'Selected sites' })).toHaveTextContent('1 site selected');
  });

  it('the focused row, also if another row is added before it', async () => {
    await open('/DataEditor/overview', '3 sites');
    const link = screen.getByRole('link', { name: 'Kayangan' });
    act(() => link.focus());
    serverState.overview = [{ name: 'Bayu' }, { name: 'Kayangan' }, { name: 'Selasih Park', status: false }];
    await waitForChange('Offline');
    expect(link).toHaveFocus();
    expect(link).toBeInTheDocument();
  });

  it('an open dialog, with its input', async () => {
    const { user } = await open('/DataEditor/keys', '1 key');
    await user.click(screen.getByRole('button', { name: 'Issue a key' }));
    const label = within(await screen.findByRole('dialog')).getByLabelText('Label');
    await user.type(label, 'Guard house');
    serverState.label = 'Management office';
    await waitForChange('Management office');
    expect(label).toHaveValue('Guard house');
    expect(label).toHaveFocus();
    expect(screen.getByRole('dialog')).toContainElement(label);
  });

  it('the input in the form of a site', async () => {
    const { user } = await open('/DataEditor/sites?site=Selasih+Park', 'Everything is saved.');
    const address = screen.getByRole('textbox', { name: /^Address/u });
    await user.type(address, ', block 2');
    serverState.capacity = '950 vehicles';
    const before = count('sites');
    await wait();
    await eventually(() => expect(count('sites')).toBeGreaterThan(before));
    await waitForAnswers();
    expect(address).toHaveValue('18 Jalan Selasih Emas 3, block 2');
    expect(address).toHaveFocus();
  });

  it('a visit that is being typed', async () => {
    const { user } = await open('/DataEditor', 'Add New Task');
    await user.type(await screen.findByLabelText('Title'), 'Gate 2');
    await wait();
    await eventually(() => expect(count('sites')).toBeGreaterThan(1));
    expect(screen.getByLabelText('Title')).toHaveValue('Gate 2');
    expect(screen.getByLabelText('Title')).toHaveFocus();
  });

  it('an open visit', async () => {
    serverState.tasks = [task(), task({ id: 2, title: 'Storm damage' })];
    await open('/data-fetcher?task=2', 'Storm damage', userSession);
    const dialog = await screen.findByRole('dialog');
    const inside = within(dialog).getByRole('button', { name: 'Close' });
    act(() => inside.focus());
    serverState.tasks = [task({ id: 3, title: 'New visit', time: '2026-11-22T14:12:00+08:00' }), ...serverState.tasks];
    await waitForChange('New visit');
    expect(screen.getByRole('dialog')).toBe(dialog);
    expect(within(dialog).getByRole('heading', { name: 'Storm damage' })).toBeVisible();
    expect(inside).toHaveFocus();
  });

  it('the scroll position', async () => {
    await open('/DataEditor/overview', '3 sites');
    const scrollToSpy = vi.spyOn(globalThis, 'scrollTo').mockReturnValue();
    const scrollIntoViewSpy = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
    serverState.overview = [{ name: 'Bayu', status: false }, { name: 'Kayangan' }, { name: 'Selasih Park' }];
    await waitForChange('Offline');
    expect(scrollToSpy).not.toHaveBeenCalled();
    expect(scrollIntoViewSpy).not.toHaveBeenCalled();
  });
});

describe('the time of the data on a screen', () => {
  afterEach(() => switchLanguage('en'));

  it.each([
    ['en', 'as of 14:10'],
    ['ms', 'setakat 14:10'],
    ['zh', '截至 14:10'],
  ] as const)('is said in the language of the reader, and not announced: %s', async (code, text) => {
    switchLanguage(code);
    renderRoute('/DataEditor/overview', adminSession);
    const shownTime = await screen.findByText(text);
    expect(shownTime.closest('[role="status"], [role="alert"], [aria-live]')).toBeNull();
  });

  it.each([
    ['the profile', '/profile', userSession],
    ['my sites', '/DataEditor/my-sites', technicianSession],
    ['the keys', '/DataEditor/keys', adminSession],
    ['the errors', '/DataEditor/errors', adminSession],
  ])('is shown once if figures depend on the current time: %s', async (_, url, session) => {
    await open(url, 'as of 14:10', session);
    expect(screen.getAllByText(/^as of/u)).toHaveLength(1);
  });
});
