import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keyIn } from '../shapes.ts';
import { expectSameTimes, makeSticker, notAtTheEndOfAnHour, scan } from '../stickers/sticker-door.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type OpenPortal } from '../support/open-portal.ts';
import {
  addFiles,
  endLink,
  givenVisits,
  makeLink,
  notFound,
  open,
  openedIn,
  setShown,
  type MadeLink,
} from './link-door.ts';

let portal: OpenPortal;
let link: MadeLink;
openPortal(async (opened) => {
  portal = opened;
  link = await makeLink(portal);
});

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
/** Another symbol at this position, so that the check symbols are wrong. */
const mistyped = (secret: string, at = 5) =>
  `${secret.slice(0, at)}${secret[at] === '7' ? '8' : '7'}${secret.slice(at + 1)}`;
const savedHash = async () =>
  (await sql<{ secret: string }>('select secret from private.share_links order by id'))[0]?.secret;

describe('the secret of a link', () => {
  test('is 26 random symbols and 2 that reveal a typing error, and opens it in any spelling', async () => {
    expect(link.secret).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/);
    const grouped = link.secret.replaceAll(/.{4}(?=.)/gu, '$&-');
    const spellings = [link.secret, link.secret.toLowerCase(), grouped, ` ${grouped}\n`];
    spellings.push(link.secret.replaceAll('0', 'o').replaceAll('1', 'l'));
    for (const secret of spellings) {
      const answer = await open(portal.backend, secret);
      expect([secret, answer.status, answer.headers.get('cache-control')]).toEqual([secret, 200, 'no-store']);
      expect(openedIn(answer).visits).toHaveLength(1);
    }
  });

  test('is saved only as a hash, and is a new one each time', async () => {
    const other = await makeLink(portal);
    expect(other.secret).not.toBe(link.secret);
    expect(await savedHash()).toMatch(/^[0-9a-f]{64}$/u);
    expect(JSON.stringify(await sql('select to_jsonb(l) from private.share_links l'))).not.toContain(link.secret);
  });

  test('opens it for everybody who has it, whatever session is sent with it', async () => {
    const { session } = await technicianOf(portal.backend, [2]);
    const sessions = [session];
    for (const key of Object.values(keys)) sessions.push(await portal.backend.sessionFor(key));
    for (const each of sessions) {
      const body = { secret: link.secret };
      expect((await send(portal.backend, { request: 'POST /rest/v1/rpc/open_link', body }, each)).status).toBe(200);
    }
  });

  test('differs from the key and the sticker that an attempt with the same id makes', async () => {
    const headers = { 'x-portal-attempt': randomUUID() };
    const { secret } = await makeLink(portal, {}, headers);
    await sql('delete from private.attempts');
    const sticker = await makeSticker(portal, 'Exit', 1, headers);
    await sql('delete from private.attempts');
    const body = { role: 'user', label: 'x', site_id: 1 };
    const request = { request: 'POST /rest/v1/rpc/issue_key', body, headers };
    const { key } = keyIn(JSON.parse((await send(portal.backend, request, portal.session)).text));
    expect(new Set([secret, sticker.secret, key.replaceAll('-', '')]).size).toBe(3);
  });

  test('of a sticker opens no link, and that of a link no sticker', async () => {
    const sticker = await makeSticker(portal, 'Exit');
    expect((await open(portal.backend, sticker.secret)).status).toBe(404);
    expect((await scan(portal.backend, link.secret)).status).toBe(404);
    await addFiles(portal.backend, [1]);
    expect(await givenVisits(portal.backend, [1], sticker.secret)).toEqual([]);
  });
});

