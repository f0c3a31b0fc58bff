import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { listLinks, makeLink, visitsOf } from '../links/link-door.ts';
import { keyIn } from '../shapes.ts';
import { keys } from '../support/base-rows.ts';
import { openPortal, technicianOf, type Client, type OpenPortal } from '../support/open-portal.ts';
import { addSticker, listFaults, reportFault } from '../support/reports.ts';
import { addVisit } from '../support/write-requests.ts';

// A customer who left: the site is in no list, stays readable, and can be brought back (decisions §8).

let portal: OpenPortal;
openPortal((opened) => {
  portal = opened;
});

const revisionOf = async (id: number) => {
  const rows = await portal.backend.sql<{ revision: number }>(
    'select revision::int from public.maintable where id = $1',
    [id],
  );
  return rows[0]?.revision ?? 0;
};

const archived = v.object({
  revision: v.number(),
  archived_at: v.string(),
  ended: v.object({ keys: v.number(), stickers: v.number(), links: v.number() }),
});

/** Archives a site based on its stored revision. Throws if it is refused. */
async function archive(id: number, end_access = false, client: Client = portal.admin) {
  const { data, error } = await client.rpc('archive_site', { site_id: id, revision: await revisionOf(id), end_access });
  if (error) throw error;
  return v.parse(archived, data);
}

async function unarchive(id: number) {
  const { data, error } = await portal.admin.rpc('unarchive_site', { site_id: id, revision: await revisionOf(id) });
  if (error) throw error;
  return v.parse(v.strictObject({ revision: v.number() }), data);
}

const storedMoment = async (id = 1) => {
  const rows = await portal.backend.sql<{ at: string | null }>(
    'select archived_at as at from public.maintable where id = $1',
    [id],
  );
  return rows[0]?.at ?? null;
};

const overviewRows = v.array(v.looseObject({ name: v.string(), archived_at: v.nullable(v.string()) }));

async function overviewOf(client: Client): Promise<[string, boolean][]> {
  const { data } = await client.rpc('site_overview');
  return v.parse(overviewRows, data).map(({ name, archived_at: at }) => [name, at !== null]);
}

async function namesFor(client: Client): Promise<string[]> {
  const { data } = await client.from('maintables').select('name').order('id');
  return (data ?? []).map(({ name }) => String(name));
}

/** How many keys, stickers and links of the sites work. */
const accessOf = async (...site_ids: number[]) => (await portal.admin.rpc('site_access', { site_ids })).data;

const openCount = async (client: Client) =>
  v.parse(v.object({ open: v.number() }), (await client.rpc('fault_news')).data).open;

