import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionsDialog } from '../../../src/components/sessions/SessionsDialog.tsx';
import { queryClient } from '../../../src/lib/query-client.ts';
import { getSession, setSession } from '../../../src/lib/device/session.ts';
import { allowConsole } from '../../support/console.ts';
import { faults } from '../../faults/faults.ts';
import { userSession } from '../../support/render-route.tsx';
import { server } from '../../support/server.ts';
import { hold } from '../../support/waiting.ts';
import { keySession, own, phone, serveSessions, sessionCall, tablet } from './serve-sessions.ts';

beforeEach(() => setSession(userSession));

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
  it('shows the device, last use and end of each session, and marks this one', async () => {
    const asked = serveSessions(own, phone);
    open();
    expect(screen.getByText('Loading sessions…')).toBeVisible();
    expect(await screen.findByText('2 sessions')).toBeVisible();
    expect(rows()).toEqual([
      [
        'Edge on WindowsThis session',
        'Last used 20 November 2026 at 16:05',
        'Logged in 20 November 2026 at 09:00',
        'Until its tab is closed',
      ],
      [
        'Safari on iPhone',
        'Last used 20 November 2026 at 16:05',
        'Logged in 20 November 2026 at 09:00',
        'Kept logged in, until 20 December 2026 at the latest',
      ],
    ]);
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['End', 'Close']);
    expect(asked).toEqual(['list {}']);
  });

  it('shows the sessions of the requested key', async () => {
    const asked = serveSessions(keySession());
    open(7);
    expect(await screen.findByText('1 session')).toBeVisible();
    expect(asked).toEqual(['list {"key_id":7}']);
  });

  it('says when nobody is logged in', async () => {
    serveSessions();
    open(7);
    expect(await screen.findByText('Nobody is logged in with this key.')).toBeVisible();
  });

  it('says when nobody else is logged in', async () => {
    serveSessions(own);
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

describe('ending one session', () => {
  it('logs that device out, confirms it and keeps the focus in the list', async () => {
    const asked = serveSessions(own, phone, tablet);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: /^End the session on Safari on iPhone/u }));
    expect(await screen.findByText('Safari on iPhone is logged out.')).toBeVisible();
    expect(await screen.findByText('2 sessions')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Sessions' })).toHaveFocus();
    expect(asked).toEqual(['list {}', `end {"session_id":"${phone.id}"}`, 'list {}']);
  });

  it('is requested once, however often the button is pressed', async () => {
    const asked = serveSessions(own, phone);
    const { held, release } = hold();
    server.use(
      http.post(sessionCall('end_session'), async () => {
        asked.push('end');
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
    expect(asked.filter((one) => one === 'end')).toHaveLength(1);
  });
});

describe('ending all', () => {
  it('asks for confirmation, spares this session and reports how many it ended', async () => {
    const asked = serveSessions(own, phone, tablet);
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'End all others' }));
    expect(question('End all others?').getByText(/^2 devices are logged out at once/u)).toBeVisible();
    await user.click(question('End all others?').getByRole('button', { name: 'Cancel' }));
    await user.click(button('End all others'));
    await user.click(question('End all others?').getByRole('button', { name: 'End all others' }));
    expect(await screen.findByText('2 sessions are ended.')).toBeVisible();
    expect(await screen.findByText('No other device is logged in with this key.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Sessions' })).toHaveFocus();
    expect(asked).toEqual(['list {}', 'end all {}', 'list {}']);
  });

  it('ends all sessions of another key', async () => {
    const asked = serveSessions(phone, tablet);
    const { user } = open(7);
    await user.click(await screen.findByRole('button', { name: 'End all' }));
    await user.click(question('End all?').getByRole('button', { name: 'End all' }));
    expect(await screen.findByText('Nobody is logged in with this key.')).toBeVisible();
    expect(asked).toContain('end all {"key_id":7}');
  });

  it('reports a failure in its dialog', async () => {
    allowConsole(/^The session was not ended/u);
    serveSessions(own, phone, tablet);
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
