import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backend, changedByAnother, serveTasks, stored, tableUrl } from '../../features/data-deleter/open-deleter.ts';
import { allowConsole } from '../../support/console.ts';
import { adminSession, renderRoute, technicianSession, userAnswer } from '../../support/render-route.tsx';
import { listedSite, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';

const ownVisit = stored({ id: 2, title: 'Mine of today', time: '2026-11-22T10:00:00+08:00', month: 'nov' });
const records = '/maintenance?site=Selasih+Park';
const history = '/data-fetcher?site=Selasih+Park&task=2';
const offer = 'You can correct this visit until tonight, 23:59.';
const tooLate =
  'This visit can no longer be changed with your key: the day it was added is over. Ask the office to correct it.';

/**
 * How the server answers `my_visits`: the ids of the visits that this key may correct, the status, and the number of requests.
 */
const myVisits = { ids: [2], status: 200, asked: 0 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T04:00:00Z') });
  Object.assign(myVisits, { ids: [2], status: 200, asked: 0 });
  serveTasks(stored({ id: 1, title: 'Of another day' }), ownVisit);
  server.use(
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ tasks2024: backend.tasks })])),
    // the history reads the posts of the site
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
    http.post(`${origin}/rest/v1/rpc/my_visits`, () => {
      myVisits.asked += 1;
      return HttpResponse.json(myVisits.status === 200 ? myVisits.ids : { message: 'no' }, { status: myVisits.status });
    }),
  );
});

const card = async (name = 'Mine of today') => within(await screen.findByRole('article', { name }));
const press = async (name: string) =>
  (await card()).findByRole('button', { name }).then((button) => act(async () => button.click()));
const form = () => screen.findByRole('dialog', { name: 'Need Correction?' });
const question = () => screen.findByRole('dialog', { name: 'Take this visit back?' });
const withdrawVisit = async () => {
  await press('Take back');
  within(await question())
    .getByRole('button', { name: 'Take back' })
    .click();
};
const refuse = () =>
  server.use(
    http.patch(tableUrl, () =>
      HttpResponse.json({ code: 'PT403', message: 'Task 2 was changed. Only an admin may do that' }, { status: 403 }),
    ),
  );

