import * as v from 'valibot';
import { expect, test } from 'vitest';
import { type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { openPortal, technicianOf, type Client } from './support/open-portal.ts';
import { newTask } from './support/write-requests.ts';

const counts = v.record(v.string(), v.number());
const rowShape = v.strictObject({
  site_id: v.number(),
  name: v.string(),
  sitename: v.nullable(v.string()),
  address: v.nullable(v.string()),
  jmb_name: v.nullable(v.string()),
  person_in_charge: v.nullable(v.number()),
  site_contacts: v.array(v.unknown()),
  status: v.nullable(v.boolean()),
  contract_until: v.nullable(v.string()),
  visit_every_months: v.nullable(v.number()),
  visits: v.number(),
  first_visit: v.nullable(v.string()),
  last_visit: v.nullable(v.string()),
  last_task: v.nullable(v.number()),
  kept_months: v.array(v.string()),
  emergency: counts,
  failures: counts,
  response_hours: v.nullable(v.number()),
  emergency_calls_a_year: v.nullable(v.number()),
  promised_before: v.nullable(v.array(v.unknown())),
  calls: v.array(v.looseObject({ id: v.number() })),
  reported_faults: v.array(v.looseObject({ id: v.number() })),
  follow: v.number(),
  follow_since: v.nullable(v.string()),
  faults: v.object({ open: v.number(), oldest: v.nullable(v.string()) }),
  revision: v.number(),
  posts_revision: v.nullable(v.number()),
  archived_at: v.nullable(v.string()),
  keys: v.number(),
  keys_unused: v.number(),
  keys_forgotten: v.number(),
});
/** A technician learns nothing about keys. */
const { keys: _, keys_unused: __, keys_forgotten: ___, ...technicianRow } = rowShape.entries;

let backend: TestBackend;
let admin: Client;
openPortal((portal) => ({ backend, admin } = portal));

async function overview() {
  const { data, error } = await admin.rpc('site_overview');
  if (error) throw error;
  return v.parse(v.array(rowShape), data);
}

const months = ['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
/** The local time of Singapore, as if it were UTC. */
const singaporeNow = () => new Date(Date.now() + 8 * 3_600_000);
const year = singaporeNow().getUTCFullYear();

/** A visit at a time in Singapore such as `2026-03-01T00:00:00`. */
const visit = (id: number, time: string, values: object = {}) => ({
  ...newTask(id),
  time: `${time}+08:00`,
  year: time.slice(0, 4),
  month: months[Number(time.slice(5, 7)) - 1],
  ...values,
});

const setTasks = (site: number, tasks: object[]) =>
  backend.sql('update public.maintable set tasks2024 = $1, revision = revision + 1 where id = $2', [
    JSON.stringify([...tasks, ...[1, 2].map((id) => visit(id, `${year}-01-01T00:00:00`, { showing: 'False' }))]),
    site,
  ]);

test('a site without visits, posts and keys is included', async () => {
  await backend.sql(`insert into public.maintable (name) values ('Three')`);
  expect((await overview())[2]).toEqual({
    site_id: 3,
    name: 'Three',
    sitename: null,
    address: null,
    jmb_name: null,
    person_in_charge: null,
    site_contacts: [],
    status: null,
    contract_until: null,
    visit_every_months: null,
    visits: 0,
    first_visit: null,
    last_visit: null,
    last_task: null,
    kept_months: [],
    emergency: { [year - 1]: 0, [year]: 0 },
    failures: { [year - 1]: 0, [year]: 0 },
    response_hours: null,
    emergency_calls_a_year: null,
    promised_before: null,
    calls: [],
    reported_faults: [],
    follow: 0,
    follow_since: null,
    faults: { open: 0, oldest: null },
    revision: 1,
    archived_at: null,
    posts_revision: null,
    keys: 0,
    keys_unused: 0,
    keys_forgotten: 0,
  });
});

test('an admin reads the address and the persons in charge, as they are saved; a client reads no row', async () => {
  const set = `update public.maintable set address = $1, jmb_name = $2, person_in_charge = $3, revision = revision + 1 where id = 2`;
  await backend.sql(set, ['12 Jalan Ampang\n55000 Kuala Lumpur', '林先生 (JMB)', 123456789]);
  const persons = (await overview()).map((row) => [row.address, row.jmb_name, row.person_in_charge]);
  expect(persons).toEqual([
    ['1 First Road', null, null],
    ['12 Jalan Ampang\n55000 Kuala Lumpur', '林先生 (JMB)', 123456789],
  ]);
  for (const key of [keys.siteOne, keys.siteTwo, keys.withoutSite]) {
    const { data, error } = await backend.clientFor(await backend.loginAs(key)).rpc('site_overview');
    expect([data, error?.code]).toEqual([null, 'PT403']);
  }
  expect((await backend.clientFor().rpc('site_overview')).error?.code).toBe('PT401');
});

test("a technician reads the rows of the key's sites with their revisions, as an admin does, except for the keys", async () => {
  await setTasks(1, [visit(11, `${year}-01-01T00:00:00`)]);
  await backend.sql(`update public.carpost set json = '{"P1": []}', revision = 2 where site_id = 1`);
  const all = v.parse(v.array(v.object(technicianRow)), await overview());
  expect(all.map((row) => [row.revision, row.posts_revision, row.visits])).toEqual([
    [2, 2, 1],
    [1, 1, 1],
  ]);
  const { id, session } = await technicianOf(backend, [1]);
  const rows = async () => {
    const { data, error } = await backend.clientFor(session).rpc('site_overview');
    if (error) throw error;
    return v.parse(v.array(v.strictObject(technicianRow)), data);
  };
  expect(await rows()).toEqual(all.slice(0, 1));
  const give = (sites: string | null) => backend.sql('update public.main set site_ids = $1 where id = $2', [sites, id]);
  // from the next call on; null means all sites
  for (const [sites, expected] of [
    ['{2}', all.slice(1)],
    [null, all],
    ['{9}', []],
  ] as const) {
    await give(sites);
    expect(await rows()).toEqual(expected);
  }
});

test('only shown visits count; a preventive visit, or one without a kind, fulfils its month in Singapore', async () => {
  const [before, last] = [year - 2, year - 1];
  await setTasks(1, [
    visit(11, '2022-05-03T10:00:00', { kind: 'other' }),
    visit(12, `${before - 1}-12-31T23:59:59`),
    visit(13, `${before}-01-01T00:00:00`),
    visit(14, `${last}-02-28T23:59:59`, { kind: 'preventive' }),
    visit(15, `${last}-02-01T00:00:00`),
    visit(16, `${last}-03-01T00:00:00`, { kind: 'emergency' }),
    visit(17, `${last}-12-31T23:59:59.999`, { kind: 'emergency' }),
    visit(18, `${last}-04-01T00:00:00`, { showing: 'False' }),
    visit(19, `${last}-05-01T00:00:00`, { kind: 'other' }),
    visit(21, `${year}-01-01T00:00:00`, { kind: 'emergency' }),
    visit(20, `${year}-01-01T00:00:00.5`, { kind: 'other' }),
  ]);
  expect((await overview())[0]).toMatchObject({
    visits: 10,
    first_visit: '2022-05-03T10:00:00+08:00',
    last_visit: `${year}-01-01T00:00:00.5+08:00`,
    last_task: 20,
    kept_months: [`${before}-01`, `${last}-02`],
    emergency: { [last]: 2, [year]: 1 },
  });
});

test('calls are the shown emergencies since January of last year, with the times of their responses', async () => {
  const time = `${year - 1}-01-01T00:00:00`;
  const reported = `${year - 2}-12-31T23:00:00+08:00`;
  const call = { kind: 'emergency', reported, arrived: `${time}+08:00` };
  await setTasks(1, [
    visit(11, `${year - 2}-12-31T23:59:59`, { kind: 'emergency' }),
    visit(12, time, call),
    visit(13, time, { ...call, showing: 'False' }),
    visit(14, time, { ...call, kind: 'other' }),
    visit(15, time, { reported }),
    visit(16, `${year}-01-01T00:00:00`, { kind: 'emergency' }),
  ]);
  expect((await overview()).map(({ calls }) => calls)).toEqual([
    [
      { id: 12, time: `${time}+08:00`, kind: 'emergency', reported, arrived: `${time}+08:00`, answers: null },
      { id: 16, time: `${year}-01-01T00:00:00+08:00`, kind: 'emergency', reported: null, arrived: null, answers: null },
    ],
    [],
  ]);
});

test('visits of any kind that answer a fault are calls too, also earlier visits; only faults that count are included', async () => {
  const last = year - 1;
  await backend.sql(
    `insert into private.faults (site_id, what, known, origin, main_id, reported_at, closed_at, closed_as, closed_reason)
     select site, 'No power', true, 'client', 1, reported::timestamptz, closed::timestamptz, case when closed is not null then 'settled' end,
       case when closed is not null then 'By phone' end
     from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality f (site, reported, closed, n) order by n`,
    [
      // 1 is answered twice, 2 only long ago, 3 by a hidden visit, 4 and 5 were closed, 6 belongs to the other site
      [1, 1, 1, 1, 1, 2],
      [2, 2, 2, 2, 2, 1].map((ago) => `${year - ago}-03-01T00:00:00+08:00`),
      [null, null, null, `${year - 2}-12-31T23:59:59+08:00`, `${last}-01-01T00:00:00+08:00`, null],
    ],
  );
  await setTasks(1, [
    visit(11, `${year - 2}-04-01T00:00:00`, { answers: [1, 2] }),
    visit(12, `${year - 2}-05-01T00:00:00`, { answers: [2] }),
    visit(13, `${last}-02-01T00:00:00`, { answers: [1] }),
    visit(14, `${last}-03-01T00:00:00`, { answers: [3], showing: 'False' }),
    visit(15, `${last}-04-01T00:00:00`),
  ]);
  const found = (await overview()).map(({ calls, reported_faults: faults }) => [calls, faults]);
  expect(found.map((lists) => lists.map((list) => list.map(({ id }) => id)))).toEqual([
    [
      [11, 13],
      [1, 3, 5],
    ],
    [[], [6]],
  ]);
  expect(found[0]?.[0]?.[1]).toMatchObject({ kind: null, answers: [1] });
  expect(found[0]?.[1]?.slice(1)).toEqual([
    { id: 3, reported_at: `${year - 2}-03-01T00:00:00.000+08:00`, closed: null },
    {
      id: 5,
      reported_at: `${year - 2}-03-01T00:00:00.000+08:00`,
      closed: { at: `${last}-01-01T00:00:00.000+08:00`, as: 'settled' },
    },
  ]);
});

/** The number of open recommendations of each site, and the day of the oldest. */
const openOfSites = async () =>
  (await overview()).map(({ follow, follow_since: since }) => [follow, since?.slice(0, 10)]);

test('recommendations are open until a shown visit of the site names their line, or the office closes them', async () => {
  const lines = [1, 2, 3].map((line) => ({ line, text: `Line ${line}` }));
  const closed = { at: `${year}-02-01T00:00:00+08:00`, reason: 'Settled by phone' };
  const tasks = (...more: object[]) => [
    visit(11, `${year - 1}-03-01T00:00:00`, { follow: lines.slice(0, 1), showing: 'False' }),
    visit(12, `${year - 1}-04-01T00:00:00`, { follow: lines }),
    visit(13, `${year - 1}-05-01T00:00:00`, { follow: lines.map((line) => ({ ...line, closed })) }),
    visit(14, `${year - 1}-06-01T00:00:00`, { follow: lines.slice(0, 2) }),
    ...more,
  ];
  await setTasks(1, tasks());
  await setTasks(2, tasks());
  expect(await openOfSites()).toEqual([1, 2].map(() => [5, `${year - 1}-03-31`]));
  const ofTwelve = lines.map(({ line }) => ({ task: 12, line }));
  await setTasks(1, tasks(visit(15, `${year}-01-01T00:00:00`, { closes: ofTwelve.slice(0, 2) })));
  expect((await openOfSites())[0]).toEqual([3, `${year - 1}-03-31`]);
  await setTasks(1, tasks(visit(15, `${year}-01-01T00:00:00`, { closes: ofTwelve })));
  await setTasks(2, tasks(visit(15, `${year}-01-01T00:00:00`, { closes: ofTwelve, showing: 'False' })));
  expect(await openOfSites()).toEqual([
    [2, `${year - 1}-05-31`],
    [5, `${year - 1}-03-31`],
  ]);
});

test('failures are those of all entrances and exits, this year and last; keys are those valid now', async () => {
  const posts = {
    Front: [
      { type: 'Loop', entrance: 1, exit: 20, year },
      { type: 'Loop', entrance: 300, exit: 0, year },
      { type: 'Arm', entrance: 0, exit: 5, year: year - 1 },
      { type: 'Arm', entrance: 9999, exit: 0, year: year - 2 },
    ],
    Back: [{ type: 'Arm', entrance: 4000, exit: 0, year }],
    Side: [],
  };
  await backend.sql('update public.carpost set json = $1, revision = 2 where site_id = 1', [JSON.stringify(posts)]);
  await backend.sql(`
    insert into public.main (token, label, role, site_id, last_used_at, expires_at, revoked_at) values
      (repeat('1', 64), 'used', 'user', 1, now(), now() + interval '1 day', null),
      (repeat('2', 64), 'never used', 'user', 1, null, null, null),
      (repeat('3', 64), 'ran out', 'user', 1, null, now() - interval '1 second', null),
      (repeat('4', 64), 'revoked', 'user', 1, null, null, now())`);
  const [siteOne, siteTwo] = await overview();
  expect(siteOne?.failures).toEqual({ [year - 1]: 5, [year]: 4321 });
  // including the demo key of the base rows
  expect([siteOne?.keys, siteOne?.keys_unused]).toEqual([3, 2]);
  expect([siteTwo?.keys, siteTwo?.keys_unused, siteTwo?.failures]).toEqual([1, 1, { [year - 1]: 0, [year]: 0 }]);
  await backend.sql('update private.settings set demo = false');
  await backend.sql(`insert into public.main (token, label, role) values (private.key_hash('HEAD'), 'Head', 'admin')`);
  admin = backend.clientFor(await backend.loginAs('HEAD'));
  expect((await overview()).map((row) => [row.keys, row.keys_unused])).toEqual([
    [2, 1],
    [0, 0],
  ]);
});

test('an unused key was forgotten when it was issued two weeks ago or more', async () => {
  await backend.sql(`
    insert into public.main (token, label, role, site_id, created_at, last_used_at, expires_at, revoked_at) values
      (repeat('1', 64), 'just issued', 'user', 1, now() - interval '13 days 23 hours', null, null, null),
      (repeat('2', 64), 'forgotten', 'user', 2, now() - interval '14 days 1 hour', null, null, null),
      (repeat('3', 64), 'used', 'user', 2, now() - interval '1 year', now(), null, null),
      (repeat('4', 64), 'ran out', 'user', 2, now() - interval '1 year', null, now(), null),
      (repeat('5', 64), 'revoked', 'user', 2, now() - interval '1 year', null, null, now())`);
  expect((await overview()).map((row) => [row.keys_unused, row.keys_forgotten])).toEqual([
    [2, 0],
    [2, 1],
  ]);
});

test('the overview does not read the task arrays', async () => {
  await backend.sql('set session_replication_role = replica');
  await backend.sql(`update public.maintable set tasks2024 = '"unreadable"'`);
  await backend.sql('set session_replication_role = default');
  expect((await overview()).map(({ visits }) => visits)).toEqual([1, 1]);
});
