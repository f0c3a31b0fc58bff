import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import {
  anAddress,
  expectSameTimes,
  makeSticker,
  notAtTheEndOfAnHour,
  reportBy,
  gateReport,
  scan,
  shownBy,
  type MadeSticker,
} from './sticker-door.ts';

let portal: OpenPortal;
let sticker: MadeSticker;
openPortal(async (opened) => {
  portal = opened;
  sticker = await makeSticker(portal);
});

const sql = (statement: string) => portal.backend.sql(statement);
/** Another symbol at this position, so that the check symbols are wrong. */
const mistyped = (secret: string, at = 5) =>
  `${secret.slice(0, at)}${secret[at] === '7' ? '8' : '7'}${secret.slice(at + 1)}`;
const doors = { open_sticker: scan, report_from_sticker: reportBy } as const;
const notFound = { status: 404, text: '{"code":"PT404","message":"Not valid","details":null,"hint":null}' };

describe('the secret of a sticker', () => {
  test('has 26 random symbols and 2 that reveal a typing error, and opens the page in any spelling', async () => {
    expect(sticker.secret).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/);
    const grouped = sticker.secret.replaceAll(/.{4}(?=.)/gu, '$&-');
    const spellings = [sticker.secret, sticker.secret.toLowerCase(), grouped, ` ${grouped}\n`];
    spellings.push(sticker.secret.replaceAll('0', 'o').replaceAll('1', 'l'));
    for (const secret of spellings) {
      const answer = await scan(portal.backend, secret);
      expect([secret, answer.status, answer.headers.get('cache-control')]).toEqual([secret, 200, 'no-store']);
      expect(shownBy(answer)).toEqual({ sticker: sticker.id, site: 'Site One', post: 'Main gate', faults: [] });
    }
  });

  test('opens the page for everybody who has it, whatever session is sent with it', async () => {
    for (const key of [keys.admin, keys.siteOne, keys.siteTwo, keys.withoutSite]) {
      const session = await portal.backend.sessionFor(key);
      const body = { secret: sticker.secret };
      expect((await send(portal.backend, { request: 'POST /rest/v1/rpc/open_sticker', body }, session)).status).toBe(
        200,
      );
    }
  });

  test('differs from the key that an attempt with the same id makes', async () => {
    const headers = { 'x-portal-attempt': randomUUID() };
    const { secret } = await makeSticker(portal, 'Exit', 1, headers);
    await sql('delete from private.attempts');
    const body = { role: 'user', label: 'x', site_id: 1 };
    const { text } = await send(
      portal.backend,
      { request: 'POST /rest/v1/rpc/issue_key', body, headers },
      portal.session,
    );
    expect(text.replaceAll('-', '')).not.toContain(secret);
  });
});

/** Secrets that open nothing: each function makes one. */
const deadSecrets: Record<string, () => unknown> = {
  malformed: () => 'x',
  empty: () => '',
  missing: () => null,
  mistyped: () => mistyped(sticker.secret),
  'mistyped in its check symbols': () => mistyped(sticker.secret, 27),
  unknown: () => '0123456789ABCDEFGHJKMNPQRSTV',
  ended: async () => {
    await portal.admin.rpc('end_sticker', { sticker_id: sticker.id }).throwOnError();
    return sticker.secret;
  },
  'renewed, and the new one was scanned': async () => {
    expect((await scan(portal.backend, (await makeSticker(portal)).secret)).status).toBe(200);
    return sticker.secret;
  },
  'renewed 30 days ago': async () => {
    await makeSticker(portal);
    await sql(`update private.stickers set ended_at = now() where id = ${sticker.id}`);
    return sticker.secret;
  },
  'of a key': () => keys.admin,
  'the hash that is saved': async () =>
    (await portal.backend.sql<{ secret: string }>('select secret from private.stickers'))[0]?.secret,
  'too long': () => 'A'.repeat(257),
  'right, but too long': () => sticker.secret + ' '.repeat(300),
  'of 100,000 characters': () => 'A'.repeat(100_000),
  'a number': () => 5,
  'with a quote': () => `' or '1'='1`,
  emoji: () => '🙂',
};

