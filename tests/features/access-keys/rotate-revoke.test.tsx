import { act, screen, waitFor, within, fireEvent } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi, beforeEach } from 'vitest';
import { queryClient } from '../../../src/lib/query-client.ts';
import { keyRow } from '../../support/rows.ts';
import { server } from '../../support/server.ts';
import { copyButton, issueButton, issueGuardHouseKey, labelField, newKeyDialog } from './open-issue-key.ts';
import { adminRow, openAction, bodyRows, closeToasts, madeKey, openKeys, rpcUrl, labels } from './serve-main.ts';

const open = async (action: 'Rotate' | 'Revoke', of = 'Front desk') => {
  const view = await openKeys();
  await openAction(view.user, action, of);
  const dialog = screen.getByRole('dialog', { name: `${action} the key “${of}”?` });
  return { ...view, dialog: within(dialog) };
};

const graceChoice = () => screen.getByRole('combobox', { name: 'The old key goes on working for' });

const ali = (values = {}) =>
  keyRow({ id: 4, label: 'Ali', role: 'technician', site_id: null, site_ids: [1], ...values });

const revokeAli = async () => {
  const view = await openKeys('', ali(), adminRow());
  await openAction(view.user, 'Revoke', 'Ali');
  const dialog = within(screen.getByRole('dialog', { name: 'Revoke the key “Ali”?' }));
  const press = (name: string) => view.user.click(dialog.getByRole('button', { name }));
  return { ...view, dialog, press };
};

const endedKey = () => ali({ revoked_at: '2026-11-20T03:00:00Z' });
const successor = () => screen.findByRole('button', { name: 'Issue a successor of Ali' });

/** Refuses the next call, because another admin has ended the key before. */
const refuseOnceAsEnded = (name: string) =>
  http.post(
    rpcUrl(name),
    () => HttpResponse.json({ code: 'PT404', message: `No such key in use (${name})` }, { status: 404 }),
    { once: true },
  );
const endedText = 'This key is no longer in use. It was revoked or has expired.';

