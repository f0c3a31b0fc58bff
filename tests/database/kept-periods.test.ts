import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countYear } from '../../src/features/profile/this-year/year-counts.ts';
import { countFailures } from '../../src/features/profile/this-year/failures-of-year.ts';
import { readCarPosts } from '../../src/records/failure/failure-record.ts';
import { keptPeriods } from '../../src/records/task/kept-periods.ts';
import { taskSchema, visibleTasks } from '../../src/records/task/task.ts';
import { bootBackend, type TestBackend } from './support/backend.ts';
import { keys } from './support/base-rows.ts';
import { makeSites } from './support/made-sites.ts';

/** The years that are asked about. */
const years = [2023, 2024, 2025, 2026, 2027];

/**
 * The rule of kept periods (`decisions §8`) over again, from its words alone: months are laid out from January 2022 on,
 * each visit is put into its month, and each period is judged by what stands before it. $1: the years, $2: the instant.
 */
const keptInSql = `
  with visit as (
      select id as site, (t ->> 'time')::timestamptz at time zone 'Asia/Singapore' as at,
        coalesce(t ->> 'kind', 'preventive') = 'preventive' as keeps
      from public.maintable, jsonb_array_elements(tasks2024) t where t ->> 'showing' = 'True'),
    busy as (
      select site, date_trunc('month', at)::date as month, bool_or(keeps) as keeps from visit group by 1, 2),
    laid as (
      select id as site, (date '2022-01-01' + make_interval(months => n * visit_every_months))::date as first,
        (date '2022-01-01' + make_interval(months => (n + 1) * visit_every_months))::date as next,
        (date '2022-01-01' + make_interval(months => n * visit_every_months + m))::date as month
      from public.maintable, generate_series(-24, 84) n, generate_series(0, visit_every_months - 1) m
      where visit_every_months is not null and n * visit_every_months between -24 and 84),
    judged as (
      select site, first, next, coalesce(bool_or(keeps), false) as kept, count(keeps) > 0 as seen,
        $2::timestamptz at time zone 'Asia/Singapore' >= next as over,
        $2::timestamptz at time zone 'Asia/Singapore' < first as ahead
      from laid left join busy using (site, month) group by site, first, next),
    told as (
      select *, case when kept then 'kept' when ahead then 'to come' when not over then 'due'
        when bool_or(seen) over (partition by site order by first) then 'missed' else 'before' end as state
      from judged),
    good as (select site, max(first) filter (where over and state <> 'missed') as last, bool_or(state = 'due') as open
      from told group by site)
  select m.id::int as id, y as year,
    array_agg(state order by told.first) filter (where told.first < make_date(y + 1, 1, 1) and next > make_date(y, 1, 1)) as states,
    count(*) filter (where state = 'kept' and extract(year from next - 1) = y)::int as kept,
    count(*) filter (where state in ('kept', 'missed') and extract(year from next - 1) = y)::int as due,
    (min(next - 1) filter (where state in ('due', 'to come')))::text as next_due,
    (min(next - 1) filter (where state = 'missed' and good.open and told.first > coalesce(good.last, '-infinity')))::text as since,
    (select extract(epoch from max(at) at time zone 'Asia/Singapore')::float * 1000 from visit where site = m.id) as last_visit
  from unnest($1::int[]) y cross join public.maintable m left join told on told.site = m.id left join good on good.site = m.id
  group by y, m.id order by y, m.id`;

/** What else the plate says: visits of the year and their kinds, the month before, and failures. */
const countedInSql = `
  with now as (select $1::timestamptz at time zone 'Asia/Singapore' as at),
    names as (select array['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'] as all),
    visit as (
      select id as site, date_trunc('year', (t ->> 'time')::timestamptz at time zone 'Asia/Singapore') as year, t ->> 'kind' as kind,
        make_date((t ->> 'year')::int, array_position(names.all, t ->> 'month'), 1) as filed
      from public.maintable, names, jsonb_array_elements(tasks2024) t where t ->> 'showing' = 'True'),
    counted as (
      select site, count(*) filter (where year = date_trunc('year', now.at))::int as visits,
        count(*) filter (where year = date_trunc('year', now.at) and kind = 'emergency')::int as emergencies,
        count(*) filter (where year = date_trunc('year', now.at) and kind is null)::int as unsaid,
        count(*) filter (where filed = date_trunc('month', now.at) - interval '1 month')::int as last_month,
        array(select count(v.filed)::int from generate_series(0, 11) n left join visit v on v.site = visit.site
          and v.filed = date_trunc('year', now.at) + make_interval(months => n) group by n order by n) as months
      from visit, now group by site, now.at),
    failed as (
      select site_id as site, post, (e ->> 'year')::int as year, sum((e ->> 'entrance')::int + (e ->> 'exit')::int)::int as total
      from public.carpost, jsonb_each(json) p (post, list), jsonb_array_elements(list) e group by 1, 2, 3)
  select m.id::int as id, coalesce(visits, 0) as visits, coalesce(emergencies, 0) as emergencies, coalesce(unsaid, 0) as unsaid,
    coalesce(last_month, 0) as last_month, coalesce(months, array_fill(0, array[12])) as months,
    (select sum(total)::int from failed where site = m.id and year = extract(year from now.at)) as failures,
    (select sum(total)::int from failed where site = m.id and year = extract(year from now.at) - 1) as before,
    (select array_agg(post order by post) from (select post, total, rank() over (order by total desc) from failed
      where site = m.id and year = extract(year from now.at) and total > 0) r where rank = 1) as worst
  from now, public.maintable m left join counted on counted.site = m.id order by m.id`;

