import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { storeResultCopy } from '../../src/lib/device/copies.ts';
import { rememberSession } from '../../src/lib/device/session-copies.ts';
import { endSession, isConfirmed, setSession, type Session } from '../../src/lib/device/session.ts';
import { queryClient } from '../../src/lib/query-client.ts';
import { answerWith, someNoServiceAnswers, type Answer } from '../support/answers.ts';
import { fakeStorage } from '../support/fake-storage.ts';
import { userSession } from '../support/render-route.tsx';
import { siteRow } from '../support/rows.ts';
import { origin, server } from '../support/server.ts';
import { eventually, hurry } from '../support/waiting.ts';

const expiresAt = new Date(Date.now() + 12 * 3_600_000).toISOString();
const copyText = /^Saved copy of 21 Nov 2026, 14:05\. There is no connection\.$/u;
const whoami = `${origin}/rest/v1/rpc/whoami`;

let testNumber = 0;
let session: Session;

/** The device after an earlier visit, with a copy of the site's record. */
beforeEach(async () => {
  testNumber += 1;
  session = {
    ...userSession,
    token: String(testNumber).padStart(64, 'e'),
    keyId: 700 + testNumber,
    kept: true,
    expiresAt,
  };
  await fakeStorage();
  setSession(session);
  await rememberSession(session);
  const { revision: _, updated_at: __, ...record } = siteRow();
  const copy = { value: record, at: Date.parse('2026-11-21T06:05:00Z') };
  await storeResultCopy(`${session.keyId}.user`, '["maintables",null]', copy);
  endSession('unseen');
  queryClient.clear();
  hurry();
});

const answerAllWith = (answer: Answer) =>
  server.use(http.all(`${origin}/rest/*`, answerWith(answer)), http.all(`${origin}/storage/*`, answerWith(answer)));

function serveAll(sitename: string): void {
  server.use(
    http.post(whoami, () =>
      HttpResponse.json({ role: 'user', site: 'Selasih Park', key_id: session.keyId, expires_at: expiresAt }),
    ),
    http.get(`${origin}/rest/v1/maintables`, () => HttpResponse.json([siteRow({ sitename })])),
    http.get(`${origin}/rest/v1/carpost`, () => HttpResponse.json([])),
    http.post(`${origin}/storage/v1/object/sign/rfidboomgatephoto`, () => HttpResponse.json([])),
  );
}

function open(): void {
  localStorage.setItem('portal.session', JSON.stringify(session));
  dispatchEvent(new StorageEvent('storage', { key: 'portal.session' }));
  history.replaceState(null, '', '/data-fetcher');
  render(<App />);
}

it.each(someNoServiceAnswers)(
  'under %s a cold start shows what is on the device, an open page keeps its content, and both continue automatically',
  async (_, answer) => {
    answerAllWith(answer);
    open();
    expect(await screen.findByText(copyText)).toBeVisible();
    expect(await screen.findByText('Monthly preventive maintenance')).toBeVisible();
    expect(isConfirmed()).toBe(false);

    serveAll('Freshly read');
    expect(await screen.findByText('Freshly read')).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/^Saved copy/u)).toBeNull());
    await eventually(() => expect(isConfirmed()).toBe(true));

    answerAllWith(answer);
    void queryClient.refetchQueries({ type: 'active' });
    expect(await screen.findByText(/^Saved copy of .*There is no connection\.$/u)).toBeVisible();
    expect(await screen.findByText('Freshly read')).toBeVisible();
    expect(screen.queryByText('Error fetching data.')).toBeNull();
    serveAll('Read again');
    expect(await screen.findByText('Read again')).toBeVisible();
  },
);

it('shows nothing if the service refuses the session for good, and says so', async () => {
  serveAll('Freshly read');
  server.use(
    http.post(whoami, () => HttpResponse.json({ code: '42501', message: 'permission denied' }, { status: 403 })),
  );
  open();
  expect(await screen.findByText('The server could not confirm your session')).toBeVisible();
  expect(screen.queryByText('Monthly preventive maintenance')).toBeNull();
  serveAll('Freshly read');
  expect(await screen.findByText('Freshly read')).toBeVisible();
});

it('shows the copies and says that the service does not answer, if only the records are not answered', async () => {
  serveAll('Freshly read');
  server.use(http.get(`${origin}/rest/v1/*`, answerWith({ status: 503, body: 'Busy' })));
  open();
  expect(await screen.findByText(copyText)).toBeVisible();
  await eventually(() => expect(isConfirmed()).toBe(true));
  serveAll('Freshly read');
  expect(await screen.findByText('Freshly read')).toBeVisible();
});