describe('archiving', () => {
  test('stores the time under the revision, and bringing the site back removes it', async () => {
    const done = await archive(1);
    expect(done.revision).toBe(2);
    expect(Math.abs(Date.parse(done.archived_at) - Date.now())).toBeLessThan(60_000);
    expect(await storedMoment()).not.toBeNull();
    expect(await unarchive(1)).toEqual({ revision: 3 });
    expect(await storedMoment()).toBeNull();
    expect(await storedMoment(2)).toBeNull();
  });

  test('is refused with an older revision, in both directions, and changes nothing', async () => {
    await addVisit(portal.admin);
    const stale = await portal.admin.rpc('archive_site', { site_id: 1, revision: 1, end_access: true });
    expect(stale.error).toMatchObject({ code: 'PT409', message: 'Somebody else changed the site first' });
    expect((await portal.admin.rpc('site_access', { site_ids: [1] })).data).toEqual({ keys: 1, stickers: 0, links: 0 });
    await archive(1);
    const back = await portal.admin.rpc('unarchive_site', { site_id: 1, revision: 2 });
    expect(back.error).toMatchObject({ code: 'PT409' });
    expect(await storedMoment()).not.toBeNull();
  });

  test('is refused for an archived site, as is bringing back a site that is not archived', async () => {
    const { error } = await portal.admin.rpc('unarchive_site', { site_id: 1, revision: 1 });
    expect(error).toMatchObject({ code: 'PT422', hint: 'not-archived' });
    await archive(1);
    const again = await portal.admin.rpc('archive_site', { site_id: 1, revision: 2 });
    expect(again.error).toMatchObject({ code: 'PT422', hint: 'archived' });
  });

  test('is done once however often it is sent, and a repetition after it was brought back is over', async () => {
    const attempt = randomUUID();
    const client = portal.backend.clientFor(portal.session, { 'x-portal-attempt': attempt });
    const send = () => client.rpc('archive_site', { site_id: 1, revision: 1, end_access: true });
    const [first, second] = [await send(), await send()];
    expect(first.error).toBeNull();
    expect(second.data).toEqual(first.data);
    expect(await revisionOf(1)).toBe(2);

    const back = portal.backend.clientFor(portal.session, { 'x-portal-attempt': randomUUID() });
    const sendBack = () => back.rpc('unarchive_site', { site_id: 1, revision: 2 });
    const [taken, repeated] = [await sendBack(), await sendBack()];
    expect(taken.data).toEqual({ revision: 3 });
    expect(repeated.data).toEqual({ revision: 3 });
    expect((await send()).error).toMatchObject({ code: 'PT409', hint: 'attempt-over' });
    await archive(1);
    expect((await sendBack()).error).toMatchObject({ code: 'PT409', hint: 'attempt-over' });
  });

  test('is a change of the site in the log, can be found by words of each language, and can be restored', async () => {
    await archive(1);
    await unarchive(1);
    const log = async (words: string) =>
      (await portal.admin.rpc('list_changes', { words, of_kind: 'site' })).data ?? [];
    const [back, away] = await log('');
    expect(away).toMatchObject({ table_name: 'maintable', before: { archived_at: null }, access_label: 'Admin' });
    expect(back).toMatchObject({ after: { archived_at: null } });
    for (const words of ['archived', 'diarkibkan', '已归档'])
      expect((await log(words)).map(({ id }) => id)).toEqual([away?.id]);
    for (const words of ['brought back', 'dikembalikan', '已恢复'])
      expect((await log(words)).map(({ id }) => id)).toEqual([back?.id]);

    const restored = await portal.admin.rpc('restore_change', { change_id: back?.id ?? 0 });
    expect(restored.error).toBeNull();
    expect(await storedMoment()).not.toBeNull();
    const [last] = await log('');
    expect((await portal.admin.rpc('restore_change', { change_id: last?.id ?? 0 })).error).toBeNull();
    expect(await storedMoment()).toBeNull();
  });

  test('is only possible by its calls: nobody can write the time, not even an admin', async () => {
    const technician = portal.backend.clientFor((await technicianOf(portal.backend, [1])).session);
    const client = portal.backend.clientFor(await portal.backend.sessionFor(keys.siteOne));
    for (const caller of [portal.admin, technician, client]) {
      const patched = caller.from('maintable').update({ archived_at: '2026-01-01T00:00:00Z', revision: 2 }).eq('id', 1);
      expect((await patched).error).toMatchObject({ code: '42501' });
      const added = caller.from('maintable').insert({ name: 'Three', archived_at: '2026-01-01T00:00:00Z' });
      expect((await added).error).toMatchObject({ code: '42501' });
    }
    expect(await storedMoment()).toBeNull();
  });
});