describe('a key in the list', () => {
  afterEach(() => act(async () => closeToasts()));

  describe('rotating', () => {
    it.each([
      ['Not at all: it ends at once', '0'],
      ['1 hour', '1 hour'],
      ['1 day', '1 day'],
      ['7 days', '7 days'],
      ['30 days', '30 days'],
    ])('sends how long the old key goes on working: %s', async (choice, sent) => {
      const { user, called, dialog } = await open('Rotate');
      await user.selectOptions(graceChoice(), choice);
      await user.click(dialog.getByRole('button', { name: 'Rotate' }));
      expect(await screen.findByRole('dialog', { name: 'The new key for Front desk' })).toBeVisible();
      expect(screen.getByText(madeKey)).toBeVisible();
      expect(called).toEqual([{ key_id: 1, keep_old: sent, expires_at: 'infinity' }]);
      await user.click(screen.getByRole('button', { name: 'Copy' }));
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(bodyRows()).toHaveLength(4));
    });

    it('explains the consequences, and leaves the old key valid for a week by default', async () => {
      const { dialog } = await open('Rotate');
      expect(dialog.getByText('A new key for Selasih Park is made, with the same label.')).toBeVisible();
      expect(dialog.getByText(/^After that, everyone who logged in with the old key/)).toBeVisible();
      expect(graceChoice()).toHaveDisplayValue('7 days');
    });

    it('never ends an admin key at once, and warns that your own session may end with it', async () => {
      const { dialog } = await open('Rotate', 'Head office');
      expect(within(graceChoice()).getAllByRole('option')).toHaveLength(4);
      expect(within(graceChoice()).queryByRole('option', { name: /at once/ })).toBeNull();
      expect(dialog.getByText(/logged out, perhaps including you\./)).toBeVisible();
    });

    it('says that the key has ended meanwhile, keeps the choice and can be retried', async () => {
      vi.spyOn(console, 'error').mockReturnValue();
      const { user, called, dialog } = await open('Rotate');
      server.use(refuseOnceAsEnded('rotate_key'));
      await user.selectOptions(graceChoice(), '1 hour');
      await user.click(dialog.getByRole('button', { name: 'Rotate' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(endedText);
      expect(graceChoice()).toHaveValue('1 hour');
      await user.click(dialog.getByRole('button', { name: 'Rotate' }));
      expect(await screen.findByText(madeKey)).toBeVisible();
      expect(called).toEqual([{ key_id: 1, keep_old: '1 hour', expires_at: 'infinity' }]);
    });
  });

  describe('revoking', () => {
    it('names the key and the consequences, and shows the key as revoked', async () => {
      const { user, called, dialog } = await open('Revoke');
      expect(
        dialog.getByText(
          'The key for Selasih Park, issued on 5 January 2026 at 09:00, stops working at once. Everybody who is logged in with it is logged out at once. This cannot be undone.',
        ),
      ).toBeVisible();
      expect(dialog.queryByText(/your own session/)).toBeNull();
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      expect(await screen.findByText('The key “Front desk” is revoked.')).toBeVisible();
      expect(called).toEqual([{ key_id: 1 }]);
      expect(await screen.findByText('Revoked', { selector: 'td *' })).toBeVisible();
      expect(screen.getByRole('region', { name: 'All keys' })).toHaveFocus();
    });

    it('can be cancelled', async () => {
      const { user, called, dialog } = await open('Revoke');
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(called).toEqual([]);
    });

    it('warns that your own session may end with an admin key', async () => {
      const { dialog } = await open('Revoke', 'Depot');
      expect(dialog.getByText('If you logged in with this key, your own session ends too.')).toBeVisible();
    });

    it("says who can hand in waiting visits for an admin's key, and not for a client's key", async () => {
      const { user, dialog } = await open('Revoke', 'Depot');
      expect(
        dialog.getByText(/^Finished visits that wait on a device.*by another admin who logs in there\.$/),
      ).toBeVisible();
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await openAction(user, 'Revoke', 'Front desk');
      expect(screen.queryByText(/visits/u)).toBeNull();
      expect(screen.queryByRole('button', { name: /Rotate without/u })).toBeNull();
    });

    it('leads to the login, which explains it, if it was the own key', async () => {
      const { user, dialog } = await open('Revoke', 'Depot');
      server.use(
        http.get('*/rest/v1/main', () =>
          HttpResponse.json({ code: 'PT401', message: 'Session expired' }, { status: 401 }),
        ),
      );
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      expect(await screen.findByText('Your session has ended. Please log in again.')).toBeVisible();
    });

    it('explains why the last admin key is refused when another admin was quicker', async () => {
      const { user, dialog } = await open('Revoke', 'Depot');
      server.use(
        http.post(rpcUrl('revoke_key'), () =>
          HttpResponse.json({ code: 'PT409', message: 'any wording' }, { status: 409 }),
        ),
      );
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(
        'The last admin key cannot be revoked: nobody could manage the portal any more. First issue another one without an end date.',
      );
    });

    it('says that the key has ended meanwhile, and can be tried again', async () => {
      vi.spyOn(console, 'error').mockReturnValue();
      const { user, dialog, called } = await open('Revoke');
      server.use(refuseOnceAsEnded('revoke_key'));
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      expect(await dialog.findByRole('alert')).toHaveTextContent(endedText);
      await user.click(dialog.getByRole('button', { name: 'Revoke' }));
      expect(await screen.findByText('The key “Front desk” is revoked.')).toBeVisible();
      expect(called).toEqual([{ key_id: 1 }]);
    });

    it('revokes the chosen one of several keys with the same label', async () => {
      const { user, called } = await openKeys('', adminRow(), keyRow({ id: 2 }), keyRow({ id: 1 }));
      await openAction(user, 'Revoke', 'Front desk', 1);
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
      await waitFor(() => expect(called).toEqual([{ key_id: 1 }]));
    });
  });

  describe("revoking a technician's key", () => {
    it('says that visits may wait on the phone, and offers a rotation without overlap first', async () => {
      const { called, dialog, press } = await revokeAli();
      expect(
        dialog.getByText(/^Finished visits may wait on the phone\. Once the key is revoked, only an admin/u),
      ).toBeVisible();
      expect(
        dialog.getByText(/^A rotation without overlap ends the key just as quickly.* The new key has no end\.$/u),
      ).toBeVisible();
      expect(dialog.getByRole('button', { name: 'Rotate without overlap' })).toHaveClass('primary');
      expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus();
      await press('Rotate without overlap');
      expect(await screen.findByRole('dialog', { name: 'The new key for Ali' })).toBeVisible();
      expect(screen.getByText(madeKey)).toBeVisible();
      expect(called).toEqual([{ key_id: 4, keep_old: '0', expires_at: 'infinity' }]);
    });

    it('revokes anyway, and then offers a successor', async () => {
      const { user, called, press } = await revokeAli();
      await press('Revoke anyway');
      expect(await screen.findByText('The key “Ali” is revoked.')).toBeVisible();
      expect(called).toEqual([{ key_id: 4 }]);
      await user.click(await screen.findByRole('button', { name: 'Issue a successor of Ali' }));
      expect(screen.getByRole('dialog', { name: 'Issue a successor of “Ali”' })).toBeVisible();
    });

    it('says for either choice that the key has ended meanwhile, and can be tried again', async () => {
      vi.spyOn(console, 'error').mockReturnValue();
      const { called, dialog, press } = await revokeAli();
      server.use(refuseOnceAsEnded('rotate_key'), refuseOnceAsEnded('revoke_key'));
      await press('Rotate without overlap');
      expect(await dialog.findByRole('alert')).toHaveTextContent(endedText);
      await press('Revoke anyway');
      expect(await dialog.findByRole('alert')).toHaveTextContent(endedText);
      expect(called).toEqual([]);
      await press('Rotate without overlap');
      expect(await screen.findByText(madeKey)).toBeVisible();
    });
  });

  describe('issuing a successor', () => {
    it('replaces a revoked key of a technician, with its label and sites unless others are chosen', async () => {
      const { user, called } = await openKeys('', endedKey(), adminRow());
      await user.click(await successor());
      const dialog = within(screen.getByRole('dialog', { name: 'Issue a successor of “Ali”' }));
      expect(dialog.getByText(/^The ended key stays ended\. Visits and other drafts that it left/u)).toBeVisible();
      expect(dialog.queryByText('For whom')).toBeNull();
      expect(labelField()).toHaveValue('Ali');
      expect(dialog.getByRole('checkbox', { name: 'Selasih Park' })).toBeChecked();
      await user.click(dialog.getByRole('checkbox', { name: 'Kingfisher Rise' }));
      await user.clear(labelField());
      await user.type(labelField(), 'Ali, new phone');
      await user.click(issueButton());
      expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
      expect(called).toEqual([{ role: 'technician', label: 'Ali, new phone', site_ids: [1, 2], successor_of: 4 }]);
      await user.click(copyButton());
      await user.click(screen.getByRole('button', { name: 'Close' }));
      // the key has a successor now
      await waitFor(() => expect(screen.queryByRole('button', { name: /^Issue a successor/u })).toBeNull());
    });

    it('is not offered for a key in use, of another role, or with a successor', async () => {
      const others = [
        keyRow({ id: 1, revoked_at: '2026-11-20T03:00:00Z' }),
        adminRow({ revoked_at: '2026-11-20T03:00:00Z' }),
        adminRow({ id: 10, label: 'Depot' }),
        ali({ id: 5, label: 'Siti' }),
      ];
      await openKeys('', endedKey(), ...others);
      await successor();
      expect(screen.getAllByRole('button', { name: /^Issue a successor/u })).toHaveLength(1);
    });

    it('says when another admin was quicker', async () => {
      const { user } = await openKeys('', endedKey(), adminRow());
      await user.click(await successor());
      server.use(
        http.post(rpcUrl('issue_key'), () =>
          HttpResponse.json({ code: 'PT422', message: 'x', hint: 'replaced-before' }, { status: 422 }),
        ),
      );
      await user.click(issueButton());
      expect(await screen.findByRole('alert')).toHaveTextContent(
        'Another key has replaced this one meanwhile. Look at the list.',
      );
      expect(labelField()).toHaveValue('Ali');
    });
  });
});

const asksBeforeUnload = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

const notCopied = () => screen.getByRole('dialog', { name: 'Close without copying the key?' });

describe('the dialog of a new key', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T03:00:00Z') });
  });

  describe('the new key', () => {
    it('is copied', async () => {
      const { user } = await issueGuardHouseKey();
      await user.click(copyButton());
      expect(await screen.findByText('Copied.')).toBeVisible();
      expect(await navigator.clipboard.readText()).toBe(madeKey);
    });

    it('is selected if the browser does not allow copying', async () => {
      const { user } = await issueGuardHouseKey();
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
      await user.click(copyButton());
      expect(await screen.findByText(/It is selected: press Ctrl\+C/)).toBeVisible();
      expect(getSelection()?.toString()).toBe(madeKey);
      expect(screen.queryByText('Copied.')).toBeNull();
    });

    it.each([
      ['Escape', (user: UserEvent) => user.keyboard('{Escape}')],
      ['Close', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Close' }))],
    ])('is not lost by %s if it was not copied', async (_, close) => {
      const { user } = await issueGuardHouseKey();
      await close(user);
      expect(notCopied()).toHaveTextContent('It is not stored and cannot be shown again.');
      expect(screen.getByRole('button', { name: 'Back to the key' })).toHaveFocus();
      await user.keyboard('{Escape}');
      expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
      await close(user);
      await user.click(screen.getByRole('button', { name: 'Back to the key' }));
      expect(within(await newKeyDialog()).getByText(madeKey)).toBeVisible();
      await close(user);
      await user.click(screen.getByRole('button', { name: 'Close without copying' }));
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(await screen.findByRole('rowheader', { name: 'Guard house' })).toBeVisible();
    });

    it('can be closed without confirmation if it was copied, by the button or by hand', async () => {
      const first = await issueGuardHouseKey();
      await first.user.click(copyButton());
      await screen.findByText('Copied.');
      await first.user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
      await first.user.click(screen.getByRole('button', { name: 'Issue a key' }));
      await first.user.type(labelField(), 'Depot');
      await first.user.click(issueButton());
      fireEvent.copy(within(await newKeyDialog()).getByText(madeKey));
      await first.user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
    });

    it('does not count as copied if it could not be copied', async () => {
      const { user } = await issueGuardHouseKey();
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
      await user.click(copyButton());
      await screen.findByText(/It is selected/);
      await user.keyboard('{Escape}');
      expect(notCopied()).toBeVisible();
    });

    it('makes the browser ask before the tab is closed, until it is copied', async () => {
      const { user } = await issueGuardHouseKey();
      expect(asksBeforeUnload()).toBe(true);
      await user.click(copyButton());
      await screen.findByText('Copied.');
      expect(asksBeforeUnload()).toBe(false);
    });

    it('is not in any cache, URL, storage or console', async () => {
      const lines = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name));
      const { user } = await issueGuardHouseKey();
      const remembered = () =>
        JSON.stringify([
          queryClient
            .getQueryCache()
            .getAll()
            .map(({ state, queryKey }) => [state.data, queryKey]),
          queryClient
            .getMutationCache()
            .getAll()
            .map(({ state }) => [state.data, state.variables]),
          location.href,
          history.state,
          sessionStorage,
          localStorage,
          lines.map(({ mock }) => mock.calls),
        ]);
      expect(remembered()).toContain('Front desk');
      expect(remembered()).not.toContain(madeKey);
      await user.click(copyButton());
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(labels()).toContain('Guard house'));
      expect(remembered()).not.toContain(madeKey);
      expect(document.documentElement.outerHTML).not.toContain(madeKey);
    });
  });
});
