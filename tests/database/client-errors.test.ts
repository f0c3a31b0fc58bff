import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { send, type Answer } from './access/outcomes.ts';
import type { TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal } from './support/open-portal.ts';
import { call } from './support/write-requests.ts';

let backend: TestBackend;
let admin: string;
openPortal((portal) => {
  ({ backend, session: admin } = portal);
});

interface Reported {
  message?: unknown;
  screen?: unknown;
  release?: unknown;
}
const sampleError = { message: 'TypeError: x is undefined', screen: '/profile', release: 'a1b2' };

function report(body: Reported = {}, session?: string, ip = '203.0.113.7'): Promise<Answer> {
  const attempt = call('report_client_error', { ...sampleError, ...body });
  return send(backend, { ...attempt, headers: { 'cf-connecting-ip': ip } }, session);
}

const listed = v.array(
  v.strictObject({
    message: v.string(),
    screen: v.string(),
    release: v.string(),
    role: v.string(),
    times: v.number(),
    first_seen: v.pipe(v.string(), v.isoTimestamp()),
    last_seen: v.pipe(v.string(), v.isoTimestamp()),
  }),
);
const list = async () => v.parse(listed, JSON.parse((await send(backend, call('list_client_errors', {}), admin)).text));
const messages = async () => (await list()).map(({ message }) => message);

/** Adds this number of different errors, each a minute older than the one before. */
const addErrors = (count: number, role: string) =>
  backend.sql(`insert into private.client_errors (message, screen, release, role, last_seen)
    select '${role} ' || n, '/', 'x', '${role}', now() - n * interval '1 minute' from generate_series(1, ${count}) n`);

describe('a reported error', () => {
  test('is stored with the role of the session, whatever else the caller sends', async () => {
    await report();
    await report({}, await backend.sessionFor(keys.siteOne));
    await report({}, admin);
    expect((await list()).map(({ role }) => role).toSorted()).toEqual(['admin', 'none', 'user']);
    const [{ message, screen, release, times } = {}] = await list();
    expect({ message, screen, release, times }).toEqual({ ...sampleError, times: 1 });
  });

  test('is one row however often it occurs, with its first and last time', async () => {
    await report();
    await backend.sql(
      `update private.client_errors set first_seen = now() - interval '3 days', last_seen = first_seen`,
    );
    await report();
    await report({ release: 'c3d4' });
    const [, again] = await list();
    expect((await list()).map(({ release, times }) => [release, times])).toEqual([
      ['c3d4', 1],
      ['a1b2', 2],
    ]);
    expect(Math.round((Date.parse(again?.last_seen ?? '') - Date.parse(again?.first_seen ?? '')) / 86_400_000)).toBe(3);
  });

  test('is deleted 30 days after it last occurred, at the latest with the next report', async () => {
    await report();
    await backend.sql(`update private.client_errors set last_seen = now() - interval '30 days 1 minute'`);
    expect(await list()).toEqual([]);
    await report({ message: 'Another' });
    expect(await backend.sql('select message from private.client_errors')).toEqual([{ message: 'Another' }]);
  });

  test.each([
    ['a key', 'Login with SELASIH-7Q4M-2KD9 failed', 'Login with [key] failed'],
    ['a telephone number', 'Call +65 9123 4567 or 6123 4567', 'Call [number] or [number]'],
    ['a key of full strength', 'K7QF-9M2T-AAAA-BBBB-CCCC-DDDD-EEEE', '[key]'],
    ['a session', `Session ${'a1'.repeat(32)} gone`, 'Session [token] gone'],
    [
      'a long token, but not where code is',
      `${'a1'.repeat(13)}.js at MaintenanceFormRoute-B6IwYLnM9z.js:1:2345 < supabase-CqwliNunAAAAAAAAAAAA.mjs:2:88`,
      '[token].js at MaintenanceFormRoute-B6IwYLnM9z.js:1:2345 < supabase-CqwliNunAAAAAAAAAAAA.mjs:2:88',
    ],
    ['the query of a link', 'Failed: https://x.test/a.jpg?token=eyJh.b#c (GET)', 'Failed: https://x.test/a.jpg (GET)'],
    ['a mail address', 'No user "ann.lee@guard.sg"', 'No user "[mail]"'],
    ['line breaks and letters that turn the text', 'a\n\tb\u202Ec\u0007', 'a b c'],
  ])('is stored without %s', async (_, message, stored) => {
    expect((await report({ message })).status).toBe(204);
    expect(await messages()).toEqual([stored]);
  });

  test.each<[string, Reported, Reported]>([
    ['a long message', { message: 'word '.repeat(10_000) }, { message: 'word '.repeat(60).trim() }],
    ['a long screen', { screen: `/${'a'.repeat(60)}` }, { screen: 'unknown' }],
    ['a screen that is a text', { screen: '/my name is Ann' }, { screen: 'unknown' }],
    ['a screen that is a key', { screen: '/GATEKEEPER-9HXC-4WTE' }, { screen: 'unknown' }],
    ['a screen with a query', { screen: '/profile?site=Selasih' }, { screen: 'unknown' }],
    ['a release that is a text', { release: 'the new one' }, { release: 'unknown' }],
    ['nothing but a message', { screen: null, release: null }, { screen: 'unknown', release: 'unknown' }],
  ])('is reduced to the allowed values: %s', async (_, given, stored) => {
    expect((await report(given)).status).toBe(204);
    expect(await list()).toMatchObject([{ ...sampleError, ...stored }]);
  });

  test.each([[null], [''], [' \n ']])('needs a message, not %j', async (message) => {
    expect((await report({ message })).status).toBe(422);
    expect(await list()).toEqual([]);
  });
});