describe('stickers, links and keys of an archived site', () => {
  let sticker: number;
  beforeEach(async () => {
    sticker = await addSticker(portal.backend, 1, 'Exit');
    await addSticker(portal.backend, 2, 'Exit');
  });

  test('go on unless the admin ends them: the client reads its record, stickers and links open', async () => {
    const client = portal.backend.clientFor(await portal.backend.sessionFor(keys.siteOne));
    const link = await makeLink(portal);
    expect((await archive(1)).ended).toEqual({ keys: 0, stickers: 0, links: 0 });
    expect(await accessOf(1)).toEqual({ keys: 1, stickers: 1, links: 1 });
    expect(await namesFor(client)).toEqual(['One']);
    expect(await visitsOf(portal.backend, link.secret)).toEqual([1]);
  });

  test('are counted and ended in the same step, at that site only, and stay ended', async () => {
    const session = await portal.backend.sessionFor(keys.siteOne);
    const client = portal.backend.clientFor(session);
    const { data } = await portal.admin.rpc('issue_key', { role: 'user', label: 'Guard house', site_id: 1 });
    const second = keyIn(data);
    const link = await makeLink(portal);
    const other = await makeLink(portal, { site_id: 2 });
    expect(await accessOf(1)).toEqual({ keys: 2, stickers: 1, links: 1 });
    expect(await accessOf(1, 2)).toEqual({ keys: 3, stickers: 2, links: 2 });

    expect((await archive(1, true)).ended).toEqual({ keys: 2, stickers: 1, links: 1 });
    expect(await accessOf(1)).toEqual({ keys: 0, stickers: 0, links: 0 });
    expect(await accessOf(2, 2, 1)).toEqual({ keys: 1, stickers: 1, links: 1 });
    expect((await client.rpc('whoami')).error).toMatchObject({ code: 'PT401' });
    await expect(portal.backend.loginAs(second.key)).rejects.toThrow('Invalid token');
    expect(await visitsOf(portal.backend, link.secret)).toBe(404);
    expect(await visitsOf(portal.backend, other.secret)).toEqual([1]);
    const [ended] = await listLinks(portal.backend, portal.session, 1);
    expect(ended?.ended_at).not.toBeNull();
    const rows = await portal.backend.sql('select 1 from private.stickers where id = $1 and ended_at <= now()', [
      sticker,
    ]);
    expect(rows).toHaveLength(1);

    await unarchive(1);
    expect(await accessOf(1)).toEqual({ keys: 0, stickers: 0, links: 0 });
  });

  test('end also if somebody else has archived the site before', async () => {
    await archive(1);
    const moment = await storedMoment();
    const { data } = await portal.admin
      .rpc('archive_site', { site_id: 1, revision: 2, end_access: true })
      .throwOnError();
    expect(data).toMatchObject({ revision: 2, ended: { keys: 1, stickers: 1, links: 0 } });
    expect(await accessOf(1)).toEqual({ keys: 0, stickers: 0, links: 0 });
    expect(await storedMoment()).toEqual(moment);
  });

  test('do not include the keys of technicians and admins', async () => {
    const technician = await technicianOf(portal.backend, [1]);
    const { data } = await portal.admin.rpc('issue_key', { role: 'admin', label: 'Second office' });
    const office = keyIn(data);
    const sessions = [technician.session, portal.session, await portal.backend.loginAs(office.key)];
    expect((await archive(1, true)).ended.keys).toBe(1);
    for (const key of [technician.key, office.key, keys.admin])
      await expect(portal.backend.loginAs(key)).resolves.toMatch(/^[0-9a-f]{64}$/u);
    // nor the sessions of these keys
    for (const session of sessions) expect((await portal.backend.clientFor(session).rpc('whoami')).error).toBeNull();
  });
});

