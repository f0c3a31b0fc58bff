import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect } from 'vitest';
import { loadClient } from '../../src/features/login/LoginRoute.tsx';
import { ownDevice, phone, serveSessions, sessionCall, tablet } from '../components/sessions/serve-sessions.ts';
import { adminRow, madeKey, rpcUrl, serveMain } from '../features/access-keys/serve-main.ts';
import { serveCarPosts, unlockUrl } from '../features/failure-analytics/serve-car-posts.ts';
import { adminSession, userSession } from '../support/render-route.tsx';
import { keyRow, serveSites, siteRow } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { pressAll, testFaults, type Call } from './inject.ts';

const key = 'GATEKEEPER-9HXC-4WTE';
const logs =
  /^(?:The access key could not be changed|The session was not ended|Login failed|The failure counts could not)/u;
const checkListText =
  'Error updating data. Before you try again, check the list: a new key that nobody has seen can be revoked.';
const refused = 'Error updating data. Try again.';
const repeatText = 'Error updating data. Try again: what was done before is not done twice.';

let called: object[] = [];
let bulk: object[] = [];
let asked: string[] = [];

function serveKeys(): void {
  ({ called, bulk } = serveMain(
    keyRow(),
    keyRow({ id: 4, label: 'Ali', role: 'technician', site_ids: [1] }),
    adminRow(),
  ));
  server.use(
    http.post<never, object>(rpcUrl('set_key_sites'), async ({ request }) => {
      called.push(await request.json());
      return new HttpResponse(null, { status: 204 });
    }),
  );
}

const dialog = () => within(screen.getByRole('dialog'));
const shows = (text: string | RegExp) => () => void expect(screen.getByText(text)).toBeVisible();

/** A call of a dialog of the access keys, which a button of the list opens. */
const ofKeys = (
  from: string,
  opener: string,
  button: string,
  call: Pick<Call, 'expected' | 'done'> & Partial<Call>,
): Call => ({
  from: [from],
  request: { method: 'post', url: rpcUrl(from.split(' ').at(-1) ?? '') },
  as: adminSession,
  at: '/DataEditor/keys',
  serve: serveKeys,
  begin: async (user) => {
    // the actions of a key are in its menu
    const [, action, label] = /^(Rotate|Revoke) (.+)$/u.exec(opener) ?? [];
    if (action === undefined || label === undefined)
      return user.click(await screen.findByRole('button', { name: opener }));
    await user.click(await screen.findByRole('button', { name: 'More', description: label }));
    return user.click(screen.getByRole('menuitem', { name: action }));
  },
  press: pressAll(button),
  written: () => called.length,
  logs,
  ...call,
});

const making = {
  expected: { other: checkListText, '403': refused, '409': refused, '429': refused },
  repeated: 'asks to look',
  done: () => void expect(screen.getByText(madeKey)).toBeVisible(),
} satisfies Partial<Call>;

/** A call of a dialog for all keys that the list has. */
const ofManyKeys = (from: string, opener: string, button: string, call: Pick<Call, 'done'> & Partial<Call>): Call =>
  ofKeys(from, opener, button, {
    // after a fault that leaves open what was done, the button says so
    press: pressAll(new RegExp(`^(?:${button}|Try again)$`, 'u')),
    expected: { other: repeatText, '403': refused, '409': refused, '429': refused },
    begin: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select all that match' }));
      await user.click(
        within(screen.getByRole('region', { name: 'Selected keys' })).getByRole('button', { name: opener }),
      );
    },
    // a repeated call with the same arguments counts once, whatever its batch
    written: () => new Set(bulk.map((each) => JSON.stringify({ ...each, batch: null }))).size,
    ...call,
  });

