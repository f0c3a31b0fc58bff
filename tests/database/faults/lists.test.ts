import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { promiseOn, promisesOf } from '../../../src/records/site/site-promise.ts';
import type { TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { inTime, timeOf } from '../support/in-time.ts';
import { openPortal, technicianOf, type Client } from '../support/open-portal.ts';
import { addSticker, answerFaults, listFaults, reportBySticker, reportFault } from '../support/reports.ts';

// Which faults each caller reads, in which order, and how fast (decisions §15).

let backend: TestBackend;
let admin: Client;
let client: Client;
openPortal((portal) => ({ backend, admin } = portal));
beforeEach(async () => {
  client = backend.clientFor(await backend.sessionFor(keys.siteOne));
});

const ids = async (who: Client, given: Parameters<typeof listFaults>[1] = {}) =>
  (await listFaults(who, given)).faults.map(({ id }) => id);
const setAge = (id: number, time: string) =>
  backend.sql(`update private.faults set reported_at = now() - $2::interval where id = $1`, [id, time]);
const setSite = (id: number, values: string) =>
  backend.exclusive(() =>
    backend.pg.exec(`set session_replication_role = replica; update public.maintable set ${values} where id = ${id};
      set session_replication_role = default`),
  );

describe('the readers of faults', () => {
  beforeEach(async () => {
    await reportFault(client, { text: 'a' });
    await reportFault(admin, { text: 'b' }, { site: 2 });
  });

  test('are a client for its site, a technician for given sites, an admin for all', async () => {
    expect(await ids(client)).toEqual([1]);
    expect(await ids(backend.clientFor(await backend.sessionFor(keys.siteTwo)))).toEqual([2]);
    expect(await ids(backend.clientFor(await backend.sessionFor(keys.withoutSite)))).toEqual([]);
    expect(await ids(admin)).toEqual([1, 2]);
    for (const [sites, seen] of [
      [[1], [1]],
      [[2], [2]],
      [null, [1, 2]],
    ] as const)
      expect(await ids(backend.clientFor((await technicianOf(backend, sites && [...sites])).session))).toEqual(seen);
  });

  test('of a single site need a right to it', async () => {
    const technician = backend.clientFor((await technicianOf(backend, [1])).session);
    for (const who of [client, technician]) {
      expect(await ids(who, { site_id: 1 })).toEqual([1]);
      for (const site_id of [2, 99]) expect((await who.rpc('list_faults', { site_id })).status).toBe(403);
    }
    expect(await ids(admin, { site_id: 2 })).toEqual([2]);
    expect(await ids(admin, { site_id: 99 })).toEqual([]);
  });

  test('find no word of a site that they may not read', async () => {
    expect(await ids(client, { words: 'b', state: 'all' })).toEqual([]);
    expect(await ids(admin, { words: 'b', state: 'all' })).toEqual([2]);
  });
});

/** The day in Singapore, some days before that of the oldest report of the test, which is two hours old. */
const dayBeforeReport = (days: number) =>
  new Date(Date.now() + 28_800_000 - 7_200_000 - days * 86_400_000).toISOString().slice(0, 10);

describe('the order', () => {
  test('of open faults: first those later than promised, by the end of the promise, then the others, oldest first', async () => {
    const whats = ['Does not open', 'Does not close', 'Tag not read', 'No power'];
    for (const what of whats) await reportFault(admin, { what });
    await reportFault(admin, {}, { site: 2 });
    await setSite(1, 'response_hours = 3');
    for (const [id, time] of [
      [1, '1 hour'],
      [2, '2 hours 59 minutes'],
      [3, '3 hours 1 minute'],
      [4, '9 days'],
      [5, '1 year'],
    ] as const)
      await setAge(id, time);
    expect(await ids(admin)).toEqual([4, 3, 5, 2, 1]);
    expect(await ids(admin, { page: 2, page_size: 2 })).toEqual([5, 2]);
    expect(await listFaults(admin, { page: 4, page_size: 2 })).toEqual({ faults: [], total: 5 });
    // by how long they are late, not by the age of the report
    await setSite(2, 'response_hours = 20');
    await setAge(5, '20 hours');
    expect(await ids(admin)).toEqual([4, 3, 5, 2, 1]);
  });

  test.each([
    ['yesterday’s', (day: string) => day, false],
    ['yesterday’s, as a time', (day: string) => `${day}T00:00:00+08:00`, false],
    ['one that is no day', () => '2026-02-30', true],
    ['one that only the portal reads', () => 'until further notice', true],
  ])('ignores the promise after the end of a contract: %s', async (_, contractEnd, isLate) => {
    await reportFault(client);
    await reportFault(client, { what: 'No power' });
    for (const id of [1, 2]) await setAge(id, `${3 - id} hours`);
    await reportFault(admin, {}, { site: 2 });
    await setAge(3, '90 minutes');
    await setSite(2, 'response_hours = 1');
    await setSite(1, `response_hours = 0.5, contract_until = '${contractEnd(dayBeforeReport(1))}'`);
    expect(await ids(admin)).toEqual(isLate ? [1, 2, 3] : [3, 1, 2]);
    // the last day is included
    if (!isLate) {
      await setSite(1, `contract_until = '${contractEnd(dayBeforeReport(0))}'`);
      expect((await ids(admin))[0]).toBe(1);
    }
  });

  test('of ended faults: the newest end first; of all faults: the newest report first', async () => {
    for (const what of ['Does not open', 'Does not close', 'Tag not read', 'No power'])
      await reportFault(client, { what });
    // a visit of April
    await answerFaults(backend, admin, [4]);
    for (const fault_id of [2, 1]) await admin.rpc('close_fault', { fault_id, closed_as: 'settled', reason: 'x' });
    await backend.sql(`update private.faults set closed_at = closed_at - interval '1 minute' where id = 2`);
    expect(await ids(client, { state: 'ended' })).toEqual([1, 2, 4]);
    await setAge(4, '1 day');
    expect(await ids(client, { state: 'all' })).toEqual([3, 2, 1, 4]);
    expect(await ids(client)).toEqual([3]);
  });
});

describe('the filters', () => {
  beforeEach(async () => {
    await reportFault(client, { text: '100% wet_ground', name: 'Siti', phone: '+65 81' }, { post: 'Main gate' });
    await reportFault(client, { what: 'The arm sings' });
    await reportFault(admin, { what: 'No power' }, { site: 2 });
    await setAge(2, '2 days');
  });

  test.each([
    ['siti', [1]],
    ['GATE siti', [1]],
    ['one', [2, 1]],
    ['arm', [2]],
    ['100%', [1]],
    ['t_g', [1]],
    ['3', [3]],
    ['gate power', []],
    ['', [2, 1, 3]],
  ])('words: %s', async (words, found) => expect(await ids(admin, { words })).toEqual(found));

  test('post, also that of whole sites', async () => {
    expect(await ids(admin, { post: 'Main gate' })).toEqual([1]);
    expect(await ids(admin, { post: '' })).toEqual([2, 3]);
    expect(await ids(admin, { post: 'None' })).toEqual([]);
  });

  test('days of Singapore, both included', async () => {
    await backend.sql(`update private.faults set reported_at = case id when 1 then '2026-05-02T00:00+08:00'::timestamptz
      when 2 then '2026-05-02T23:59:59+08:00' else '2026-05-03T00:00+08:00' end`);
    expect(await ids(admin, { from_day: '2026-05-02', to_day: '2026-05-02' })).toEqual([1, 2]);
    expect(await ids(admin, { from_day: '2026-05-03' })).toEqual([3]);
    expect(await ids(admin, { to_day: '2026-05-01' })).toEqual([]);
  });

  test('tell how many faults match, whatever the page', async () => {
    const { faults, total } = await listFaults(admin, { page_size: 1 });
    expect([faults.length, total]).toEqual([1, 3]);
  });

  test.each([
    { state: 'closed' },
    { state: null },
    { page: 0 },
    { page_size: 0 },
    { page_size: 501 },
    { words: 'x'.repeat(201) },
    { post: 'x'.repeat(81) },
  ])('%j is refused', async (given) => {
    // @ts-expect-error -- null is not a state
    expect((await admin.rpc('list_faults', given)).status).toBe(422);
  });
});

describe('the values of a fault about its site', () => {
  test('include the promise on the day of the report', async () => {
    const site = {
      response_hours: 3,
      emergency_calls_a_year: null,
      promised_before: [
        { until: '2026-03-31', hours: null, calls: 2 },
        { until: '2026-06-30', hours: 4.5, calls: null },
      ],
    };
    await reportFault(client);
    await setSite(1, `response_hours = 3, promised_before = '${JSON.stringify(site.promised_before)}'`);
    for (const [at, day] of [
      ['2026-03-31T23:59+08:00', '2026-03-31'],
      ['2026-04-01T00:00+08:00', '2026-04-01'],
      ['2026-06-30T23:59+08:00', '2026-06-30'],
      ['2026-07-01T00:00+08:00', '2026-07-01'],
    ]) {
      await backend.sql('update private.faults set reported_at = $1', [at]);
      expect((await listFaults(client)).faults[0]?.promised_hours).toBe(promiseOn(promisesOf(site), day ?? '').hours);
    }
  });

  test('include the end of the contract in the words of the site, which the portal reads', async () => {
    await reportFault(client);
    for (const written of ['30 April 2026', '2026-04-30', null]) {
      await setSite(1, `contract_until = ${written === null ? 'null' : `'${written}'`}`);
      expect((await listFaults(client)).faults[0]?.contract_until).toBe(written);
    }
  });

  test('include the sticker by which it came', async () => {
    const sticker = await addSticker(backend, 1, 'Main gate');
    await reportBySticker(backend, sticker);
    expect((await listFaults(client)).faults[0]).toMatchObject({
      origin: 'sticker',
      sticker,
      voices: [{ origin: 'sticker' }],
    });
  });
});

const overviewRow = v.looseObject({
  site_id: v.number(),
  faults: v.object({ open: v.number(), oldest: v.nullable(v.string()) }),
});

const overviewOf = async (who: Client) => v.parse(v.array(overviewRow), (await who.rpc('site_overview')).data);

const factsOf = (rows: v.InferOutput<typeof overviewRow>[]) => rows.map(({ site_id, faults }) => ({ site_id, faults }));

test('the overview counts the open faults of each site as a count of their rows does', async () => {
  await reportFault(client);
  await reportFault(client, { what: 'No power' });
  await reportFault(client, { what: 'Tag not read' });
  await reportFault(admin, {}, { site: 2 });
  await setAge(3, '3 days');
  await answerFaults(backend, admin, [1]);
  // from the arrays of tasks, without the mirrored rows
  const counted = await backend.sql(`
    select m.id::int as site_id, json_build_object('open', count(f.id), 'oldest',
      to_char(min(f.reported_at) at time zone 'Asia/Singapore', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"')) as faults
    from public.maintable m left join private.faults f on f.site_id = m.id and f.closed_at is null and not exists (
      select from jsonb_array_elements(m.tasks2024) e where e ->> 'showing' = 'True' and e -> 'answers' @> to_jsonb(f.id))
    group by 1 order by 1`);
  expect(factsOf(await overviewOf(admin))).toEqual(counted);
  const technician = backend.clientFor((await technicianOf(backend, [1])).session);
  expect(factsOf(await overviewOf(technician))).toEqual(counted.slice(0, 1));
  expect(counted).toMatchObject([{ faults: { open: 2 } }, { faults: { open: 1 } }]);
});

const expectIn = (most: number, call: () => PromiseLike<unknown>) =>
  inTime(async () => expect(await timeOf(call)).toBeLessThan(most));

test(
  'with 5,000 faults the news take a tenth of a second, and a page of any list little time, even on a slow machine',
  { timeout: 180_000 },
  async () => {
    await backend.exclusive(() =>
      backend.pg.exec(`
      set session_replication_role = replica;
      insert into private.faults (site_id, post, what, known, origin, main_id, reported_at, closed_at, closed_as, closed_reason)
      select 1 + n % 2, 'Gate ' || n % 7, 'No power', true, 'office', 1, now() - make_interval(hours => n),
        case when n % 3 = 0 then now() end, case when n % 3 = 0 then 'settled' end, case when n % 3 = 0 then 'x' end
      from generate_series(1, 5000) n;
      insert into private.fault_voices (fault_id, origin, main_id, text, attempt, joined)
      select f.id, 'office', 1, 'Words ' || f.id, sha256(convert_to(f.id || ' ' || n, 'UTF8')), n > 1 from private.faults f, generate_series(1, 2) n;
      insert into private.visits (site_id, task_id, visited_at, showing, time, year, month, photos, has_pdf, title, text)
      select 1 + n % 2, 1000 + n, now(), true, '2026-04-02T09:30:00+08:00', '2026', 'apr', 0, false, 'x', 'x' from generate_series(1, 5000) n;
      insert into private.fault_answers (site_id, fault_id, task_id)
      select f.site_id, f.id, 1000 + f.id from private.faults f where f.id % 50 <> 1 and f.id % 3 > 0;
      set session_replication_role = default;
      analyze`),
    );
    const list = (given: { state: string; words?: string }) => async () =>
      expect((await admin.rpc('list_faults', given)).error).toBeNull();
    for (const key of [keys.admin, keys.siteOne]) {
      const headers = JSON.stringify({ 'x-portal-session': await backend.sessionFor(key) });
      await backend.sql(`select set_config('request.headers', $1, false)`, [headers]);
      await expectIn(100, () => backend.sql('select private.fault_news()'));
    }
    await backend.sql(`select set_config('request.headers', '', false)`);
    for (const state of ['open', 'ended', 'all']) await expectIn(1_500, list({ state }));
    await expectIn(1_500, list({ state: 'all', words: 'words 4711' }));
    // of the 100 faults without an answer, 33 are closed
    expect((await listFaults(admin)).total).toBe(67);
  },
);