describe('a technician', () => {
  test.each([[[1, 2]], [null]])(
    'for the sites %j does not see an archived site until it is brought back',
    async (sites) => {
      const technician = portal.backend.clientFor((await technicianOf(portal.backend, sites)).session);
      await reportFault(portal.admin);
      await archive(1);
      expect(await namesFor(technician)).toEqual(['Two']);
      expect(await overviewOf(technician)).toEqual([['Two', false]]);
      expect((await listFaults(technician)).total).toBe(0);
      expect((await technician.rpc('follow_ups')).error).toBeNull();
      expect((await technician.rpc('my_visits', { site_id: 1 })).data).toEqual([]);
      await unarchive(1);
      expect(await namesFor(technician)).toEqual(['One', 'Two']);
      expect((await listFaults(technician)).total).toBe(1);
    },
  );

  test('saves no visit there: the site is not among its own', async () => {
    const technician = portal.backend.clientFor((await technicianOf(portal.backend, [1])).session);
    await archive(1);
    const { data } = await technician
      .from('maintable')
      .update({ tasks2024: [], revision: 3 })
      .eq('id', 1)
      .select('revision');
    expect(data).toEqual([]);
    expect(await revisionOf(1)).toBe(2);
    // an admin hands in a visit that waited for the site
    expect((await addVisit(portal.admin)).data).toEqual([{ revision: 3 }]);
    expect(await storedMoment()).not.toBeNull();
  });
});

describe('lists of all sites', () => {
  beforeEach(async () => {
    await reportFault(portal.admin);
    await reportFault(portal.admin, {}, { site: 2 });
  });

  test('show in the overview which sites are archived', async () => {
    await archive(1);
    expect(await overviewOf(portal.admin)).toEqual([
      ['One', true],
      ['Two', false],
    ]);
  });

  test('include no open faults of archived sites, nor count them, except for a request about the site or its client', async () => {
    const client = portal.backend.clientFor(await portal.backend.sessionFor(keys.siteOne));
    expect([(await listFaults(portal.admin)).total, await openCount(portal.admin)]).toEqual([2, 2]);
    await archive(1);
    expect((await listFaults(portal.admin)).faults.map(({ site }) => site)).toEqual(['Two']);
    expect(await openCount(portal.admin)).toBe(1);
    expect((await listFaults(portal.admin, { site_id: 1 })).total).toBe(1);
    expect((await listFaults(portal.admin, { state: 'all' })).total).toBe(2);
    expect([(await listFaults(client)).total, await openCount(client)]).toEqual([1, 1]);
    await unarchive(1);
    expect(await openCount(portal.admin)).toBe(2);
  });

  test('include faults that are reported at an archived site later', async () => {
    await archive(1);
    await portal.admin
      .rpc('report_fault', { site_id: 1, report: { what: 'No power', attempt: randomUUID() } })
      .throwOnError();
    const listed = (await listFaults(portal.admin)).faults.map(({ site, what }) => [site, what]);
    expect(listed).toContainEqual(['One', 'No power']);
    expect(listed).toHaveLength(2);
    expect(await openCount(portal.admin)).toBe(2);
  });

  const found = v.object({ visits: v.array(v.object({ site: v.string() })), total: v.object({ visits: v.number() }) });
  async function sitesFound(asked: { words?: string; of_sites?: string[]; archived?: boolean }) {
    const { data, error } = await portal.admin.rpc('search_visits', { words: '', with_total: true, ...asked });
    if (error) throw error;
    const { visits, total } = v.parse(found, data);
    expect(total.visits).toBe(visits.length);
    return [...new Set(visits.map(({ site }) => site))].toSorted();
  }

  test.each([
    ['', ['One', 'Two']],
    ['seen', ['One', 'Two']],
  ])('find visits of archived sites only on request, with the words “%s”', async (words, both) => {
    expect(await sitesFound({ words })).toEqual(both);
    expect(await sitesFound({ words, archived: true })).toEqual([]);
    await archive(1);
    expect(await sitesFound({ words })).toEqual(['Two']);
    expect(await sitesFound({ words, archived: false })).toEqual(['Two']);
    expect(await sitesFound({ words, archived: true })).toEqual(['One']);
    expect(await sitesFound({ words, of_sites: ['One'] })).toEqual(['One']);
    expect(await sitesFound({ words, of_sites: ['Two'], archived: true })).toEqual([]);
    await unarchive(1);
    expect(await sitesFound({ words })).toEqual(both);
  });
});
