import { act, screen, waitFor, within } from '@testing-library/react';
import { getResponse, http, HttpResponse, RequestHandler } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { setSession } from '../../../src/lib/device/session.ts';
import { open, site } from '../../features/service-history/open-history.ts';
import { allowConsole } from '../../support/console.ts';
import { fakeWorkers } from '../../support/fake-worker.ts';
import { renderRoute, technicianSession, userSession } from '../../support/render-route.tsx';
import { serveSigning, serveSites, siteRow, task } from '../../support/rows.ts';
import { origin, server } from '../../support/server.ts';
import { switchLanguage } from '../../support/speak-in.ts';
import { groupedSecret, rpc, serveLinks, serveTechnician } from './serve-links.ts';

beforeAll(() => import('../../../src/components/links/LinkDialog.tsx'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T13:30:00+08:00') });
  serveSigning();
  serveSites(site());
});
afterEach(() => switchLanguage('en'));

const address = `${location.origin}/shared#${groupedSecret}`;
const dialog = (name: string | RegExp = 'Link without a login') => within(screen.getByRole('dialog', { name }));

/** Opens the details of a client's visit, and the form of a link. */
async function openForm(query = '?task=3') {
  const view = renderRoute(`/data-fetcher${query}`);
  await view.user.click(await screen.findByRole('button', { name: 'Link without a login' }));
  await screen.findByRole('dialog', { name: 'Link without a login' });
  return view;
}

/** Types the name of the recipient, and makes the link. */
async function makeLink({ user }: Pick<ReturnType<typeof renderRoute>, 'user'>, label = 'Insurer') {
  await user.type(dialog().getByRole('textbox', { name: 'For whom' }), label);
  await user.click(dialog().getByRole('button', { name: 'Make' }));
}

const refuse = (status: number, code: string, hint: string | null = null) =>
  server.use(http.post(rpc('make_link'), () => HttpResponse.json({ code, message: 'no', hint }, { status })));

