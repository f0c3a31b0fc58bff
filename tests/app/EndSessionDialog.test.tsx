import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import * as serverLogout from '../../src/app/session/server-logout.ts';
import { draftTitles, storeDraft } from '../../src/lib/device/drafts.ts';
import { getSession, setSession } from '../../src/lib/device/session.ts';
import { storedMessage } from '../../src/lib/language/stored-message.ts';
import { faultNames, faults } from '../faults/faults.ts';
import { renderRoute, userSession } from '../support/render-route.tsx';
import { origin, server } from '../support/server.ts';
import { catalogues, switchLanguage } from '../support/speak-in.ts';
import { hold } from '../support/waiting.ts';

const logoutCall = `${origin}/rest/v1/rpc/logout`;

async function openDialog() {
  const { user } = renderRoute('/fb');
  await user.click(await screen.findByRole('button', { name: 'End Session' }));
  return { user, dialog: screen.getByRole('dialog', { name: 'Are you sure you want to logout?' }) };
}

describe('End Session', () => {
  it('asks for confirmation, with the focus on No', async () => {
    const { dialog } = await openDialog();
    expect(dialog).toBeVisible();
    expect(screen.getByRole('button', { name: 'No' })).toHaveFocus();
  });

  it.each(['{Enter}', '{Escape}'])('stays logged in after %s, and gives the focus back', async (key) => {
    const { user, dialog } = await openDialog();
    await user.keyboard(key);
    expect(dialog).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'End Session' })).toHaveFocus();
    expect(getSession()).toEqual(userSession);
    expect(location.pathname).toBe('/fb');
  });

  it('ends the session here and on the server', async () => {
    const sentTokens: (string | null)[] = [];
    server.use(
      http.post(logoutCall, ({ request }) => {
        sentTokens.push(request.headers.get('x-portal-session'));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(await screen.findByLabelText('Secret Key')).toBeVisible();
    expect(location.pathname + location.search).toBe('/');
    expect(getSession()).toBeNull();
    await waitFor(() => expect(sentTokens).toEqual([userSession.token]));
  });

  it('lists the drafts that will be deleted, and deletes them', async () => {
    server.use(http.post(logoutCall, () => new HttpResponse(null, { status: 204 })));
    setSession(userSession);
    storeDraft('site/1', storedMessage('Site record of Selasih Park'), { capacity: '9' });
    const { user, dialog } = await openDialog();
    expect(within(dialog).getByText('These drafts on this device are deleted too:')).toBeVisible();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Site record of Selasih Park']);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(JSON.stringify(localStorage)).not.toContain('capacity');
  });

  it('names a draft in the language of the page, whatever the language in which it was started', () => {
    setSession(userSession);
    storeDraft('site/1', storedMessage('Site {name}', { name: 'Selasih Park' }), { capacity: '9' });
    storeDraft('site/new', storedMessage('New site'), { capacity: '9' });
    expect(draftTitles().toSorted()).toEqual(['New site', 'Site Selasih Park']);
    const malay = catalogues.ms;
    switchLanguage('ms');
    try {
      expect(draftTitles()).toContain(malay['Site {name}']?.replace('{name}', 'Selasih Park'));
      expect(draftTitles()).toContain(malay['New site']);
    } finally {
      switchLanguage('en');
    }
  });

  it('lists no drafts if none are stored', async () => {
    const { dialog } = await openDialog();
    expect(within(dialog).queryByText(/drafts/u)).toBeNull();
  });

  it.each(faultNames)('returns to the login at once even with %s', async (fault) => {
    const { held, release } = hold();
    const neverAnswered = () => held.then(() => HttpResponse.error());
    server.use(http.post(logoutCall, fault === 'hang' ? neverAnswered : faults[fault]));
    // the spy still calls the function; its promise shows when the logout has ended
    const logOut = vi.spyOn(serverLogout, 'logOutOnServer');
    const { user } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    expect(screen.getByLabelText('Secret Key')).toBeVisible();
    expect(screen.queryByText(/session has ended/u)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    // the logout retries until the server answers, and its timers must not outlive this test
    server.resetHandlers();
    release();
    const onlineTimer = setInterval(() => window.dispatchEvent(new Event('online')), 10);
    await logOut.mock.results.at(-1)?.value;
    clearInterval(onlineTimer);
  });
});