/** What the rule looks at of a site record. */
const recordSchema = v.object({
  id: v.number(),
  visit_every_months: v.nullable(v.number()),
  tasks2024: v.array(taskSchema),
});
type MadeRecord = v.InferOutput<typeof recordSchema>;

interface Kept {
  id: number;
  year: number;
  states: string[] | null;
  kept: number;
  due: number;
  next_due: string | null;
  since: string | null;
  last_visit: number | null;
}

let backend: TestBackend;
beforeAll(async () => {
  backend = await bootBackend();
});
afterAll(() => backend.close());

/** The site records as an admin's portal reads them, by id. */
async function readRecords(): Promise<MadeRecord[]> {
  const client = backend.clientFor(await backend.loginAs(keys.admin));
  const { data } = await client.from('maintables').select('*').order('id');
  return v.parse(v.array(recordSchema), data);
}

async function emptyTables(): Promise<void> {
  await backend.sql('set session_replication_role = replica');
  await backend.sql('truncate public.maintable, public.carpost restart identity cascade');
}

const worlds = {
  'the demo': {
    fill: async () => {
      await emptyTables();
      await backend.sql('set session_replication_role = default');
      const seed = await readFile('supabase/seed.sql', 'utf8');
      await backend.exclusive(() => backend.pg.exec(seed));
    },
    sites: 3,
  },
  '300 made sites': {
    fill: async () => {
      await emptyTables();
      const made = makeSites(300, 20_261_122);
      await backend.sql(
        `insert into public.maintable (name, visit_every_months, tasks2024)
         select name, visit_every_months, tasks2024
         from jsonb_to_recordset($1) as made(name text, visit_every_months int, tasks2024 jsonb)`,
        [JSON.stringify(made)],
      );
      await backend.sql(
        `insert into public.carpost (site_id, json) select id, posts
         from jsonb_to_recordset($1) as made(name text, posts jsonb) join public.maintable using (name)`,
        [JSON.stringify(made)],
      );
      await backend.sql('set session_replication_role = default');
    },
    sites: 300,
  },
};

/** Instants at which a month, a quarter or a year turns in Singapore, and others. */
const instants = [
  '2026-11-22T10:00:00+08:00',
  '2025-12-31T23:59:59+08:00',
  '2026-01-01T00:00:00+08:00',
  '2024-02-29T16:30:00Z',
];

describe.each(Object.entries(worlds))('in %s', (_, { fill, sites }) => {
  let records: MadeRecord[] = [];
  beforeAll(async () => {
    await backend.reset();
    await fill();
    // the made rows have no keys
    await backend.sql(
      `insert into public.main (token, label, role, kind) values (private.key_hash($1), 'Admin', 'admin', 'demo')
       on conflict do nothing`,
      [keys.admin],
    );
    records = await readRecords();
  });

  test.each(instants)('kept, missed and due periods are those of SQL, at %s', async (instant) => {
    expect(records).toHaveLength(sites);
    const now = new Date(instant);
    const found = years.flatMap((year) =>
      records.map((record): Kept => {
        const upkeep = keptPeriods(visibleTasks(record.tasks2024), record.visit_every_months, year, now);
        return {
          id: record.id,
          year,
          states: upkeep.periods.length > 0 ? upkeep.periods.map(({ state }) => state) : null,
          kept: upkeep.kept,
          due: upkeep.due,
          next_due: upkeep.nextDue,
          since: upkeep.overdueSince,
          last_visit: upkeep.lastVisit === null ? null : Date.parse(upkeep.lastVisit),
        };
      }),
    );
    expect(found).toEqual(await backend.sql<Kept>(keptInSql, [years, instant]));
  });

  test.each(instants)('the other numbers of the plate are those of SQL, at %s', async (instant) => {
    const counts = await backend.sql<{ id: number; json: unknown }>(
      'select site_id::int as id, json from public.carpost',
    );
    const found = records.map((record) => {
      const counted = countYear(record, new Date(instant));
      const posts = readCarPosts(counts.find(({ id }) => id === record.id)?.json);
      const failures = countFailures(posts, counted.year);
      return {
        id: record.id,
        visits: counted.visits,
        emergencies: counted.emergencies,
        unsaid: counted.unsaid,
        last_month: counted.lastMonth.visits,
        months: counted.months.map(({ visits }) => visits),
        failures: failures.total,
        before: failures.before,
        worst: failures.worst.length > 0 ? failures.worst.map(({ post }) => post) : null,
      };
    });
    expect(found).toEqual(await backend.sql(countedInSql, [instant]));
  });
});
