import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse, type JsonBodyType } from 'msw';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connection } from '../../../src/lib/connection.ts';
import { endSession, setSession, type Session } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import type { Fault } from '../../../src/records/fault/fault.ts';
import { fakeStorage } from '../../support/fake-storage.ts';
import { madeFault } from '../../support/made-faults.ts';
import { adminSession, renderRoute, technicianSession, userAnswer, userSession } from '../../support/render-route.tsx';
import { listedSite, serveSites, siteRow } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { eventually, hurry } from '../../support/waiting.ts';

const now = new Date('2026-05-03T10:10:00+08:00');

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await fakeStorage();
});
afterEach(() => {
  vi.useRealTimers();
  setSession(userSession);
  endSession('logout');
  connection.stop();
  localStorage.clear();
});

interface Served {
  open?: Fault[];
  ended?: Fault[];
  posts?: readonly string[];
  session?: Session;
}

/** Opens the profile of a site with faults. Returns the part of the summary that shows them. */
async function openProfile({ open = [], ended = [], posts = ['Entry', 'Exit'], session = userSession }: Served = {}) {
  serveSites(siteRow());
  server.use(
    http.get(`${origin}/rest/v1/maintable`, () => HttpResponse.json([listedSite()])),
    http.get(`${origin}/rest/v1/carpost`, () =>
      HttpResponse.json([{ site_id: 1, json: Object.fromEntries(posts.map((post) => [post, []])), revision: 1 }]),
    ),
    http.post(`${origin}/rest/v1/rpc/list_faults`, async ({ request }) => {
      const { state } = v.parse(v.object({ state: v.string() }), await request.json());
      const faults = state === 'open' ? open : state === 'ended' ? ended : [...open, ...ended];
      return HttpResponse.json({ faults, total: faults.length });
    }),
  );
  const { user } = renderRoute(session.site === null ? '/profile?site=Selasih+Park' : '/profile', session);
  const part = await screen.findByRole('region', { name: 'Faults' });
  return { user, part };
}

const askedReport = v.looseObject({ site_id: v.number(), report: v.record(v.string(), v.unknown()) });

/** Answers reports. Returns the reports that came. */
function serveReports(answer: (call: number) => JsonBodyType | Response): unknown[] {
  const asked: v.InferOutput<typeof askedReport>[] = [];
  server.use(
    http.post(`${origin}/rest/v1/rpc/report_fault`, async ({ request }) => {
      const body = v.parse(askedReport, await request.json());
      asked.push(body);
      const given = answer(asked.length);
      return given instanceof Response ? given : HttpResponse.json(given);
    }),
  );
  return asked;
}

/** The server's answer to a report that becomes fault 41. */
const reportAnswer = { fault: 41, at: '2026-05-03T10:10:00+08:00', joined: false, photos: [] };

const openForm = async (user: UserEvent, part: HTMLElement) => {
  await user.click(within(part).getByRole('button', { name: 'Report a fault' }));
  return screen.findByRole('dialog', { name: 'Report a fault' });
};