describe('a secret that opens nothing', () => {
  test.each(Object.entries(deadSecrets))('is answered as all others: %s', async (_, make) => {
    const secret = await make();
    for (const [name, callDoor] of Object.entries(doors)) {
      const { status, text, headers } = await callDoor(portal.backend, secret);
      expect([name, { status, text }, headers.get('cache-control')]).toEqual([name, notFound, 'no-store']);
    }
    expect(await sql('select from private.faults')).toEqual([]);
    // nobody is locked out of the login by a dead sticker
    expect(await sql('select from private.login_attempts')).toEqual([]);
  });

  test('takes as long as all others', async () => {
    await makeSticker(portal, 'Exit');
    await deadSecrets['ended']?.();
    const kinds = [sticker.secret, mistyped(sticker.secret), 'x', 'A'.repeat(257)];
    await expectSameTimes(kinds, (secret, address) => scan(portal.backend, secret, address));
  });

  test('is counted, and does not block right ones', async () => {
    await notAtTheEndOfAnHour();
    for (let i = 0; i < 120; i += 1) expect((await scan(portal.backend, `wrong ${i}`)).status).toBe(404);
    const { status, text, headers } = await scan(portal.backend, 'wrong');
    const wait = headers.get('retry-after');
    expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'PT429', hint: wait }]);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(3_600);
    // the calls of stickers and of links are counted together
    expect((await reportBy(portal.backend, 'wrong')).status).toBe(429);
    await sql(`update private.door_counts set times = 10000 where door = 'wrong'`);
    expect((await scan(portal.backend, 'wrong')).status).toBe(429);
    expect((await scan(portal.backend, sticker.secret)).status).toBe(200);
    expect((await reportBy(portal.backend, sticker.secret)).status).toBe(200);
    expect((await scan(portal.backend, 'wrong', '203.0.113.8')).status).toBe(404);
    expect((await portal.backend.loginAs(keys.siteOne)).length).toBe(64);
  });
});

describe('the counting of checks', () => {
  test.each(Object.keys(doors))(
    'is not avoided by GET: that is refused by %s, for a right secret too',
    async (name) => {
      for (const secret of [sticker.secret, 'wrong']) {
        const path = `/rest/v1/rpc/${name}?secret=${secret}${name === 'open_sticker' ? '' : '&report=%7B%7D'}`;
        const { status, text } = await send(portal.backend, { request: `GET ${path}` });
        expect([status, text]).toEqual([405, expect.stringContaining('A key is checked by POST only')]);
      }
      expect(await sql('select from private.door_counts')).toEqual([]);
    },
  );

  test('is not undone by a report that is refused as invalid', async () => {
    await notAtTheEndOfAnHour();
    for (let i = 0; i < 6; i += 1) await reportBy(portal.backend, sticker.secret, gateReport({ what: `Noise ${i}` }));
    for (const broken of [{}, { attempt: 'x' }, gateReport({ what: ' ' }), gateReport({ text: '\u202E' })])
      expect((await reportBy(portal.backend, sticker.secret, broken)).status).toBe(422);
    expect((await reportBy(portal.backend, sticker.secret)).status).toBe(429);
    expect((await reportBy(portal.backend, sticker.secret)).status).toBe(429);
    const [row] = await portal.backend.sql<{ times: number }>(
      `select times from private.door_counts where door = 'report' and who = 'sticker ${sticker.id}'`,
    );
    expect(row?.times).toBeGreaterThanOrEqual(8);
  });
});

test('no address of a stranger is saved for longer than the hour', async () => {
  await scan(portal.backend, 'wrong');
  await sql(`update private.door_counts set window_start = window_start - interval '1 hour'`);
  await scan(portal.backend, 'wrong', '203.0.113.99');
  expect(JSON.stringify(await sql('select who from private.door_counts'))).not.toContain(anAddress);
});
