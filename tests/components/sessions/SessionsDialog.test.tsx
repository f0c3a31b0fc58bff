import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionsDialog } from '../../../src/components/sessions/SessionsDialog.tsx';
import { endSession, getSession, setSession } from '../../../src/lib/device/session.ts';
import { queryClient } from '../../../src/lib/query-client.ts';
import { faults } from '../../faults/faults.ts';
import { allowConsole } from '../../support/console.ts';
import { userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import { keyDevice, ownDevice, phone, serveSessions, sessionCall, tablet } from './serve-sessions.ts';

beforeEach(() => {
  localStorage.clear();
  setSession(userSession);
});

function open(keyId: number | null = null) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <SessionsDialog keyId={keyId} title="Sessions of your key" onClose={onClose} />
    </QueryClientProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

const rows = () =>
  screen.getAllByRole('listitem').map((row) => Array.from(row.querySelectorAll('p'), (p) => p.textContent));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const question = (name: string) => within(screen.getByRole('dialog', { name }));

describe('the list', () => {
  it('shows the first and last use and the end of each device, and marks this one', async () => {
    const calls = serveSessions(ownDevice, phone);
    open();
    expect(screen.getByText('Loading sessions…')).toBeVisible();
    expect(await screen.findByText('2 devices')).toBeVisible();
    expect(rows()).toEqual([
      [
        'Edge on WindowsThis device',
        'Last used 20 November 2026 at 16:05',
        'Logged in since 20 November 2026 at 09:00',
        'Until its tab is closed',
      ],
      [
        'Safari on iPhone',
        'Last used 20 November 2026 at 16:05',
        'Logged in since 20 November 2026 at 09:00',
        'Kept logged in, until 20 December 2026 at the latest',
      ],
    ]);
    expect(screen.getAllByRole('button').map((shown) => shown.textContent)).toEqual(['End', 'Close']);
    expect(calls).toEqual(['list {}']);
  });

  it('is searched by the name of a device and has pages where it is long', async () => {
    const manyDevices = Array.from({ length: 23 }, (_, index) =>
      keyDevice({ id: `d${index}`, device: index === 20 ? phone.device : tablet.device }),
    );
    serveSessions(ownDevice, ...manyDevices);
    const { user } = open();
    expect(await screen.findByText('24 devices')).toBeVisible();
    expect(rows()).toHaveLength(10);
    expect(rows()[0]?.[0]).toBe('Edge on WindowsThis device');
    await user.click(button('Next page'));
    await user.click(button('Next page'));
    expect(screen.getByText('21 to 24 of 24')).toBeVisible();
    expect(screen.getByText('24 devices')).toHaveFocus();
    const search = screen.getByRole('searchbox', { name: 'Search devices' });
    await user.type(search, 'iphone');
    expect(screen.getByText('1 device found')).toBeVisible();
    expect(rows().map(([device]) => device)).toEqual(['Safari on iPhone']);
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
    await user.type(search, ' zzz');
    expect(screen.getByText('No device matches.')).toBeVisible();
    expect(screen.queryByRole('listitem')).toBeNull();
  });

  it('has neither search nor pages where it is short', async () => {
    serveSessions(ownDevice, phone);
    open();
    expect(await screen.findByText('2 devices')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('shows the devices of the requested key', async () => {
    const calls = serveSessions(keyDevice());
    open(7);
    expect(await screen.findByText('1 device')).toBeVisible();
    expect(calls).toEqual(['list {"key_id":7}']);
  });

  it('says when nobody is logged in', async () => {
    serveSessions();
    open(7);
    expect(await screen.findByText('Nobody is logged in with this key.')).toBeVisible();
  });

  it('says when nobody else is logged in', async () => {
    serveSessions(ownDevice);
    open();
    expect(await screen.findByText('No other device is logged in with this key.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^End/u })).toBeNull();
  });

  it('explains a refusal, and offers no Try again', async () => {
    server.use(http.post(sessionCall('list_sessions'), faults['403']));
    open(9);
    expect(await screen.findByText('Your key is not allowed to see these sessions.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('logs out when this session was ended elsewhere', async () => {
    server.use(http.post(sessionCall('list_sessions'), faults['401']));
    open();
    await waitFor(() => expect(getSession()).toBeNull());
  });
});

describe('a device with several sessions', () => {
  it('is a single entry with the number of its tabs, and says that a closed tab may be among them', async () => {
    const twoTabs = keyDevice({ id: '5f0c6f0a-0000-4000-8000-000000000005', tabs: 2 });
    const [tabsAndPersistent, onlyPersistent] = [
      { ...twoTabs, id: `${twoTabs.id}6`, kept: true },
      { ...phone, id: `${twoTabs.id}7` },
    ];
    serveSessions({ ...ownDevice, tabs: 3 }, twoTabs, tabsAndPersistent, onlyPersistent);
    open();
    expect(await screen.findByText('4 devices')).toBeVisible();
    expect(rows().map(([name, , , end]) => [name, end])).toEqual([
      ['Edge on Windows, 3 tabsThis device', 'Until its tabs are closed'],
      ['Chrome on Windows, 2 tabs', 'Until its tabs are closed'],
      ['Chrome on Windows, 2 tabs', expect.stringMatching(/^Kept logged in, until /u)],
      ['Safari on iPhone', expect.stringMatching(/^Kept logged in, until /u)],
    ]);
    expect(screen.getByText('A tab that was closed is listed for up to an hour.')).toBeVisible();
  });

  it('does not need these words if each session is listed', async () => {
    serveSessions(ownDevice, phone);
    open();
    expect(await screen.findByText('2 devices')).toBeVisible();
    expect(screen.queryByText(/^A tab that was closed/u)).toBeNull();
  });
});

/** Returns what the list shows, and closes it. */
const readListOnce = async (keyId: number | null = null) => {
  const { user } = open(keyId);
  await screen.findByText(/^\d devices?/u);
  const listTexts = [screen.getByText(/^\d devices?/u).textContent, ...rows().map(([name]) => name)];
  await user.click(button('Close'));
  cleanup();
  queryClient.clear();
  return listTexts;
};

describe('a device that was not there when the list was last opened', () => {
  it('is marked until the list is closed, also after another login, and for each key separately', async () => {
    serveSessions(ownDevice, phone);
    // at the first time nothing is known as new
    expect(await readListOnce()).toEqual(['2 devices', 'Edge on WindowsThis device', 'Safari on iPhone']);
    serveSessions({ ...ownDevice, id: tablet.id }, phone, { ...tablet, id: ownDevice.id }, { ...tablet, id: 'x' });
    expect(await readListOnce()).toEqual([
      '4 devices, 1 new since you last looked here',
      'Edge on WindowsThis device',
      'Chrome on AndroidNew',
      'Safari on iPhone',
      'Chrome on Android',
    ]);
    act(() => endSession('logout'));
    setSession(userSession);
    serveSessions(ownDevice, tablet);
    expect(await readListOnce()).toEqual(['2 devices', 'Edge on WindowsThis device', 'Chrome on Android']);
    expect(await readListOnce(7)).toEqual(['2 devices', 'Edge on WindowsThis device', 'Chrome on Android']);
  });

  it('is not marked if nothing, or nothing valid, is stored', async () => {
    localStorage.setItem('portal.seen/devices-of-key-2', '{"a":1}');
    serveSessions(ownDevice, phone);
    expect((await readListOnce())[0]).toBe('2 devices');
  });
});

describe('ending a session of a device', () => {
  it('logs that device out, confirms it and keeps the focus in the list', async () => {
    const calls = serveSessions(ownDevice, phone, tablet);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^End the session on Safari on iPhone/u }));
    expect(await screen.findByText('Safari on iPhone is logged out.')).toBeVisible();
    expect(await screen.findByText('2 devices')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Sessions' })).toHaveFocus();
    expect(calls).toEqual(['list {}', `end {"session_id":"${phone.id}"}`, 'list {}']);
  });

  it('is requested once, however often the button is pressed', async () => {
    const calls = serveSessions(ownDevice, phone);
    const { held, release } = hold();
    server.use(
      http.post(sessionCall('end_session'), async () => {
        calls.push('end');
        await held;
        return HttpResponse.json(true);
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^End the session/u }));
    expect(button(/^End the session/u)).toHaveTextContent('Ending…');
    await user.click(button(/^End the session/u));
    release();
    expect(await screen.findByText('Safari on iPhone is logged out.')).toBeVisible();
    expect(calls.filter((call) => call === 'end')).toHaveLength(1);
  });
});

describe('ending all', () => {
  it('asks for confirmation, spares this session and reports how many sessions it ended', async () => {
    const calls = serveSessions(ownDevice, phone, tablet);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    expect(question('End all others?').getByText(/^2 devices are logged out at once/u)).toBeVisible();
    await user.click(question('End all others?').getByRole('button', { name: 'Cancel' }));
    await user.click(button('End all others'));
    await user.click(question('End all others?').getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('2 devices are logged out.')).toBeVisible();
    expect(await screen.findByText('No other device is logged in with this key.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Sessions' })).toHaveFocus();
    expect(calls).toEqual(['list {}', 'end all {}', 'list {}']);
  });

  it('ends all sessions of another key', async () => {
    const calls = serveSessions(phone, tablet);
    const { user } = open(7);
    await user.click(await screen.findByRole('button', { name: 'End all' }));
    await user.click(question('End all?').getByRole('button', { name: 'End all' }));
    expect(await screen.findByText('Nobody is logged in with this key.')).toBeVisible();
    expect(calls).toContain('end all {"key_id":7}');
  });

  it('reports a failure in its dialog', async () => {
    allowConsole(/^The session was not ended/u);
    serveSessions(ownDevice, phone, tablet);
    server.use(http.post(sessionCall('end_sessions'), faults['500']));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    await user.click(question('End all others?').getByRole('button', { name: 'End all others' }));
    expect(await question('End all others?').findByRole('alert')).toHaveTextContent('Error updating data. Try again.');
    await user.click(question('End all others?').getByRole('button', { name: 'Cancel' }));
    await user.click(button('End all others'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
