import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, type Client } from '../support/open-portal.ts';
import { addSticker, answerFaults, listFaults, reportBySticker, reportFault } from '../support/reports.ts';

// How the office ends, reopens and corrects faults, what the log shows about it, and when reporters are forgotten (decisions
// §15).

let backend: TestBackend;
let admin: Client;
let client: Client;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  client = backend.clientFor(await backend.sessionFor(keys.siteOne));
});

const close = (fault_id: number, closed_as = 'settled', reason = 'Settled by phone', attempt?: string) => {
  const call = admin.rpc('close_fault', { fault_id, closed_as, reason });
  return attempt === undefined ? call : call.setHeader('x-portal-attempt', attempt);
};
const reopen = (fault_id: number) => admin.rpc('reopen_fault', { fault_id });
const onlyFault = async (state: 'open' | 'ended' | 'all' = 'all') => {
  const { faults } = await listFaults(admin, { state });
  expect(faults.length).toBeLessThan(2);
  return faults[0];
};
const log = () =>
  backend.sql<{
    table_name: string;
    row_id: number;
    main_id: number | null;
    before: object;
    after: object;
    searched: string;
  }>(
    `select table_name, row_id::int, site_id::int, main_id::int, operation, before, after, searched from private.change_log
     where table_name in ('faults', 'stickers') order by id`,
  );

describe('closing', () => {
  test('ends a fault with a reason, and reopening undoes it; each is a line of the log', async () => {
    const { fault } = await reportFault(client);
    const { data, error } = await close(fault, 'not-ours', ' The lift company ');
    expect(error).toBeNull();
    expect(data).toEqual(await onlyFault('ended'));
    expect((await onlyFault())?.closed).toMatchObject({ as: 'not-ours', reason: 'The lift company' });
    expect(await onlyFault('open')).toBeUndefined();
    expect((await reopen(fault)).data).toEqual(await onlyFault('open'));
    const [made, closed, opened] = await log();
    expect(made).toMatchObject({ row_id: fault, site_id: 1, main_id: 2, operation: 'INSERT', before: null });
    expect(made?.after).toMatchObject({ what: 'Does not open', origin: 'client', post: null });
    expect(closed).toMatchObject({
      main_id: 1,
      before: { closed_as: null },
      after: { closed_as: 'not-ours', closed_by: 1 },
    });
    expect(closed?.searched).toBe('the lift company');
    expect(opened).toMatchObject({
      main_id: 1,
      before: { closed_as: 'not-ours' },
      after: { closed_as: null, closed_by: null },
    });
    expect((await admin.rpc('restore_change', { change_id: 2 })).status).toBe(422);
  });

  test('is refused without a valid kind and reason', async () => {
    const { fault } = await reportFault(client);
    for (const [as, reason, hint] of [
      ['repaired', 'x', 'closed-as'],
      ['', 'x', 'closed-as'],
      ['settled', ' ', 'reason'],
      ['settled', 'x\ny', 'reason'],
      ['settled', 'x'.repeat(301), 'reason'],
      ['settled', 'x\u202E', 'reason'],
    ] as const)
      expect(await close(fault, as, reason)).toMatchObject({ status: 422, error: { hint } });
    expect(await close(fault, 'settled', 'x'.repeat(300))).toMatchObject({ status: 200 });
  });

  test('of two people: the second is told about the first', async () => {
    const { fault } = await reportFault(client);
    expect(await reopen(fault)).toMatchObject({ status: 409, error: { hint: 'open' } });
    await close(fault);
    expect(await close(fault, 'not-ours')).toMatchObject({ status: 409, error: { hint: 'closed' } });
    expect(await close(99)).toMatchObject({ status: 404 });
    expect(await reopen(99)).toMatchObject({ status: 404 });
  });

  test('is refused if a visit has answered it, which is named', async () => {
    const { fault } = await reportFault(client);
    const task = await answerFaults(backend, admin, [fault]);
    expect(await close(fault)).toMatchObject({ status: 409, error: { hint: 'answered', details: String(task) } });
    expect((await onlyFault('ended'))?.closed).toBeNull();
  });

  test('is done once for an attempt, and a repetition is told if it was changed since', async () => {
    const { fault } = await reportFault(client);
    const attempt = randomUUID();
    const first = await close(fault, 'settled', 'By phone', attempt);
    expect((await close(fault, 'settled', 'By phone', attempt)).data).toEqual(first.data);
    expect(await log()).toHaveLength(2);
    await reopen(fault);
    expect(await close(fault, 'settled', 'By phone', attempt)).toMatchObject({
      status: 409,
      error: { hint: 'attempt-over' },
    });
    const again = randomUUID();
    await close(fault);
    for (let n = 0; n < 2; n += 1)
      expect(await reopen(fault).setHeader('x-portal-attempt', again)).toMatchObject({
        status: 200,
        data: { closed: null },
      });
    await close(fault);
    expect(await reopen(fault).setHeader('x-portal-attempt', again)).toMatchObject({ error: { hint: 'attempt-over' } });
  });
});

