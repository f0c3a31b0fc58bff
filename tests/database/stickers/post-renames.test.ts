import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { send } from '../access/outcomes.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, type OpenPortal } from '../support/open-portal.ts';
import { answerIn, makeSticker, reportBy, gateReport, scan, shownBy } from './sticker-door.ts';

const initialPosts = { P1: [{ type: 'Loop', entrance: 1, exit: 2, year: 2026 }], Exit: [] };

let portal: OpenPortal;
openPortal(async (opened) => {
  portal = opened;
  await portal.admin.from('carpost').update({ json: initialPosts, revision: 2 }).eq('site_id', 1).throwOnError();
});

const entries = [{ type: 'Loop', entrance: 1, exit: 2, year: 2026 }];
/** Saves the counts over HTTP, as the screen does. */
const save = (json: object, revision: number, headers: Record<string, string> = {}, session = portal.session) =>
  send(
    portal.backend,
    {
      request: `PATCH /rest/v1/carpost?site_id=eq.1&revision=eq.${revision - 1}`,
      body: { json, revision },
      headers: { prefer: 'return=representation', ...headers },
    },
    session,
  );
const toMain = { 'Main 主门': entries, Exit: [] };

async function row() {
  const { data } = await portal.admin.from('carpost').select('json, revision').eq('site_id', 1).single().throwOnError();
  return data;
}
/** The posts of the valid stickers and of the faults of a site. */
async function posts(site = 1) {
  const [found] = await portal.backend.sql<{ stickers: string[]; faults: string[] }>(
    `select array(select s.post from private.stickers s where s.site_id = $1 and s.ended_at is null order by s.id) as stickers,
      array(select f.post from private.faults f where f.site_id = $1 order by f.id) as faults`,
    [site],
  );
  return found;
}
/** Adds a sticker with a fault at each of these posts. */
async function addStickers(...names: string[]) {
  const made = [];
  for (const name of names) {
    const sticker = await makeSticker(portal, name);
    answerIn(await reportBy(portal.backend, sticker.secret, gateReport()));
    made.push(sticker);
  }
  return made;
}

