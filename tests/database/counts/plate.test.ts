import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import { countYear, countFailures } from '../../../src/features/profile/this-year/this-year.ts';
import { readCarPosts } from '../../../src/records/failure/failure-record.ts';
import { readContract } from '../../../src/records/site/contract.ts';
import { promisedBeforeSchema } from '../../../src/records/site/site-promise.ts';
import { agreementOf, serviceSummary, periodStateLabels } from '../../../src/records/task/service-periods.ts';
import { taskSchema, visibleTasks } from '../../../src/records/task/task.ts';
import { bootBackend, type TestBackend } from '../support/backend.ts';
import { keys } from '../support/base-rows.ts';
import { figuresInSql, periodsInSql } from './count-in-sql.ts';
import { fillWorld, instants, madeSitesJson, sessionOfClient, worlds } from './worlds.ts';

/** The years to count. */
const years = [2023, 2024, 2025, 2026, 2027];

/** The members of a site record that the portal's summary uses. */
const recordSchema = v.object({
  id: v.number(),
  visit_every_months: v.nullable(v.number()),
  contract_until: v.nullable(v.string()),
  response_hours: v.nullable(v.number()),
  emergency_calls_a_year: v.nullable(v.number()),
  promised_before: promisedBeforeSchema,
  tasks2024: v.array(taskSchema),
});
type PlateRecord = v.InferOutput<typeof recordSchema>;

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
  return () => backend.close();
});

/** The site records that a session reads, by id, and their failure counts. */
async function readAs(session: string): Promise<{ records: PlateRecord[]; posts: Map<number, unknown> }> {
  const client = backend.clientFor(session);
  const { data: records } = await client.from('maintables').select('*').order('id').throwOnError();
  const { data: posts } = await client.from('carpost').select('site_id, json').throwOnError();
  return {
    records: v.parse(v.array(recordSchema), records),
    posts: new Map(posts.map(({ site_id: site, json }) => [site, json])),
  };
}

const instantOf = (time: string | null | undefined) => (time ? Date.parse(time) : null);

describe.each(worlds)('in $name', (world) => {
  let read: Awaited<ReturnType<typeof readAs>>;
  beforeAll(async () => {
    await fillWorld(backend, world);
    read = await readAs(await backend.sessionFor(keys.admin));
  });

  test.each(instants)('kept, missed and due periods equal those counted in SQL, at %s', async (instant) => {
    expect(read.records).toHaveLength(world.sites);
    const now = new Date(instant);
    const found = years.flatMap((year) =>
      read.records.map((record) => {
        const summary = serviceSummary(visibleTasks(record.tasks2024), agreementOf(record), year, now);
        return {
          site: record.id,
          year,
          states: summary.periods.length > 0 ? summary.periods.map(({ state }) => state) : null,
          kept: summary.fulfilled,
          due: summary.due,
          next_due: summary.nextDue,
          since: summary.overdueSince,
          overdue: summary.overdue,
        };
      }),
    );
    const counted = await periodsInSql(backend, instant, years);
    expect(counted.map((row) => ({ ...row, overdue: row.since !== null }))).toMatchObject(found);
  });

  test.each(instants)('the other numbers equal those counted in SQL, at %s', async (instant) => {
    const now = new Date(instant);
    const found = read.records.map((record) => {
      const counted = countYear(record, [], now);
      const posts = readCarPosts(read.posts.get(record.id));
      const failures = countFailures(posts, counted.year, now);
      return {
        site: record.id,
        last_visit: instantOf(counted.lastVisit?.time),
        // the rule of kept periods finds it independently
        last_kept: instantOf(counted.service.lastVisit),
        last_task: counted.lastVisit?.id ?? null,
        visits: counted.visits,
        emergencies: counted.emergencies,
        unsaid: counted.withoutKind,
        months: counted.months.map(({ visits }) => visits),
        visited: counted.months.map(({ visited }) => visited),
        failures: failures.total,
        failures_before: countFailures(posts, counted.year - 1, now).total,
        worst: failures.worst.length > 0 ? failures.worst.map(({ post }) => post) : null,
        worst_total: failures.worst.length > 0 ? failures.worstTotal : null,
        contract_left: readContract(record.contract_until ?? '', now).daysLeft,
      };
    });
    const counted = await figuresInSql(backend, instant);
    expect(counted.map((row) => ({ ...row, last_kept: row.last_visit }))).toMatchObject(found);
  });

  test('a client reads the same numbers of its site as an admin', async () => {
    const step = Math.ceil(world.sites / 10);
    for (const record of read.records.filter((_, index) => index % step === 0)) {
      const own = await readAs(sessionOfClient(record.id));
      expect(own).toEqual({ records: [record], posts: new Map([[record.id, read.posts.get(record.id)]]) });
    }
  });
});

test('the 300 generated sites cover every case', async () => {
  const [found] = await backend.sql<Record<string, number | boolean>>(
    `
    with made as (select * from jsonb_to_recordset($1)
        as _(name text, visit_every_months int, contract_until text, tasks2024 jsonb)),
    task as (
      select m.name as site, t, (t ->> 'time')::timestamptz at time zone 'Asia/Singapore' as at, t ->> 'showing' = 'True' as shown
      from made m, jsonb_array_elements(m.tasks2024) t)
    select count(distinct visit_every_months) = 12 as intervals, bool_or(visit_every_months is null) as none_agreed,
      bool_or(tasks2024 = '[]') as no_visit,
      exists (select from task group by site having not bool_or(shown)) as only_hidden,
      exists (select from task group by site having extract(month from min(at)) between 4 and 9) as begun_in_mid_year,
      exists (select from task where shown group by site, date_trunc('month', at) having count(*) > 3) as many_in_a_month,
      exists (select from task where to_char(at, 'MMDD') = '0229') as leap_day,
      exists (select from task where to_char(at, 'MMDD HH24:MI:SS') = '1231 23:59:59') as end_of_year,
      exists (select from task where to_char(at, 'MMDD HH24:MI:SS') = '0101 00:00:00') as begin_of_year,
      exists (select from task where t ->> 'time' like '%Z' and to_char(at, 'YYYY-MM-DD') > left(t ->> 'time', 10)) as next_day_in_singapore,
      exists (select from task where t ->> 'year' <> to_char(at, 'YYYY')) as misfiled,
      exists (select from task where shown group by site having count(*) = count(*) filter (where not t ? 'kind')) as kind_never_said,
      count(*) filter (where pg_input_is_valid(contract_until, 'date')) > 100 as contracts,
      count(*) filter (where visit_every_months > 1 and contract_until ~ '^202[3-6]-') > 20 as ended_with_an_interval,
      bool_or(contract_until ~ '^202[3-6]-[01][0-9]-01') as ended_on_a_first, bool_or(contract_until ~ '^202[3-6]-(0[13578]|1[02])-31') as ended_on_a_last
    from made`,
    [madeSitesJson],
  );
  expect(Object.entries(found ?? { nothing: false }).filter(([, holds]) => holds !== true)).toEqual([]);
  // they are still in the database
  for (const instant of instants) {
    const counted = await periodsInSql(backend, instant, years);
    expect(new Set(counted.flatMap(({ states }) => states ?? [])), instant).toEqual(
      new Set(Object.keys(periodStateLabels)),
    );
    // a contract that ends within a period also ends what is due in it
    expect(
      counted.some(({ next_due: day }) => day !== null && new Date(Date.parse(day) + 86_400_000).getUTCDate() > 1),
    ).toBe(true);
  }
});