const correct = (fault_id: number, site_id: number, post?: string) =>
  admin.rpc('correct_fault', { fault_id, site_id, ...(post !== undefined && { post }) });

describe('a correction', () => {
  test('files a fault at another post or site, with its photos, in the log', async () => {
    const { fault, photos } = await reportFault(client, { what: 'Loop', photos: 1 });
    expect((await correct(fault, 1, 'Main gate')).data).toMatchObject({ post: 'Main gate', known: true });
    expect((await correct(fault, 2)).data).toMatchObject({ site_id: 2, site: 'Two', post: null, known: false });
    expect((await listFaults(client, { state: 'all' })).total).toBe(0);
    const [row] = await backend.sql<{ site: number }>('select private.fault_photo_site($1)::int as site', [photos[0]]);
    expect(row?.site).toBe(2);
    const [, moved, filed] = await log();
    expect(moved).toMatchObject({ before: { post: null }, after: { post: 'Main gate' } });
    expect(filed).toMatchObject({
      site_id: 2,
      before: { site_id: 1, post: 'Main gate' },
      after: { site_id: 2, post: null },
    });
    // an unchanged value adds no line
    expect(await correct(fault, 2)).toMatchObject({ status: 200 });
    expect(await log()).toHaveLength(3);
  });

  test('is refused for a post, site or fault that does not exist', async () => {
    const { fault } = await reportFault(client);
    expect(await correct(fault, 1, 'Back gate')).toMatchObject({ status: 422, error: { hint: 'post' } });
    expect(await correct(fault, 2, 'Main gate')).toMatchObject({ status: 422, error: { hint: 'post' } });
    expect(await correct(fault, 99)).toMatchObject({ status: 404 });
    expect(await correct(99, 1)).toMatchObject({ status: 404 });
  });

  test('of the site is refused if a visit of the site has answered it; the post can be corrected', async () => {
    const { fault } = await reportFault(client);
    const task = await answerFaults(backend, admin, [fault]);
    expect(await correct(fault, 2)).toMatchObject({ status: 422, error: { hint: 'answered', details: String(task) } });
    expect(await correct(fault, 1, 'Main gate')).toMatchObject({ status: 200 });
  });
});

const everyRow = async () =>
  JSON.stringify(
    await backend.sql(
      'select (select json_agg(f) from private.faults f) as f, (select json_agg(v) from private.fault_voices v) as v',
    ),
  );