const fillIn = async (user: UserEvent, dialog: HTMLElement) => {
  await user.click(within(dialog).getByRole('radio', { name: 'Exit' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Does not open' }));
};
const send = async (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send report' }));

describe('the faults in the summary', () => {
  it('says that nothing is open, and offers to report', async () => {
    const { part } = await openProfile();
    expect(await within(part).findByText('No open faults')).toBeVisible();
    expect(within(part).getByRole('button', { name: 'Report a fault' })).toBeVisible();
  });

  it('shows two open faults with their age, and the others on demand', async () => {
    const first = madeFault(41, { reported_at: '2026-05-03T09:30:00+08:00' });
    const second = madeFault(42, { post: null, what: 'No power', origin: 'sticker', sticker: 7, promised_hours: 0.5 });
    const third = madeFault(43, { post: 'Entry', what: 'The guard house is dark', known: false });
    const { user, part } = await openProfile({ open: [first, second, third] });
    const [exit, site] = await within(part).findAllByRole('article');
    expect(exit).toHaveAccessibleName('Exit: does not open');
    expect(exit).toHaveTextContent(
      'Open for 40 min, reported with the site’s key at 09:30, number 41. The office has it.',
    );
    expect(site).toHaveAccessibleName('Whole site: no power');
    expect(site).toHaveTextContent('reported by a sticker at the gate at 09:12, number 42.');
    expect(site).toHaveTextContent('Over the promise by 28 min');
    await user.click(within(part).getByRole('button', { name: '1 more' }));
    expect(screen.getByRole('heading', { name: 'Entry: The guard house is dark' })).toHaveFocus();
  });

  it.each<[string, Partial<Fault>, string]>([
    [
      'a visit',
      { answers: [{ task: 131, at: '2026-05-02T11:22:00+08:00' }] },
      'Answered 2 May 2026, 11:22, after 2 h 10 min',
    ],
    [
      'the office',
      { closed: { at: '2026-05-03T09:20:00+08:00', as: 'settled' as const, reason: 'It was the fuse' } },
      'Settled by phone 09:20, after 46 h 50 min: It was the fuse',
    ],
    [
      'the office without words',
      { closed: { at: '2026-05-02T10:12:00+08:00', as: 'not-ours' as const, reason: ' ' } },
      'Not ours 2 May 2026, 10:12, after 1 h',
    ],
  ])('shows for 14 days what was ended by %s', async (_, end, text) => {
    const reported = end.answers || text.startsWith('Not') ? '2026-05-02T09:12:00+08:00' : '2026-05-01T10:30:00+08:00';
    const fault = madeFault(41, { reported_at: reported, ...end });
    const old = madeFault(40, { answers: [{ task: 99, at: '2026-04-18T10:00:00+08:00' }] });
    const { part } = await openProfile({ ended: [fault, old] });
    expect(await within(part).findByText(text)).toBeVisible();
    expect(within(part).getAllByText('Exit: does not open')).toHaveLength(1);
    const visit = within(part).queryByRole('link', { name: 'Visit 131' });
    expect(visit?.getAttribute('href') ?? null).toBe(end.answers ? '/data-fetcher?task=131' : null);
    expect(within(part).getByRole('link', { name: 'All faults' })).toHaveAttribute('href', '/data-fetcher?show=faults');
  });

  it('says that the faults could not be loaded, and requests them again', async () => {
    const { user, part } = await openProfile();
    await within(part).findByText('No open faults');
    server.use(
      http.post(`${origin}/rest/v1/rpc/list_faults`, () =>
        HttpResponse.json({ code: '42501', message: 'permission denied' }, { status: 403 }),
      ),
    );
    cleanup();
    queryClient.clear();
    renderRoute('/profile');
    const failed = await screen.findByRole('region', { name: 'Faults' });
    expect(await within(failed).findByText('The reported faults could not be loaded.')).toBeVisible();
    server.use(http.post(`${origin}/rest/v1/rpc/list_faults`, () => HttpResponse.json({ faults: [], total: 0 })));
    await user.click(within(failed).getByRole('button', { name: 'Try again' }));
    expect(await within(failed).findByText('No open faults')).toBeVisible();
  });
});

describe('a report', () => {
  it('needs a gate and what is wrong with it, and is confirmed with its number', async () => {
    const asked = serveReports(() => reportAnswer);
    const { user, part } = await openProfile();
    const dialog = await openForm(user, part);
    await send(user);
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose the gate first.');
    await user.click(within(dialog).getByRole('radio', { name: 'Exit' }));
    await send(user);
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Choose what is wrong first.');
    await user.click(within(dialog).getByRole('radio', { name: 'Does not open' }));
    await send(user);
    const heading = await screen.findByRole('heading', { name: 'Reported at 10:10, number 41. The office has it.' });
    expect(heading).toHaveFocus();
    expect(heading.closest('[role=status]')).not.toBeNull();
    expect(asked).toMatchObject([{ site_id: 1, post: 'Exit', report: { what: 'Does not open', photos: 0, age: 0 } }]);
  });

  it('of a site with a single gate needs no choice of it', async () => {
    const asked = serveReports(() => reportAnswer);
    const { user, part } = await openProfile({ posts: ['Exit'] });
    const dialog = await openForm(user, part);
    await user.click(within(dialog).getByRole('radio', { name: 'No power' }));
    await send(user);
    await screen.findByRole('heading', { name: /number 41/u });
    expect(asked).toMatchObject([{ post: 'Exit' }]);
  });

  it('has own words, a further text, a name and a telephone number', async () => {
    const asked = serveReports(() => reportAnswer);
    const { user, part } = await openProfile({ posts: [] });
    const dialog = await openForm(user, part);
    await user.click(within(dialog).getByRole('radio', { name: 'Something else' }));
    await send(user);
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Say in a few words what is wrong.');
    await user.type(within(dialog).getByLabelText('What is wrong, in a few words'), 'It hums');
    await user.type(within(dialog).getByLabelText('What else should the office know?'), 'All night');
    await user.type(within(dialog).getByLabelText('Your name'), 'Siti');
    await user.type(within(dialog).getByLabelText('Telephone number'), '012-345 6789');
    await send(user);
    await screen.findByRole('heading', { name: /number 41/u });
    expect(asked).toMatchObject([
      { site_id: 1, report: { what: 'It hums', text: 'All night', name: 'Siti', phone: '012-345 6789' } },
    ]);
    expect(asked[0]).not.toHaveProperty('post');
  });

  it('that is dangerous shows the hotline first', async () => {
    const { user, part } = await openProfile();
    const dialog = await openForm(user, part);
    await user.click(within(dialog).getByRole('radio', { name: 'Hits vehicles' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Keep people and cars away.');
    expect(within(dialog).getByRole('link', { name: /^Call now: / })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/u),
    );
  });

  it.each<[string, Response, string]>([
    [
      'a limit with its number',
      HttpResponse.json({ code: 'PT429', message: 'Too many reports', details: '20', hint: '600' }, { status: 429 }),
      'Reported 20 times within the hour. The office has those. This one was not sent: if it is new or urgent, call 010-000 0009.',
    ],
    [
      'a limit',
      HttpResponse.json({ code: 'PT429', message: 'Too many reports', details: null, hint: '600' }, { status: 429 }),
      'Too many reports within the hour. This one was not sent: please call 010-000 0009.',
    ],
    [
      'a refusal',
      HttpResponse.json({ code: 'PT422', message: 'Post unknown' }, { status: 422 }),
      'The portal did not accept this report. Check it and send it again, or call 010-000 0009.',
    ],
  ])('that meets %s keeps what was typed, also when the dialog is closed', async (_, response, text) => {
    serveReports(() => response.clone());
    const { user, part } = await openProfile();
    let dialog = await openForm(user, part);
    await fillIn(user, dialog);
    await user.type(within(dialog).getByLabelText('What else should the office know?'), 'All night');
    await send(user);
    expect(await within(dialog).findByText(text)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    dialog = await openForm(user, part);
    expect(within(dialog).getByLabelText('What else should the office know?')).toHaveValue('All night');
    expect(within(dialog).getByRole('radio', { name: 'Does not open' })).toBeChecked();
    serveReports(() => reportAnswer);
    await send(user);
    await screen.findByRole('heading', { name: /number 41/u });
    await user.click(screen.getByRole('button', { name: 'Done' }));
    dialog = await openForm(user, part);
    expect(within(dialog).getByRole('radio', { name: 'Does not open' })).not.toBeChecked();
  });

  it.each<[string, string[]]>([
    ['with one gate', ['Exit']],
    ['with two gates', ['Entrance', 'Exit']],
  ])('of the whole site stays so when the dialog of a site %s is closed', async (_, posts) => {
    const { user, part } = await openProfile({ posts });
    let dialog = await openForm(user, part);
    await user.click(within(dialog).getByRole('radio', { name: 'Whole site' }));
    await user.click(within(dialog).getByRole('radio', { name: 'No power' }));
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    dialog = await openForm(user, part);
    expect(within(dialog).getByRole('radio', { name: 'Whole site' })).toBeChecked();
    expect(within(dialog).getByRole('radio', { name: 'No power' })).toBeChecked();
  });

  it('waits without a service, is shown in the summary, and is sent automatically', async () => {
    hurry();
    let isAway = true;
    server.use(
      http.post(`${origin}/rest/v1/rpc/whoami`, () => (isAway ? HttpResponse.error() : HttpResponse.json(userAnswer))),
    );
    const asked = serveReports(() => (isAway ? HttpResponse.error() : reportAnswer));
    const { user, part } = await openProfile();
    const dialog = await openForm(user, part);
    await fillIn(user, dialog);
    await send(user);
    expect(await screen.findByRole('heading', { name: 'Kept here' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(within(part).getByText(/^1 report not sent\./u)).toBeVisible();
    isAway = false;
    await eventually(() => expect(within(part).queryByText(/not sent/u)).toBeNull());
    expect(asked.length).toBeGreaterThan(1);
    expect(await screen.findByText('Reported at 10:10, number 41. The office has it.')).toBeVisible();
  });

  it('adds to an open fault: words, or that it works again', async () => {
    const asked = serveReports(() => ({ ...reportAnswer, joined: true }));
    const { user, part } = await openProfile({ open: [madeFault(41)] });
    await user.click(await within(part).findByRole('button', { name: 'Add' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add to number 41' });
    await user.click(within(dialog).getByRole('button', { name: 'Send' }));
    expect(within(dialog).getByRole('alert')).toHaveTextContent('Write something, or add a photo first.');
    await user.click(within(dialog).getByRole('button', { name: 'It works again' }));
    await screen.findByRole('heading', { name: 'Added at 10:10 to number 41. The office has it.' });
    expect(asked).toMatchObject([
      { post: 'Exit', report: { what: 'Does not open', fault: 41, text: 'It works again' } },
    ]);
  });

  it('joins the fault that is open at the chosen gate', async () => {
    const asked = serveReports(() => ({ ...reportAnswer, joined: true }));
    const { user, part } = await openProfile({ open: [madeFault(41)] });
    const dialog = await openForm(user, part);
    expect(within(dialog).queryByText(/The office knows/u)).toBeNull();
    await user.click(within(dialog).getByRole('radio', { name: 'Exit' }));
    expect(within(dialog).getByText('Does not open: open since 09:12')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'It is this one' }));
    const added = await screen.findByRole('dialog', { name: 'Add to number 41' });
    await user.type(within(added).getByLabelText('What else should the office know?'), 'Since noon');
    await user.click(within(added).getByRole('button', { name: 'Send' }));
    await screen.findByRole('heading', { name: /^Added at/u });
    expect(asked).toMatchObject([{ report: { fault: 41, text: 'Since noon' } }]);
  });

  it('joins an existing fault with the choices and the input made before that was known', async () => {
    const asked = serveReports(() => ({ ...reportAnswer, joined: true }));
    const { user, part } = await openProfile({ open: [madeFault(41)] });
    const dialog = await openForm(user, part);
    await user.click(within(dialog).getByRole('radio', { name: 'Something else' }));
    await user.type(within(dialog).getByLabelText('What is wrong, in a few words'), 'It hums');
    await user.type(within(dialog).getByLabelText('What else should the office know?'), 'Since noon');
    await user.type(within(dialog).getByLabelText('Your name'), 'Aminah');
    await user.click(within(dialog).getByRole('radio', { name: 'Exit' }));
    await user.click(within(dialog).getByRole('button', { name: 'It is this one' }));
    const added = await screen.findByRole('dialog', { name: 'Add to number 41' });
    expect(within(added).getByLabelText('What else should the office know?')).toHaveValue('It hums\nSince noon');
    await user.click(within(added).getByRole('button', { name: 'Send' }));
    await screen.findByRole('heading', { name: /^Added at/u });
    expect(asked).toMatchObject([{ report: { fault: 41, text: 'It hums\nSince noon', name: 'Aminah' } }]);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    const next = await openForm(user, part);
    expect(within(next).getByRole('radio', { name: 'Something else' })).not.toBeChecked();
  });

  it('is reported as refused if it is refused while the form says that it is stored', async () => {
    hurry();
    let isAway = true;
    server.use(
      http.post(`${origin}/rest/v1/rpc/whoami`, () => (isAway ? HttpResponse.error() : HttpResponse.json(userAnswer))),
    );
    serveReports(() =>
      isAway ? HttpResponse.error() : HttpResponse.json({ code: 'PT422', message: 'Post unknown' }, { status: 422 }),
    );
    const { user, part } = await openProfile();
    const dialog = await openForm(user, part);
    await fillIn(user, dialog);
    await send(user);
    await screen.findByRole('heading', { name: 'Kept here' });
    isAway = false;
    const shown = screen.getByRole('dialog', { name: 'Report a fault' });
    expect(await within(shown).findByText(/^The portal did not accept this report\. Call/u)).toBeVisible();
    expect(within(shown).queryByText(/^Kept/u)).toBeNull();
  });

  it('by telephone is entered in the form of the office', async () => {
    const asked = serveReports(() => reportAnswer);
    const { user, part } = await openProfile({ session: adminSession });
    await user.click(await within(part).findByRole('button', { name: 'Reported by phone' }));
    const form = within(await screen.findByRole('dialog', { name: 'Reported by phone' }));
    await user.click(form.getByRole('radio', { name: 'Does not open' }));
    fireEvent.change(form.getByLabelText('Time'), { target: { value: '08:15' } });
    await user.click(form.getByRole('button', { name: 'Save report' }));
    expect(await screen.findByText('Reported, number 41.')).toBeVisible();
    expect(asked).toMatchObject([{ site_id: 1, report: { reported: '2026-05-03T08:15:00+08:00' } }]);
  });

  it('is sent once, however often it is pressed', async () => {
    const asked: unknown[] = [];
    server.use(
      http.post(`${origin}/rest/v1/rpc/report_fault`, async ({ request }) => {
        asked.push(await request.json());
        await delay(50);
        return HttpResponse.json(reportAnswer);
      }),
    );
    const { user, part } = await openProfile();
    const dialog = await openForm(user, part);
    await fillIn(user, dialog);
    await user.dblClick(screen.getByRole('button', { name: 'Send report' }));
    await screen.findByRole('heading', { name: /number 41/u });
    expect(asked).toHaveLength(1);
  });
});

describe('the bar', () => {
  it('reports from every screen', async () => {
    const asked = serveReports(() => reportAnswer);
    const { user } = await openProfile();
    await user.click(
      within(screen.getByRole('group', { name: 'Help' })).getByRole('button', { name: 'Report a fault' }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Report a fault' });
    await fillIn(user, await screen.findByRole('dialog', { name: 'Report a fault' }));
    expect(dialog).toBeInTheDocument();
    await send(user);
    await screen.findByRole('heading', { name: /number 41/u });
    expect(asked).toMatchObject([{ site_id: 1, post: 'Exit' }]);
  });

  it.each([
    ['technicians, who add a visit', technicianSession],
    ['the office, which has a screen of its own', adminSession],
  ])('offers %s no report of a fault', async (_, session) => {
    renderRoute('/guide', session);
    const help = await screen.findByRole('group', { name: 'Help' });
    expect(within(help).queryByRole('button', { name: 'Report a fault' })).toBeNull();
  });
});