describe('a post that is renamed', () => {
  test('moves its counts, stickers and faults, and none of another post or site', async () => {
    const [sticker] = await addStickers('P1', 'Exit');
    const other = await makeSticker(portal, 'P1', 2);
    answerIn(await reportBy(portal.backend, other.secret));
    expect((await save(toMain, 3)).status).toBe(200);
    expect(await row()).toEqual({
      revision: 3,
      json: toMain,
    });
    expect(await posts()).toEqual({ stickers: ['Main 主门', 'Exit'], faults: ['Main 主门', 'Exit'] });
    expect(await posts(2)).toEqual({ stickers: ['P1'], faults: ['P1'] });
    const shown = shownBy(await scan(portal.backend, sticker?.secret ?? ''));
    expect([shown.post, shown.faults.length]).toEqual(['Main 主门', 1]);
    // a further report joins the first
    expect(answerIn(await reportBy(portal.backend, sticker?.secret)).joined).toBe(true);
  });

  test('moves them when a save writes the new name, and back when that is taken back', async () => {
    await addStickers('P1');
    const renamed = { Exit: [], Gate: entries };
    await save(renamed, 3);
    expect(await posts()).toEqual({ stickers: ['Gate'], faults: ['Gate'] });
    await save(initialPosts, 4);
    expect(await posts()).toEqual({ stickers: ['P1'], faults: ['P1'] });
    await save(renamed, 5);
    const { data } = await portal.admin.rpc('list_changes', { of_kind: 'counts', page_size: 1 }).throwOnError();
    await portal.admin.rpc('restore_change', { change_id: data[0]?.id ?? 0 }).throwOnError();
    expect(await posts()).toEqual({ stickers: ['P1'], faults: ['P1'] });
  });

  test('moves the sticker that is being renewed, but not one that has ended', async () => {
    const [first, second] = [await makeSticker(portal, 'P1'), await makeSticker(portal, 'P1')];
    const ended = await makeSticker(portal, 'P1');
    await portal.admin.rpc('end_sticker', { sticker_id: ended.id }).throwOnError();
    await save(toMain, 3);
    const rows = await portal.backend.sql<{ id: number; post: string }>(
      'select id::int, post from private.stickers order by id',
    );
    expect(rows).toEqual([
      { id: first.id, post: 'Main 主门' },
      // nobody scanned it before it was renewed, so it has ended
      { id: second.id, post: 'P1' },
      { id: ended.id, post: 'P1' },
    ]);
  });

  test('gets the name of a removed post, which has left a sticker: both stickers report', async () => {
    const [leftover, moved] = await addStickers('Old', 'P1');
    await save({ Old: entries, Exit: [] }, 3);
    for (const sticker of [leftover, moved])
      expect(shownBy(await scan(portal.backend, sticker?.secret)).post).toBe('Old');
    const { data } = await portal.admin.rpc('list_stickers', { site_id: 1 }).throwOnError();
    expect(data).toMatchObject([
      { id: leftover?.id, post: 'Old', renewing: false },
      { id: moved?.id, post: 'Old', renewing: false },
    ]);
    expect((await makeSticker(portal, 'Old')).until).not.toBeNull();
  });

  test('moves back with Undo what it moved and what came since, but not what had the name before', async () => {
    await addStickers('Old', 'P1');
    await save({ Old: entries, Exit: [] }, 3);
    await makeSticker(portal, 'Old', 1);
    const body = { site_id: 1, post: 'Old', report: gateReport({ what: 'No power' }) };
    await send(portal.backend, { request: 'POST /rest/v1/rpc/report_fault', body }, portal.session);
    expect(await posts()).toEqual({ stickers: ['Old', 'Old'], faults: ['Old', 'Old', 'Old'] });
    await save(initialPosts, 4);
    expect(await posts()).toEqual({ stickers: ['Old', 'P1'], faults: ['Old', 'P1', 'P1'] });
    // the same with a third name
    await save({ Old: entries, Exit: [] }, 5);
    await save({ Gate: entries, Exit: [] }, 6);
    expect(await posts()).toEqual({ stickers: ['Old', 'Gate'], faults: ['Old', 'Gate', 'Gate'] });
    // if the post gets this name separately, they belong to it again
    await save({ Gate: entries, Exit: [], Old: [{ type: 'Arm', entrance: 1, exit: 0, year: 2026 }] }, 7);
    await save({ Gate: entries, Exit: [], New: [{ type: 'Arm', entrance: 1, exit: 0, year: 2026 }] }, 8);
    expect(await posts()).toEqual({ stickers: ['New', 'Gate'], faults: ['New', 'Gate', 'Gate'] });
  });

  test('also moves back a fault that had the name before, if the office has filed it at the post since', async () => {
    const [old] = await addStickers('Old', 'P1');
    await save({ Old: entries, Exit: [] }, 3);
    await portal.admin.rpc('correct_fault', { fault_id: 1, site_id: 1, post: 'Exit' }).throwOnError();
    await portal.admin.rpc('correct_fault', { fault_id: 1, site_id: 1, post: 'Old' }).throwOnError();
    await save(initialPosts, 4);
    expect((await posts())?.faults).toEqual(['P1', 'P1']);
    expect(shownBy(await scan(portal.backend, old?.secret)).post).toBe('Old');
  });

  test('is in the change log: the counts, the sticker and the fault, with who did it', async () => {
    await addStickers('P1');
    const before = Number(
      (await portal.backend.sql<{ id: number }>('select max(id)::int as id from private.change_log'))[0]?.id,
    );
    await save(toMain, 3);
    const { data } = await portal.admin.rpc('list_changes', { grouped: false }).throwOnError();
    const lines = data.filter(({ id }) => id > before);
    expect(lines.map(({ table_name, access_label }) => `${table_name} by ${access_label}`).toSorted()).toEqual([
      'carpost by Admin',
      'faults by Admin',
      'stickers by Admin',
    ]);
  });

  test('also moves a report that comes at the same moment', async () => {
    const sticker = await makeSticker(portal, 'P1');
    await Promise.all([
      reportBy(portal.backend, sticker.secret, gateReport()),
      save(toMain, 3),
      reportBy(portal.backend, sticker.secret, gateReport({ what: 'No power' })),
    ]);
    expect(await posts()).toEqual({ stickers: ['Main 主门'], faults: ['Main 主门', 'Main 主门'] });
  });
});

test('a removed post leaves its name on stickers and faults', async () => {
  const [sticker] = await addStickers('P1');
  await portal.admin
    .from('carpost')
    .update({ json: { Exit: [] }, revision: 3 })
    .eq('site_id', 1)
    .throwOnError();
  expect(await posts()).toEqual({ stickers: ['P1'], faults: ['P1'] });
  expect(shownBy(await scan(portal.backend, sticker?.secret)).post).toBe('P1');
});

describe('a new name is refused, and moves nothing,', () => {
  test.each<[why: string, json: object, revision: number]>([
    ['on a revision that is over', toMain, 2],
    ['on one that is not there yet', toMain, 4],
    ['that is empty', { '': entries, Exit: [] }, 3],
    ['that is reserved', JSON.parse(`{"__proto__": ${JSON.stringify(entries)}, "Exit": []}`), 3],
    ['that is too long', { ['x'.repeat(81)]: entries, Exit: [] }, 3],
    ['that deceives', { '\u202Egnp': entries, Exit: [] }, 3],
  ])('%s', async (_, json, revision) => {
    await addStickers('P1');
    const { status, text } = await save(json, revision);
    expect(status >= 400 || text === '[]').toBe(true);
    expect(await posts()).toEqual({ stickers: ['P1'], faults: ['P1'] });
    expect((await row()).revision).toBe(2);
  });

  test('by anybody but an admin', async () => {
    await addStickers('P1');
    for (const key of [keys.siteOne, keys.siteTwo, keys.withoutSite])
      expect((await save(toMain, 3, {}, await portal.backend.sessionFor(key))).text).not.toContain('主门');
    expect(await posts()).toEqual({ stickers: ['P1'], faults: ['P1'] });
  });
});

test('a repetition renames once', async () => {
  const headers = { 'x-portal-attempt': randomUUID() };
  await addStickers('P1');
  await save(toMain, 3, headers);
  await save(toMain, 3, headers);
  expect((await row()).revision).toBe(3);
  expect(await posts()).toEqual({ stickers: ['Main 主门'], faults: ['Main 主门'] });
});