describe('a visit that a technician added today', () => {
  it.each([
    ['on the dashboard', records],
    ['in Service History', history],
  ])('can be corrected and taken back %s, and no other visit can', async (_, url) => {
    renderRoute(url, technicianSession);
    expect(await (await card()).findByText(offer)).toBeVisible();
    expect((await card()).getByRole('button', { name: 'Edit' })).toBeVisible();
    expect(screen.getAllByText(offer)).toHaveLength(1);
    if (url === records)
      expect((await card('Of another day')).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  });

  it('is not requested for an admin, and cannot be moved by a technician', async () => {
    const { unmount } = renderRoute(records, technicianSession);
    expect((await card()).queryByRole('button', { name: 'Move to another site' })).toBeNull();
    expect(myVisits.asked).toBe(1);
    unmount();
    renderRoute(records, adminSession);
    await card();
    await screen.findByRole('navigation', { name: 'This site' });
    expect(myVisits.asked).toBe(1);
  });

  it.each([records, history])('is corrected in its form: %s', async (url) => {
    const { user } = renderRoute(url, technicianSession);
    await press('Edit');
    const title = within(await form()).getByLabelText('Title');
    await user.clear(title);
    await user.type(title, 'Loop tested');
    await user.click(within(await form()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Data updated successfully!')).toBeVisible();
    expect(backend.tasks.map((visit) => visit.title)).toEqual(['Of another day', 'Loop tested']);
    expect(await card('Loop tested')).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Need Correction?' })).toBeNull();
  });

  it('that was filed under another month causes a message that links to it', async () => {
    const { user } = renderRoute(`${records}&year=2026&month=nov`, technicianSession);
    await press('Edit');
    await user.selectOptions(within(await form()).getByLabelText('Month'), 'March');
    await user.click(within(await form()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/“Mine of today” is now under March 2026\./u)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Show it there' }));
    expect(await card()).toBeDefined();
    expect(location.search).toBe('?year=2026&month=mar&site=Selasih+Park');
    expect(screen.queryByText(/is now under/u)).toBeNull();
  });

  it('is taken back after confirmation, and restored by Undo', async () => {
    const { user } = renderRoute(`${records}&task=2`, technicianSession);
    await withdrawVisit();
    expect(await screen.findByText('Visit taken back.')).toBeVisible();
    expect(backend.tasks.map(({ showing }) => showing)).toEqual(['True', 'False']);
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Mine of today' })).toBeNull());
    expect(location.search).toBe('?site=Selasih+Park');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('The visit is back.')).toBeVisible();
    expect(backend.tasks.map(({ showing }) => showing)).toEqual(['True', 'True']);
    expect(await card()).toBeDefined();
  });

  it('stays after Cancel', async () => {
    const { user } = renderRoute(records, technicianSession);
    await press('Take back');
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(backend.tasks).toContainEqual(ownVisit);
  });

  it('stays, with an error message, when it could not be taken back', async () => {
    allowConsole(/could not be hidden or shown/u);
    renderRoute(records, technicianSession);
    backend.writes = [500];
    await withdrawVisit();
    expect(await screen.findByText('The visit could not be taken back. Try again.')).toBeVisible();
    expect((await card()).getByRole('button', { name: 'Take back' })).toBeEnabled();
  });

  it('that was already taken back on another device causes a message that says so', async () => {
    renderRoute(records, technicianSession);
    await press('Take back');
    changedByAnother(2, { showing: 'False' });
    within(await question())
      .getByRole('button', { name: 'Take back' })
      .click();
    expect(await screen.findByText('This visit has already been taken back.')).toBeVisible();
  });
});

describe('at midnight in Singapore', () => {
  it('the offer disappears when the phone is used again on the next day', async () => {
    renderRoute(records, technicianSession);
    await (await card()).findByText(offer);
    myVisits.ids = [];
    server.use(http.post(`${origin}/rest/v1/rpc/whoami`, () => HttpResponse.json(userAnswer)));
    vi.setSystemTime(new Date('2026-11-22T16:00:01Z'));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.queryByText(offer)).toBeNull();
    await waitFor(() => expect(myVisits.asked).toBe(2));
    expect(screen.queryByText(offer)).toBeNull();
  });

  it('a correction that is too late is refused with the reason, and the input stays', async () => {
    const { user } = renderRoute(records, technicianSession);
    await press('Edit');
    await user.type(within(await form()).getByLabelText('Title'), ' again');
    refuse();
    await user.click(within(await form()).getByRole('button', { name: 'Save' }));
    expect(await within(await form()).findByRole('alert')).toHaveTextContent(tooLate);
    expect(within(await form()).getByLabelText('Title')).toHaveValue('Mine of today again');
    expect(within(await form()).queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('taking a visit back too late is refused with the reason', async () => {
    renderRoute(records, technicianSession);
    refuse();
    await withdrawVisit();
    expect(await screen.findByText(tooLate)).toBeVisible();
  });
});

/** Serves the sites of the key. */
const serveSites = (...names: string[]) =>
  server.use(http.get(tableUrl, () => HttpResponse.json(names.map((name, id) => listedSite({ id, name })))));

describe('the sites of a technician', () => {
  it.each(['/maintenance?task=2', '/data-fetcher?task=2'])(
    'are picked automatically on %s where there is only one',
    async (url) => {
      serveSites('Selasih Park');
      renderRoute(url, technicianSession);
      expect(await card()).toBeDefined();
      expect(new URLSearchParams(location.search).get('site')).toBe('Selasih Park');
      expect(new URLSearchParams(location.search).get('task')).toBe('2');
    },
  );

  it('must be picked if there are several, and link only to the screens that a technician may open', async () => {
    serveSites('Kingfisher Tower', 'Selasih Park');
    renderRoute('/maintenance', technicianSession);
    expect(await screen.findByText('Select a site to see its visits.')).toBeVisible();
    expect(location.search).toBe('');
    renderRoute(records, technicianSession);
    const links = await screen.findByRole('navigation', { name: 'This site' });
    expect(
      within(links)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Records', 'Service History', 'Add a visit']);
  });
});
