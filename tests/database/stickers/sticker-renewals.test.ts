import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import { makeSticker, reportBy, gateReport, scan, type MadeSticker } from './sticker-door.ts';

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});

const sql = <T>(statement: string) => portal.backend.sql<T>(statement);
const statusOf = async ({ secret }: MadeSticker) => (await scan(portal.backend, secret)).status;
/** The answer of a function to an admin. */
const call = (name: string, body: object, headers: Record<string, string> = {}) =>
  send(portal.backend, { request: `POST /rest/v1/rpc/${name}`, body, headers }, portal.session);

const listed = v.array(
  v.strictObject({
    id: v.number(),
    post: v.nullable(v.string()),
    made_at: v.string(),
    last_used_on: v.nullable(v.string()),
    renewing: v.boolean(),
  }),
);
const list = async (site_id = 1) => v.parse(listed, JSON.parse((await call('list_stickers', { site_id })).text));
const day = 86_400_000;

describe('a renewed sticker', () => {
  test('works until the new sticker is first scanned', async () => {
    const old = await makeSticker(portal);
    expect(old.until).toBeNull();
    const renewal = await makeSticker(portal);
    expect(Math.abs(Date.parse(renewal.until ?? '') - Date.now() - 30 * day)).toBeLessThan(60_000);
    expect([await statusOf(old), await statusOf(old)]).toEqual([200, 200]);
    expect([await statusOf(renewal), await statusOf(old), await statusOf(renewal)]).toEqual([200, 404, 200]);
  });

  test('works until somebody reports with the new sticker', async () => {
    const [old, renewal] = [await makeSticker(portal), await makeSticker(portal)];
    expect((await reportBy(portal.backend, renewal.secret)).status).toBe(200);
    expect((await reportBy(portal.backend, old.secret)).status).toBe(404);
  });

  test('works for 30 days at the latest', async () => {
    const old = await makeSticker(portal);
    await makeSticker(portal);
    const pass = (time: string) =>
      sql(`update private.stickers set ended_at = ended_at - interval '${time}' where id = ${old.id}`);
    await pass('29 days 23 hours 59 minutes');
    expect(await statusOf(old)).toBe(200);
    await pass('1 minute');
    expect(await statusOf(old)).toBe(404);
  });

  test('still works if the new sticker is renewed before anybody scanned it, which then stops at once', async () => {
    const [first, second, third] = [await makeSticker(portal), await makeSticker(portal), await makeSticker(portal)];
    expect(third.until).not.toBeNull();
    expect([await statusOf(second), await statusOf(first)]).toEqual([404, 200]);
    expect((await list()).map(({ id, renewing }) => [id, renewing])).toEqual([
      [first.id, true],
      [third.id, false],
    ]);
    expect([await statusOf(third), await statusOf(first)]).toEqual([200, 404]);
  });

  test('affects only its own post: stickers of other posts and sites still work', async () => {
    const others = [
      await makeSticker(portal, 'Exit'),
      await makeSticker(portal, null),
      await makeSticker(portal, 'Main gate', 2),
    ];
    await makeSticker(portal);
    expect((await makeSticker(portal)).until).not.toBeNull();
    for (const other of others) expect(await statusOf(other)).toBe(200);
    expect((await list()).map(({ post, renewing }) => [post, renewing])).toEqual([
      [null, false],
      ['Exit', false],
      ['Main gate', true],
      ['Main gate', false],
    ]);
  });
});

describe('a sticker', () => {
  test('ends at once, and only once', async () => {
    const sticker = await makeSticker(portal);
    expect((await call('end_sticker', { sticker_id: sticker.id })).status).toBe(204);
    const ended = await sql('select ended_at, ended_by from private.stickers');
    expect([await statusOf(sticker), (await list()).length]).toEqual([404, 0]);
    expect((await call('end_sticker', { sticker_id: sticker.id })).status).toBe(204);
    expect(await sql('select ended_at, ended_by from private.stickers')).toEqual(ended);
    expect((await call('end_sticker', { sticker_id: 99 })).status).toBe(404);
  });

  test('that is being renewed also ends at once', async () => {
    const [old, renewal] = [await makeSticker(portal), await makeSticker(portal)];
    await call('end_sticker', { sticker_id: old.id });
    expect([await statusOf(old), await statusOf(renewal)]).toEqual([404, 200]);
  });

  test('says the day of its last scan, in Singapore', async () => {
    const sticker = await makeSticker(portal);
    expect((await list())[0]?.last_used_on).toBeNull();
    await scan(portal.backend, 'wrong');
    expect((await list())[0]?.last_used_on).toBeNull();
    await scan(portal.backend, sticker.secret);
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    expect((await list())[0]?.last_used_on).toBe(today);
  });

  test.each(['', ' ', '\n', 'x'.repeat(81), 'a\u0001b', '\u202Egnp'])('is not made for the post %j', async (post) => {
    expect((await call('make_sticker', { site_id: 1, post })).status).toBe(422);
    expect(await list()).toEqual([]);
  });

  test('is not made for a site that does not exist', async () => {
    for (const site_id of [99, 0, -1, null])
      expect((await call('make_sticker', { site_id, post: 'Exit' })).status).toBe(404);
  });

  test('is one of at most 201 of a site, which can all be renewed', async () => {
    await sql(`insert into private.stickers (site_id, post, secret) select 1, 'P' || n, encode(sha256(n::text::bytea), 'hex')
      from generate_series(1, 200) n`);
    await makeSticker(portal, null);
    const { status, text } = await call('make_sticker', { site_id: 1, post: 'One more' });
    expect([status, JSON.parse(text)]).toMatchObject([422, { hint: 'stickers-full' }]);
    expect((await makeSticker(portal, 'P7')).until).not.toBeNull();
    expect((await makeSticker(portal, 'One more', 2)).secret).toHaveLength(28);
    const [house] = await list();
    await call('end_sticker', { sticker_id: house?.id });
    expect((await makeSticker(portal, 'One more')).secret).toHaveLength(28);
  });
});