describe('a link to a visit', () => {
  it('says before what the link shows, and is made for 30 days with two presses and a name', async () => {
    const { asked } = serveLinks();
    const { user } = await openForm();
    expect(
      dialog().getByText(
        '1 visit, 2 photos, 1 PDF with names, signatures, perhaps number plates. Anybody who has the link sees them.',
      ),
    ).toBeVisible();
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveFocus();
    expect(dialog().getByText('Until 22 December 2026. You can end it before, at any time.')).toBeVisible();
    await user.keyboard('Insurer{Enter}');
    expect(await screen.findByText(address)).toBeVisible();
    expect(asked).toMatchObject([{ site_id: 1, task_ids: [3], label: 'Insurer', days: 30 }]);
    expect(asked[0]?.attempt).toMatch(/^[\da-f-]{36}$/u);
    const newLink = dialog('The link for Insurer');
    expect(newLink.getByText('Copy it now. It is not stored and cannot be shown again.')).toBeVisible();
    expect(newLink.getByText(/^It opens 1 visit without a login, until 22 December 2026\./u)).toBeVisible();
    expect(newLink.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(newLink.getByRole('button', { name: 'Copy' })).toHaveFocus();
    await user.click(newLink.getByRole('button', { name: 'Copy' }));
    expect(await newLink.findByText('Copied.')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(address);
    await user.click(newLink.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(address)).toBeNull();
  });

  it('is beside the link that needs a login, and has another name', async () => {
    serveLinks();
    renderRoute('/data-fetcher?task=3');
    const details = within(await screen.findByRole('dialog', { name: 'Visit details' }));
    expect(details.getByRole('button', { name: 'Copy link' })).toBeVisible();
    expect(await details.findByRole('button', { name: 'Link without a login' })).toHaveAccessibleDescription(
      'Spring replaced',
    );
  });

  it.each([
    ['7 days', 7, 'Until 29 November 2026.'],
    ['90 days', 90, 'Until 20 February 2027.'],
  ])('works for %s if these are chosen', async (name, days, endText) => {
    const { asked } = serveLinks();
    const view = await openForm();
    await view.user.click(dialog().getByRole('button', { name }));
    expect(dialog().getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
    expect(dialog().getByText(new RegExp(`^${endText}`, 'u'))).toBeVisible();
    await makeLink(view);
    await screen.findByText(address);
    expect(asked.map((link) => link.days)).toEqual([days]);
  });

  it('needs the name of the recipient, in at most 120 characters', async () => {
    const { asked } = serveLinks();
    const { user } = await openForm();
    await user.click(dialog().getByRole('button', { name: 'Make' }));
    expect(await dialog().findByText('Say for whom it is.')).toBeVisible();
    const field = dialog().getByRole('textbox', { name: 'For whom' });
    expect(field).toHaveFocus();
    await user.click(field);
    await user.paste('x'.repeat(121));
    expect(dialog().queryByText('Say for whom it is.')).toBeNull();
    await user.click(dialog().getByRole('button', { name: 'Make' }));
    expect(field).toBeInvalid();
    expect(asked).toEqual([]);
  });

  it('remembers the input when the form is closed, until the link is made', async () => {
    serveLinks();
    const { user } = await openForm();
    await user.type(dialog().getByRole('textbox', { name: 'For whom' }), 'Contractor');
    await user.click(dialog().getByRole('button', { name: '7 days' }));
    await user.click(dialog().getByRole('button', { name: 'Cancel' }));
    await user.click(screen.getByRole('button', { name: 'Link without a login' }));
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveValue('Contractor');
    expect(dialog().getByRole('button', { name: '7 days' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(dialog().getByRole('button', { name: 'Make' }));
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    await screen.findByText('Copied.');
    await user.click(dialog('The link for Contractor').getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Link without a login' }));
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveValue('');
  });

  it('leaves the arrow keys to its field', async () => {
    serveLinks();
    const { user } = await openForm();
    await user.type(dialog().getByRole('textbox', { name: 'For whom' }), 'ab{ArrowLeft}c{ArrowRight}');
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveValue('acb');
    expect(new URLSearchParams(location.search).get('task')).toBe('3');
  });

  it.each([
    ['a site that has as many as it can have', 422, 'PT422', 'links-full', /^This site has as many links/u],
    ['a visit that was hidden meanwhile', 422, 'PT422', 'visits', /^A chosen visit is no longer shown\./u],
    ['a site that is gone', 404, 'PT404', null, /^This site no longer exists\./u],
    ['a key that may not', 403, 'PT403', null, /^This key is not allowed to make links of this site\./u],
    ['too many within the hour', 429, 'PT429', '125', /^Too many links .* Try again in 3 minutes\./u],
    ['too many, for how long is not said', 429, 'PT429', null, /Try again in 60 minutes\./u],
    ['anything else', 400, '22000', null, /^The link was not made\. Try again: only one link is made\./u],
  ])('is refused with a message for %s, and the input stays', async (_, status, code, hint, words) => {
    allowConsole(/The link was not made/u);
    serveLinks();
    refuse(status, code, hint);
    const view = await openForm();
    await makeLink(view);
    expect(await dialog().findByRole('alert')).toHaveTextContent(words);
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveValue('Insurer');
  });

  it('is made once if its answer was lost and it is made again', async () => {
    allowConsole(/The link was not made/u);
    const { asked, made } = serveLinks();
    let isLost = true;
    const handlers = server.listHandlers().filter((handler) => handler instanceof RequestHandler);
    server.use(
      http.post(rpc('make_link'), async ({ request }) => {
        if (!isLost) return undefined;
        isLost = false;
        await getResponse(handlers, request.clone());
        return HttpResponse.error();
      }),
    );
    const view = await openForm();
    await makeLink(view);
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'The service does not answer. Try again: only one link is made.',
    );
    await view.user.click(dialog().getByRole('button', { name: 'Make' }));
    await screen.findByText(address);
    expect(asked).toHaveLength(2);
    expect(new Set(asked.map(({ attempt }) => attempt)).size).toBe(1);
    expect(made()).toBe(1);
  });

  it('asks before the dialog closes if the link was not copied', async () => {
    serveLinks();
    const view = await openForm();
    await makeLink(view);
    const { user } = view;
    await screen.findByText(address);
    await user.click(dialog('The link for Insurer').getByRole('button', { name: 'Close' }));
    const question = dialog('Close without copying the link?');
    expect(question.getByText(/^It is shown only once\./u)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Back to the link' }));
    expect(screen.getByText(address)).toBeVisible();
    await user.click(dialog('The link for Insurer').getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Close without copying' }));
    expect(screen.queryByText(address)).toBeNull();
  });

  it('selects the link if the browser does not allow copying', async () => {
    serveLinks();
    const view = await openForm();
    await makeLink(view);
    await screen.findByText(address);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await view.user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText(/^The browser does not let the portal copy the link\./u)).toBeVisible();
    expect(getSelection()?.toString()).toBe(address);
  });

  it('is shared by the device, which counts as copied', async () => {
    serveLinks();
    const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('navigator', Object.assign(navigator, { share }));
    try {
      const view = await openForm();
      await makeLink(view);
      await screen.findByText(address);
      await view.user.click(dialog('The link for Insurer').getByRole('button', { name: 'Share' }));
      expect(share).toHaveBeenCalledWith({
        title: 'Residensi Selasih Park: 1 visit',
        text: 'Residensi Selasih Park: 1 visit, until 22 December 2026. It opens without a login.',
        url: address,
      });
      await view.user.click(dialog('The link for Insurer').getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByText(address)).toBeNull());
    } finally {
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  it('leads to the login if the session has ended, and the input is there again', async () => {
    allowConsole(/The link was not made/u);
    serveLinks();
    const view = await openForm();
    server.use(
      http.post(`${origin}/rest/v1/*`, () =>
        HttpResponse.json({ code: 'PT401', message: 'Session expired', details: null, hint: null }, { status: 401 }),
      ),
    );
    await makeLink(view, 'Contractor');
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    server.resetHandlers();
    serveSigning();
    serveSites(site());
    serveLinks();
    act(() => setSession({ ...userSession, token: 'e'.repeat(64) }));
    await view.user.click(await screen.findByRole('button', { name: 'Link without a login' }));
    await screen.findByRole('dialog', { name: 'Link without a login' });
    expect(dialog().getByRole('textbox', { name: 'For whom' })).toHaveValue('Contractor');
  });

  it('is not offered to a technician', async () => {
    serveLinks();
    serveTechnician();
    renderRoute('/data-fetcher?site=Selasih+Park&task=3', technicianSession);
    await screen.findByRole('dialog', { name: 'Visit details' });
    expect(screen.queryByRole('button', { name: 'Link without a login' })).toBeNull();
  });

  it('is in the language of the reader', async () => {
    switchLanguage('ms');
    serveLinks();
    const { user } = renderRoute('/data-fetcher?task=3');
    await user.click(await screen.findByRole('button', { name: 'Pautan tanpa log masuk' }));
    expect(await screen.findByText(/^1 lawatan, 2 foto, 1 PDF dengan nama, tandatangan/u)).toBeVisible();
  });
});

/** Starts choosing in the history, and chooses these visits. */
async function choose(names: readonly RegExp[]) {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Choose' }));
  for (const name of names) await user.click(screen.getByRole('checkbox', { name }));
  return { user, bar: within(screen.getByRole('region', { name: 'Chosen visits' })) };
}

describe('a link to chosen visits', () => {
  it('opens all of them, and is made with two presses', async () => {
    const { asked } = serveLinks();
    const view = await choose([/^Choose Spring replaced/u, /^Choose Loop tuned/u]);
    await view.user.click(view.bar.getByRole('button', { name: 'Link' }));
    await screen.findByRole('dialog', { name: 'Link without a login' });
    expect(dialog().getByText(/^2 visits, 2 photos, 1 PDF with names, signatures,/u)).toBeVisible();
    await makeLink(view, 'Contractor');
    expect(await screen.findByText(/^It opens 2 visits without a login/u)).toBeVisible();
    expect(asked.map(({ task_ids }) => task_ids)).toEqual([[2, 3]]);
  });

  it('is made from the menu of a card, which says who sees it', async () => {
    // the printed form is prepared when its item has the focus
    fakeWorkers();
    serveLinks();
    const { user } = renderRoute('/maintenance?year=2026&month=mar');
    const card = within(await screen.findByRole('article', { name: 'Spring replaced' }));
    await user.click(card.getByRole('button', { name: 'More' }));
    const item = screen.getByRole('menuitem', { name: 'Link without a login' });
    expect(item).toHaveAccessibleDescription('Anybody who has it sees this visit, until it ends.');
    await user.click(item);
    expect(await screen.findByText(/^1 visit, 2 photos, 1 PDF with names/u)).toBeVisible();
  });

  it('has 200 visits at most', async () => {
    serveLinks();
    const tasks2024 = Array.from({ length: 201 }, (_, index) => task({ id: index + 1, title: `Visit ${index + 1}` }));
    serveSites(siteRow({ tasks2024 }));
    const { user, bar } = await choose([]);
    await user.click(bar.getByRole('button', { name: 'Choose all 201 that match' }));
    const button = bar.getByRole('button', { name: 'Link' });
    expect(button).toHaveAccessibleDescription('A link is for at most 200 visits.');
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not offered to a technician', async () => {
    serveLinks();
    serveTechnician();
    const { user } = renderRoute('/data-fetcher?site=Selasih+Park', technicianSession);
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Choose' }));
    await user.click(screen.getByRole('checkbox', { name: /^Choose Loop tuned/u }));
    const bar = within(screen.getByRole('region', { name: 'Chosen visits' }));
    expect(bar.getByRole('button', { name: 'ZIP' })).toBeVisible();
    expect(bar.queryByRole('button', { name: 'Link' })).toBeNull();
  });
});