/** Secrets that open nothing: each function makes one. */
const deadSecrets: Record<string, () => unknown> = {
  malformed: () => 'x',
  empty: () => '',
  missing: () => null,
  mistyped: () => mistyped(link.secret),
  'mistyped in its check symbols': () => mistyped(link.secret, 27),
  unknown: () => '0123456789ABCDEFGHJKMNPQRSTV',
  ended: async () => {
    await endLink(portal.backend, link.id, portal.session);
    return link.secret;
  },
  expired: async () => {
    await sql(`update private.share_links set made_at = now() - interval '8 days', until = now()`);
    return link.secret;
  },
  'of a key that was revoked': async () => {
    const key = keyIn((await portal.admin.rpc('issue_key', { role: 'user', label: 'x', site_id: 1 })).data);
    const made = await makeLink({ backend: portal.backend, session: await portal.backend.sessionFor(key.key) });
    await portal.admin.rpc('revoke_key', { key_id: key.id }).throwOnError();
    return made.secret;
  },
  'of visits that are hidden': async () => {
    await setShown(portal.backend, 1, false);
    return link.secret;
  },
  'of a sticker': async () => (await makeSticker(portal, 'Exit')).secret,
  'of a key': () => keys.admin,
  'the hash that is saved': savedHash,
  'too long': () => 'A'.repeat(257),
  'right, but too long': () => link.secret + ' '.repeat(300),
  'of 100,000 characters': () => 'A'.repeat(100_000),
  'a number': () => 5,
  'with a quote': () => `' or '1'='1`,
  emoji: () => '🙂',
};

describe('a secret that opens nothing', () => {
  test.each(Object.entries(deadSecrets))('is answered as all others: %s', async (_, make) => {
    await addFiles(portal.backend, [1]);
    const secret = await make();
    const { status, text, headers } = await open(portal.backend, secret);
    expect([{ status, text }, headers.get('cache-control')]).toEqual([notFound, 'no-store']);
    expect(await sql('select from private.share_links where opened > 0')).toEqual([]);
    // nobody is locked out of the login by a dead link
    expect(await sql('select from private.login_attempts')).toEqual([]);
    if (typeof secret === 'string' && /^[ -~]{1,300}$/u.test(secret))
      expect(await givenVisits(portal.backend, [1], secret)).toEqual([]);
  });

  test('takes as long as all others', async () => {
    const ended = await makeLink(portal);
    await endLink(portal.backend, ended.id, portal.session);
    const kinds = [ended.secret, mistyped(link.secret), 'x', 'A'.repeat(257)];
    await expectSameTimes(kinds, (secret, address) => open(portal.backend, secret, address));
  });

  test('is counted together with those of stickers, and does not block right ones', async () => {
    await notAtTheEndOfAnHour();
    const sticker = await makeSticker(portal, 'Exit');
    for (let i = 0; i < 120; i += 1)
      expect((await (i % 2 === 0 ? open : scan)(portal.backend, `wrong ${i}`)).status).toBe(404);
    const { status, text, headers } = await open(portal.backend, 'wrong');
    const wait = headers.get('retry-after');
    expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'PT429', hint: wait }]);
    expect(Number(wait)).toBeGreaterThan(0);
    expect(Number(wait)).toBeLessThanOrEqual(3_600);
    await sql(`update private.door_counts set times = 10000 where door = 'wrong'`);
    expect((await open(portal.backend, 'wrong')).status).toBe(429);
    expect((await open(portal.backend, link.secret)).status).toBe(200);
    expect((await scan(portal.backend, sticker.secret)).status).toBe(200);
    expect((await open(portal.backend, 'wrong', '203.0.113.8')).status).toBe(404);
    expect((await portal.backend.loginAs(keys.siteOne)).length).toBe(64);
  });
});

test('a call by GET, which cannot be counted, is refused, even with a right secret', async () => {
  for (const secret of [link.secret, 'wrong']) {
    const { status, text } = await send(portal.backend, { request: `GET /rest/v1/rpc/open_link?secret=${secret}` });
    expect([status, text]).toEqual([405, expect.stringContaining('A key is checked by POST only')]);
  }
  expect(await sql('select from private.door_counts where door <> $$make$$')).toEqual([]);
  expect(await sql('select from private.share_links where opened > 0')).toEqual([]);
});