const attempt = () => ({ 'x-portal-attempt': randomUUID() });

describe('a repeated attempt', () => {
  test('makes one sticker, with the same secret each time', async () => {
    const headers = attempt();
    const made = await makeSticker(portal, 'Exit', 1, headers);
    expect(await makeSticker(portal, 'Exit', 1, headers)).toEqual(made);
    expect(await list()).toHaveLength(1);
    const other = await makeSticker(portal, 'Exit', 1, attempt());
    expect(other.secret).not.toBe(made.secret);
  });

  test('is over once its sticker has ended, and when it is older than the database remembers', async () => {
    const headers = attempt();
    const { id } = await makeSticker(portal, 'Exit', 1, headers);
    await sql('delete from private.attempts');
    const late = await call('make_sticker', { site_id: 1, post: 'Exit' }, headers);
    expect([late.status, JSON.parse(late.text)]).toMatchObject([409, { hint: 'attempt-over' }]);
    const again = attempt();
    const renewal = await makeSticker(portal, 'Exit', 1, again);
    await call('end_sticker', { sticker_id: renewal.id });
    const over = await call('make_sticker', { site_id: 1, post: 'Exit' }, again);
    expect([over.status, JSON.parse(over.text)]).toMatchObject([409, { hint: 'attempt-over' }]);
    expect((await list()).map((sticker) => sticker.id)).toEqual([id]);
  });

  test('of another key shows its secret to nobody', async () => {
    const headers = attempt();
    const { secret } = await makeSticker(portal, 'Exit', 1, headers);
    const { data } = await portal.admin.rpc('issue_key', { role: 'admin', label: 'Other' }).throwOnError();
    const { key } = v.parse(v.object({ key: v.string() }), data);
    const session = await portal.backend.sessionFor(key);
    const body = { site_id: 1, post: 'Exit' };
    const answer = await send(portal.backend, { request: 'POST /rest/v1/rpc/make_sticker', body, headers }, session);
    expect([answer.status, answer.text.includes(secret)]).toEqual([422, false]);
  });
});

describe('the change log', () => {
  const changes = v.array(
    v.looseObject({ access_label: v.nullable(v.string()), row_id: v.number(), site_id: v.number() }),
  );
  const log = async () => {
    const { text } = await call('list_changes', { of_kind: 'stickers' });
    return { text, lines: v.parse(changes, JSON.parse(text)) };
  };

  test('has who made, renewed and ended each sticker, and never its secret', async () => {
    const [old, renewal] = [await makeSticker(portal, 'Exit'), await makeSticker(portal, 'Exit')];
    await scan(portal.backend, renewal.secret);
    await call('end_sticker', { sticker_id: renewal.id });
    const { text, lines } = await log();
    expect(lines.map(({ access_label, row_id }) => [access_label, row_id])).toEqual([
      ['Admin', renewal.id],
      // the first scan, by anybody
      [null, old.id],
      ['Admin', renewal.id],
      ['Admin', old.id],
      ['Admin', old.id],
    ]);
    const hashes = await sql<{ secret: string }>('select secret from private.stickers');
    for (const secret of [old.secret, renewal.secret, ...hashes.map((row) => row.secret)])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/secret|last_used_on/u);
    expect(lines.at(-1)).toMatchObject({ site_id: 1, after: { post: 'Exit' } });
  });

  test('has no line for a scan or a report, except that of a new fault', async () => {
    const sticker = await makeSticker(portal, 'Exit');
    for (let i = 0; i < 3; i += 1) await scan(portal.backend, sticker.secret);
    await reportBy(portal.backend, sticker.secret, gateReport());
    expect((await log()).lines).toHaveLength(1);
  });

  test('restores no sticker', async () => {
    const sticker = await makeSticker(portal, 'Exit');
    await call('end_sticker', { sticker_id: sticker.id });
    const lines = await sql<{ id: number }>('select id::int from private.change_log');
    for (const { id } of lines) expect((await call('restore_change', { change_id: id })).status).toBe(422);
    expect(await statusOf(sticker)).toBe(404);
  });
});

test('nobody can delete stickers', async () => {
  await makeSticker(portal);
  await expect(sql('delete from private.stickers')).rejects.toThrow('Rows of stickers are kept');
  await expect(sql('truncate private.stickers cascade')).rejects.toThrow(/are kept/);
});

test('only an admin makes, lists and ends them', async () => {
  const { id } = await makeSticker(portal);
  for (const key of [keys.siteOne, keys.withoutSite]) {
    const session = await portal.backend.sessionFor(key);
    for (const [name, body] of Object.entries({
      make_sticker: { site_id: 1, post: 'Exit' },
      list_stickers: { site_id: 1 },
      end_sticker: { sticker_id: id },
    }))
      expect((await send(portal.backend, { request: `POST /rest/v1/rpc/${name}`, body }, session)).status).toBe(403);
  }
});