describe('the words of a reporter', () => {
  const reported = {
    what: 'Siti saw smoke',
    text: 'Call me at the lobby',
    name: 'Siti Aminah',
    phone: '+60 12-345 6789',
  };
  // no digits alone, because times and ids may contain any three digits
  const words = /Siti|smoke|lobby|345[ -]?6789/iu;

  test('are in no line of the log, whatever happens to the fault', async () => {
    const sticker = await addSticker(backend, 1, 'Main gate');
    const { fault } = await reportBySticker(backend, sticker, reported);
    await reportFault(client, { ...reported, fault }, { post: 'Main gate' });
    await close(fault);
    await reopen(fault);
    await admin.rpc('correct_fault', { fault_id: fault, site_id: 2 });
    await admin.rpc('forget_voice', { voice_id: 1 });
    const lines = await log();
    expect(lines.length).toBeGreaterThan(5);
    expect(JSON.stringify(lines)).not.toMatch(words);
    expect(lines[0]).toMatchObject({ table_name: 'stickers', row_id: sticker, after: { post: 'Main gate' } });
    expect(lines[0]?.after).not.toHaveProperty('secret');
    expect(lines[1]).toMatchObject({ main_id: null, after: { origin: 'sticker', sticker_id: sticker } });
    const { data } = await admin.rpc('list_changes', { words: 'main gate', of_kind: 'faults' });
    expect(data).toHaveLength(2);
    expect((await admin.rpc('list_changes', { of_kind: 'stickers' })).data).toHaveLength(1);
    expect(JSON.stringify((await admin.rpc('list_changes', { grouped: false })).data)).not.toMatch(words);
  });

  test('are deleted by an admin, once, and the log says who did it', async () => {
    const { fault } = await reportFault(client, { ...reported, photos: 2 });
    expect(await admin.rpc('forget_voice', { voice_id: 1 })).toMatchObject({ status: 204 });
    expect(await everyRow()).not.toMatch(words);
    expect((await onlyFault())?.what).toBe('Something else');
    expect((await onlyFault())?.voices).toMatchObject([
      { text: '', name: null, phone: null, forgotten: true, photos: [] },
    ]);
    expect(await backend.sql('select from private.fault_photos where open_until > now()')).toEqual([]);
    expect(
      await backend.sql(`select from private.fault_photos where private.fault_photo_site(name) is not null`),
    ).toEqual([]);
    expect((await log()).at(-1)).toMatchObject({
      row_id: fault,
      main_id: 1,
      before: null,
      after: { forgotten_voice: 1 },
    });
    await admin.rpc('forget_voice', { voice_id: 1 });
    expect(await log()).toHaveLength(2);
    expect(await admin.rpc('forget_voice', { voice_id: 99 })).toMatchObject({ status: 404 });
  });

  test('that other reports share stay until the last of them is forgotten', async () => {
    await reportFault(client, reported);
    await reportFault(client, { what: reported.what, text: 'Another one' });
    await admin.rpc('forget_voice', { voice_id: 1 });
    expect(await onlyFault()).toMatchObject({
      what: reported.what,
      voices: [{ forgotten: true }, { text: 'Another one' }],
    });
    await admin.rpc('forget_voice', { voice_id: 2 });
    expect((await onlyFault())?.what).toBe('Something else');
    expect(await everyRow()).not.toMatch(words);
  });

  test('are forgotten, but a symptom stays the same, and so do reports with other words that joined it', async () => {
    await reportFault(client);
    await reportFault(client, { ...reported, fault: 1 });
    await admin.rpc('forget_voice', { voice_id: 2 });
    await admin.rpc('forget_voice', { voice_id: 1 });
    expect(await onlyFault()).toMatchObject({ what: 'Does not open', known: true });
    expect(await everyRow()).not.toMatch(words);
  });

  test('are deleted automatically 12 months after the end, and not earlier', async () => {
    const closed = await reportFault(client, reported);
    const answered = await reportFault(client, { ...reported, what: 'No power' });
    await reportFault(client, { ...reported, what: 'Tag not read' });
    await close(closed.fault);
    await answerFaults(backend, admin, [answered.fault]);
    const forgotten = async () => {
      await client.rpc('fault_news');
      return (
        await backend.sql<{ id: number }>(
          'select fault_id::int as id from private.fault_voices where forgotten_at is not null order by 1',
        )
      ).map(({ id }) => id);
    };
    const past = (time: string) =>
      backend.exclusive(() =>
        backend.pg.exec(`update private.fault_voices set at = now() - interval '3 years';
          update private.faults set reported_at = now() - interval '3 years';
          update private.faults set closed_at = now() - interval '${time}' where closed_at is not null;
          update private.visits set visited_at = now() - interval '${time}' where task_id = 3`),
      );
    expect(await forgotten()).toEqual([]);
    // 12 months are 365 or 366 days
    await past('364 days');
    expect(await forgotten()).toEqual([]);
    await past('367 days');
    expect(await forgotten()).toEqual([closed.fault, answered.fault]);
    const rows = await backend.sql<{ text: string; name: string | null }>(
      'select text, name, phone from private.fault_voices order by id',
    );
    expect(rows.map(({ text, name }) => `${text}${name ?? ''}`)).toEqual(['', '', 'Call me at the lobbySiti Aminah']);
    // after reopening they stay deleted
    await reopen(closed.fault);
    expect((await listFaults(admin, { words: 'Siti' })).faults.map(({ id }) => id)).toEqual([3]);
    // a page may request this by GET, which writes nothing
    expect((await client.rpc('fault_news', undefined, { get: true })).data).toEqual({ open: 2, newest: 3 });
  });
});

const newsOf = async (who: Client) => (await who.rpc('fault_news')).data;

describe('the news', () => {
  test('are the number of open faults and the newest report, for the sites of the key', async () => {
    expect(await newsOf(admin)).toEqual({ open: 0, newest: null });
    const { fault } = await reportFault(client);
    await reportFault(admin, {}, { site: 2 });
    await reportFault(admin, {}, { site: 2 });
    expect(await newsOf(admin)).toEqual({ open: 2, newest: 3 });
    expect(await newsOf(client)).toEqual({ open: 1, newest: 1 });
    expect(await newsOf(backend.clientFor(await backend.sessionFor(keys.withoutSite)))).toEqual({
      open: 0,
      newest: null,
    });
    await close(fault);
    expect(await newsOf(client)).toEqual({ open: 0, newest: 1 });
  });
});