const sessions = {
  as: userSession,
  at: '/profile',
  serve: () => {
    serveSites(siteRow());
    asked = serveSessions(ownDevice, phone, tablet);
  },
  logs,
};
const openSessions: NonNullable<Call['begin']> = async (user) => {
  await user.click(await screen.findByRole('button', { name: 'Sessions of your key' }));
};
const endCount = () => asked.filter((call) => call.startsWith('end')).length;

testFaults({
  'the login': {
    from: ['features/login/login-call.ts: rpc login'],
    request: { method: 'post', url: `${origin}/rest/v1/rpc/login` },
    as: null,
    at: '/',
    serve: () => {
      serveSites(siteRow());
      server.use(
        http.post(`${origin}/rest/v1/rpc/login`, () =>
          HttpResponse.json({
            session: 'c'.repeat(64),
            role: 'user',
            site: 'Selasih Park',
            key_id: 2,
            expires_at: '2026-11-22T01:00:00+08:00',
          }),
        ),
      );
    },
    begin: async (user) => {
      await user.type(screen.getByLabelText('Secret Key'), key);
      await loadClient();
    },
    press: pressAll('Login'),
    expected: {
      other: 'Error fetching token. Check your connection and try again.',
      '429': 'Too many attempts. Try again in 3 minutes.',
    },
    kept: () => {
      const field = screen.getByLabelText<HTMLInputElement>('Secret Key');
      expect(field).toHaveValue(key);
      expect(field).toHaveFocus();
      expect(field.selectionEnd).toBe(key.length);
    },
    done: () => expect(location.pathname).not.toBe('/'),
    logs,
  },
  'the admin key that unlocks the failure counts': {
    from: ['features/failure-analytics/unlock/UnlockDialog.tsx: rpc unlock_analytics'],
    request: { method: 'post', url: unlockUrl },
    as: userSession,
    at: '/charts?year=2026',
    serve: () => {
      serveCarPosts();
      server.use(
        http.post(unlockUrl, () =>
          HttpResponse.json({ unlocked_until: new Date(Date.now() + 1_800_000).toISOString() }),
        ),
      );
    },
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Unlock Admin Access' }));
      fireEvent.change(screen.getByLabelText('Admin key'), { target: { value: key } });
    },
    press: pressAll('Unlock'),
    expected: {
      other: 'The key could not be checked. Check your connection and try again.',
      '403': 'Invalid token.',
      '429': 'Too many attempts. Try again in 3 minutes.',
    },
    kept: () => {
      expect(screen.getByLabelText('Admin key')).toHaveValue(key);
      expect(screen.getByLabelText('Admin key')).toHaveFocus();
    },
    done: () => void expect(screen.getByRole('button', { name: 'Admin Mode Active' })).toBeVisible(),
    logs,
  },
  'a new access key': ofKeys('features/access-keys/key-calls.ts: rpc issue_key', 'Issue a key', 'Issue key', {
    ...making,
    at: '/DataEditor/keys?site=Selasih+Park',
    begin: async (user) => {
      await user.click(await screen.findByRole('button', { name: 'Issue a key' }));
      fireEvent.change(screen.getByRole('textbox', { name: 'Label' }), { target: { value: 'Guard house' } });
    },
    kept: () => void expect(screen.getByRole('textbox', { name: 'Label' })).toHaveValue('Guard house'),
  }),
  'the rotation of an access key': ofKeys(
    'features/access-keys/key-calls.ts: rpc rotate_key',
    'Rotate Front desk',
    'Rotate',
    {
      ...making,
      kept: () => void expect(dialog().getByRole('combobox')).toHaveDisplayValue('7 days'),
    },
  ),
  'the end of an access key': ofKeys(
    'features/access-keys/key-calls.ts: rpc revoke_key',
    'Revoke Front desk',
    'Revoke',
    {
      expected: refused,
      repeated: 'changes nothing',
      done: shows('The key “Front desk” is revoked.'),
    },
  ),
  'a changed end of an access key': ofKeys(
    'features/access-keys/key-calls.ts: rpc set_key_end',
    'Change the end of Front desk',
    'Save',
    {
      expected: refused,
      begin: async (user) => {
        await user.click(await screen.findByRole('button', { name: 'Change the end of Front desk' }));
        fireEvent.change(dialog().getByLabelText('Last day (optional)'), { target: { value: '2098-12-31' } });
      },
      kept: () => void expect(dialog().getByLabelText('Last day (optional)')).toHaveValue('2098-12-31'),
      repeated: 'changes nothing',
      done: shows('The key “Front desk” works until 31 December 2098 at 23:59.'),
    },
  ),
  'a changed label of an access key': ofKeys(
    'features/access-keys/key-calls.ts: rpc set_key_label',
    'Change the label of Front desk',
    'Save',
    {
      expected: refused,
      begin: async (user) => {
        await user.click(await screen.findByRole('button', { name: 'Change the label of Front desk' }));
        fireEvent.change(screen.getByRole('textbox', { name: 'Label' }), { target: { value: 'Night shift' } });
      },
      kept: () => void expect(screen.getByRole('textbox', { name: 'Label' })).toHaveValue('Night shift'),
      repeated: 'changes nothing',
      done: shows('The key “Front desk” is called “Night shift” now.'),
    },
  ),
  'the ends that keys took over from others': ofKeys(
    'features/access-keys/key-calls.ts: rpc mend_key_ends',
    'Correct their ends',
    'Correct',
    {
      serve: () => {
        ({ called } = serveMain(
          keyRow({ expires_at: '2098-12-31T15:59:59+00:00', end_reason: 'inherited' }),
          adminRow(),
        ));
      },
      expected: refused,
      kept: () => void expect(dialog().getByRole('listitem')).toHaveTextContent('no end instead of 31 December 2098'),
      repeated: 'changes nothing',
      done: shows(/the right end now/u),
    },
  ),
  'the rotation of many keys': ofManyKeys(
    'features/access-keys/bulk/bulk-calls.ts: rpc rotate_keys',
    'Rotate',
    'Rotate',
    {
      kept: () => void expect(dialog().getByRole('combobox')).toHaveDisplayValue('7 days'),
      done: () => void expect(screen.getByRole('dialog', { name: '3 new keys' })).toBeVisible(),
    },
  ),
  'the end of many keys at once': ofManyKeys(
    'features/access-keys/bulk/bulk-calls.ts: rpc revoke_keys',
    'Revoke',
    'Revoke anyway',
    {
      serve: () => {
        ({ bulk } = serveMain(keyRow({ id: 5 }), keyRow({ id: 4, label: 'Ali', role: 'technician', site_ids: [1] })));
      },
      done: shows('2 keys are revoked.'),
    },
  ),
  'a changed end of many keys': ofManyKeys(
    'features/access-keys/bulk/bulk-calls.ts: rpc set_key_ends',
    'Set an end',
    'Save',
    {
      begin: async (user) => {
        await user.click(await screen.findByRole('checkbox', { name: 'Select all that match' }));
        await user.click(screen.getByRole('button', { name: 'Set an end' }));
        fireEvent.change(dialog().getByLabelText('Last day'), { target: { value: '2098-12-31' } });
      },
      kept: () => void expect(dialog().getByLabelText('Last day')).toHaveValue('2098-12-31'),
      done: shows('3 keys work until 31 December 2098 at 23:59 now.'),
    },
  ),
  'how many links end with keys': {
    from: ['features/access-keys/bulk/bulk-calls.ts: rpc links_of_keys'],
    request: { method: 'post', url: rpcUrl('links_of_keys') },
    as: adminSession,
    at: '/DataEditor/keys',
    serve: () => void serveMain(keyRow({ id: 5 }), adminRow()),
    begin: async (user) => {
      await user.click(await screen.findByRole('checkbox', { name: 'Select all that match' }));
    },
    press: () => {
      const open = screen.queryByRole('dialog');
      if (open) fireEvent.click(within(open).getByRole('button', { name: 'Cancel' }));
      const bar = within(screen.getByRole('region', { name: 'Selected keys' }));
      fireEvent.click(bar.getByRole('button', { name: 'Revoke' }));
    },
    expected: 'How many links end too could not be read.',
    done: () => {
      expect(screen.getByRole('dialog', { name: 'Revoke 2 keys?' })).toBeVisible();
      expect(screen.queryByText('How many links end too could not be read.')).toBeNull();
      expect(screen.queryByText('Counting the links that end too…')).toBeNull();
    },
  },
  'the successors that ended keys can have': {
    from: ['records/access-key/access-key-queries.ts: rpc ended_keys'],
    request: { method: 'post', url: rpcUrl('ended_keys') },
    as: adminSession,
    at: '/DataEditor/keys',
    serve: () => {
      const ended = { role: 'technician', revoked_at: '2026-11-20T03:00:00Z' } as const;
      serveMain(keyRow({ id: 4, label: 'Ali', site_id: null, ...ended }), adminRow());
    },
    press: pressAll('Try again'),
    expected: 'Error fetching data.',
    done: () => void expect(screen.getByRole('button', { name: 'Issue a successor of Ali' })).toBeVisible(),
  },
  'the rotation in place of a revocation': ofKeys(
    'features/access-keys/key-calls.ts: rpc rotate_key',
    'Revoke Ali',
    'Rotate without overlap',
    { ...making },
  ),
  'the sites of an access key': ofKeys(
    'features/access-keys/key-calls.ts: rpc set_key_sites',
    'Change sites of Ali',
    'Save',
    {
      expected: refused,
      begin: async (user) => {
        await user.click(await screen.findByRole('button', { name: 'Change sites of Ali' }));
        await user.click(dialog().getByRole('checkbox', { name: 'Kingfisher Rise' }));
      },
      kept: () => void expect(dialog().getByRole('checkbox', { name: 'Kingfisher Rise' })).toBeChecked(),
      repeated: 'changes nothing',
      done: shows(/^The key “Ali”/u),
    },
  ),
  'the list of sessions': {
    from: ['records/access-key/access-key-queries.ts: rpc list_sessions'],
    request: { method: 'post', url: sessionCall('list_sessions') },
    ...sessions,
    begin: openSessions,
    press: () => {
      fireEvent.click(screen.getByRole('button', { name: 'Close' }));
      fireEvent.click(screen.getByRole('button', { name: 'Sessions of your key' }));
    },
    expected: { other: 'Error fetching data.', '403': 'Your key is not allowed to see these sessions.' },
    done: () => {
      expect(screen.queryByText('Error fetching data.')).toBeNull();
      shows('3 devices')();
    },
  },
  'the end of a session': {
    from: ['records/access-key/access-key-queries.ts: rpc end_session'],
    request: { method: 'post', url: sessionCall('end_session') },
    ...sessions,
    begin: async (user) => {
      await openSessions(user);
      await screen.findByText('3 devices');
    },
    press: () => void fireEvent.click(screen.getByRole('button', { name: /^End the session on Safari on iPhone/u })),
    expected: refused,
    done: shows('Safari on iPhone is logged out.'),
    repeated: 'changes nothing',
    written: endCount,
  },
  'the end of all sessions': {
    from: ['records/access-key/access-key-queries.ts: rpc end_sessions'],
    request: { method: 'post', url: sessionCall('end_sessions') },
    ...sessions,
    begin: async (user) => {
      await openSessions(user);
      await user.click(await screen.findByRole('button', { name: 'End all others' }));
    },
    press: () =>
      void fireEvent.click(
        within(screen.getByRole('dialog', { name: 'End all others?' })).getByRole('button', {
          name: /^End all others/u,
        }),
      ),
    expected: refused,
    done: shows('2 devices are logged out.'),
    repeated: 'changes nothing',
    written: endCount,
  },
});