describe('nobody can fill the disk', () => {
  test('after 30 reports in an hour an IP address is refused, and stores nothing more', async () => {
    for (let i = 0; i < 30; i++) expect((await report({ message: `Error ${i}` })).status).toBe(204);
    const counted = () => backend.sql('select * from private.client_error_counts order by counted');
    const before = await counted();
    expect((await report({ message: 'One more' })).status).toBe(429);
    expect(await counted()).toEqual(before);
    expect(await messages()).not.toContain('One more');
    expect((await report({ message: 'Of another' }, undefined, '203.0.113.8')).status).toBe(204);
    await backend.sql(`update private.client_error_counts set window_start = window_start - interval '1 hour'`);
    expect((await report({ message: 'An hour later' })).status).toBe(204);
    expect(await counted()).toHaveLength(2);
  });

  test.each([
    ['message', 'word '.repeat(20_001)],
    ['screen', `/${'a'.repeat(100_000)}`],
    ['release', '\u{1F6A7}'.repeat(25_001)],
  ])('a report with a huge %s is refused before anything is done with it', async (field, text) => {
    expect((await report({ [field]: text })).status).toBe(413);
    expect(await backend.sql('select 1 from private.client_error_counts')).toEqual([]);
    expect(await messages()).toEqual([]);
  });

  test('a report that is larger than any of a browser is not even read, not even with a session', async () => {
    const { status, text } = await report({ message: 'x'.repeat(20_000_000) }, admin);
    expect([status, JSON.parse(text)]).toMatchObject([413, { code: '54000' }]);
  });

  test.each([
    ['without a session', undefined, () => admin],
    ['with a session', () => admin, undefined],
  ])(
    'after 300 reports %s, further ones of this kind are refused from any IP address, but not others',
    async (who, session, otherSession) => {
      await report({}, session?.());
      await backend.sql(`update private.client_error_counts set reports = 300 where counted = '${who}'`);
      expect((await report({}, session?.(), '198.51.100.1')).status).toBe(429);
      expect(await backend.sql(`select 1 from private.client_error_counts where counted = '198.51.100.1'`)).toEqual([]);
      expect((await report({}, otherSession?.(), '198.51.100.1')).status).toBe(204);
    },
  );

  test('the newest 300 errors without a session are stored, and all errors with a session', async () => {
    await addErrors(300, 'none');
    await addErrors(300, 'user');
    await report({ message: 'The newest' });
    const storedMessages = await messages();
    expect(storedMessages).toHaveLength(600);
    expect(storedMessages).toEqual(expect.arrayContaining(['The newest', 'none 299', 'user 300']));
    expect(storedMessages).not.toContain('none 300');
  });
});
