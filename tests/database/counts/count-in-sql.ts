import type { PeriodState } from '../../../src/records/task/service-periods.ts';
import type { TestBackend } from '../support/backend.ts';

/**
 * Selects the shown visits from the arrays, without the mirrored rows or any function of the product. Times are local times of
 * Singapore. $1: the moment.
 */
const common = `
  moment as (select $1::timestamptz at time zone 'Asia/Singapore' as at),
  visit as materialized (
    select m.id as site, (t ->> 'id')::int as id, (t ->> 'time')::timestamptz at time zone 'Asia/Singapore' as at,
      t ->> 'kind' as kind, t ->> 'year' as filed_year, t ->> 'month' as filed_month
    from public.maintable m, jsonb_array_elements(m.tasks2024) t where t ->> 'showing' = 'True')`;

/** The counts of a site in a year. Days are written as `2026-03-31`. */
export interface SqlPeriods {
  site: number;
  year: number;
  /**
   * The states of the periods that touch the year, oldest first. This and all following values except the counts are null while
   * no interval is agreed.
   */
  states: PeriodState[] | null;
  kept: number;
  due: number;
  next_due: string | null;
  since: string | null;
  /** The current period. */
  running: PeriodState | null;
  running_until: string | null;
  /** The first and last day of the first period from January two years before the year on. */
  known_from: string | null;
  known_until: string | null;
}

/**
 * A second implementation of the rule of kept periods (`decisions §8`), written from its text alone: months are numbered from
 * January 2022 on, each visit belongs to its month, and each period is judged by those before it. A period that begins after the
 * end of the contract, as PostgreSQL reads that date, needs no visit; the period in which the contract ends is over with it. The
 * periods (`n`) from 2020 to 2028 cover all visits. $2: the years.
 */
const periods = `
  with ${common},
    busy as (
      select site, date_trunc('month', at)::date as month, bool_or(coalesce(kind, 'preventive') = 'preventive') as keeps
      from visit group by 1, 2),
    laid as (
      select m.id as site, until, (date '2022-01-01' + make_interval(months => n * every))::date as first,
        (date '2022-01-01' + make_interval(months => (n + 1) * every))::date as next,
        (date '2022-01-01' + make_interval(months => n * every + month))::date as month
      from (
          select id, visit_every_months as every,
            case when pg_input_is_valid(btrim(contract_until), 'date') then btrim(contract_until)::date end as until
          from public.maintable where visit_every_months is not null) m,
        generate_series(-(24 / every), 84 / every) n, generate_series(0, every - 1) month),
    judged as (
      select site, first, next, until, coalesce(bool_or(keeps), false) as kept, count(keeps) > 0 as seen,
        (select at from moment) >= next as over, (select at from moment) < first as ahead,
        coalesce((select at from moment) >= until + 1, false) as ended, coalesce(first > until, false) as free
      from laid left join busy using (site, month) group by site, first, next, until),
    told as (
      select *, case when free then 'no contract' when kept then 'kept' when ahead then 'to come' when not (over or ended) then 'due'
        when bool_or(seen) over (partition by site order by first) then 'missed' else 'before' end as state
      from judged),
    good as (select site, max(first) filter (where over and state <> 'missed') as last, bool_or(state = 'due') as open
      from told group by site)
  select m.id::int as site, y as year,
    array_agg(state order by told.first) filter (where told.first < make_date(y + 1, 1, 1) and next > make_date(y, 1, 1)) as states,
    count(*) filter (where state = 'kept' and extract(year from next - 1) = y)::int as kept,
    count(*) filter (where state in ('kept', 'missed') and extract(year from next - 1) = y)::int as due,
    (min(least(next - 1, until)) filter (where state in ('due', 'to come')))::text as next_due,
    (min(next - 1) filter (where state = 'missed' and good.open and told.first > coalesce(good.last, '-infinity')))::text as since,
    min(state) filter (where not over and not ahead) as running,
    (min(next - 1) filter (where not over and not ahead))::text as running_until,
    (min(told.first) filter (where told.first >= make_date(y - 2, 1, 1)))::text as known_from,
    (min(next - 1) filter (where told.first >= make_date(y - 2, 1, 1)))::text as known_until
  from unnest($2::int[]) y cross join public.maintable m left join told on told.site = m.id left join good on good.site = m.id
  group by y, m.id order by y, m.id`;

/** The counts of a site in the year of a moment. Times are milliseconds since 1970. */
export interface SqlFigures {
  site: number;
  /** The number of visits of all years. */
  all_visits: number;
  first_visit: number | null;
  last_visit: number | null;
  last_task: number | null;
  /** The visits dated in the year. Those without a kind are `unsaid`. */
  visits: number;
  emergencies: number;
  emergencies_before: number;
  unsaid: number;
  /** January first: how many visits are filed under the month, and whether a visit is dated in it. */
  months: number[];
  visited: boolean[];
  /** Null if nothing is entered for the year, or for the year before. */
  failures: number | null;
  failures_before: number | null;
  /** The posts with the most failures, by name, with the failures of each. */
  worst: string[] | null;
  worst_total: number | null;
  contract_left: number | null;
}

/** All other counts. PostgreSQL reads the end of a contract. */
const figures = `
  with ${common},
    counted as (
      select site, count(*)::int as all_visits, min(v.at) as first, max(v.at) as last,
        (array_agg(id order by v.at desc, id desc))[1] as last_task,
        count(*) filter (where now.year = date_trunc('year', v.at))::int as visits,
        count(*) filter (where now.year = date_trunc('year', v.at) and kind = 'emergency')::int as emergencies,
        count(*) filter (where now.year - interval '1 year' = date_trunc('year', v.at) and kind = 'emergency')::int as emergencies_before,
        count(*) filter (where now.year = date_trunc('year', v.at) and kind is null)::int as unsaid
      from visit v, (select date_trunc('year', at) as year from moment) now group by site),
    filed as (
      select site, make_date(filed_year::int, array_position(array['january', 'february', 'mar', 'apr', 'may', 'june', 'july',
        'august', 'sep', 'oct', 'nov', 'dec'], filed_month), 1) as month, count(*)::int as visits from visit group by 1, 2),
    dated as (select distinct site, date_trunc('month', at) as month from visit),
    squares as (
      select m.id as site, array_agg(coalesce(filed.visits, 0) order by n) as months,
        array_agg(dated.month is not null order by n) as visited
      from moment cross join public.maintable m cross join generate_series(0, 11) n
      left join filed on filed.site = m.id and filed.month = date_trunc('year', moment.at) + make_interval(months => n)
      left join dated on dated.site = m.id and dated.month = date_trunc('year', moment.at) + make_interval(months => n)
      group by 1),
    failed as (
      select site_id as site, post, (e ->> 'year')::int as year, sum((e ->> 'entrance')::int + (e ->> 'exit')::int)::int as total
      from public.carpost, jsonb_each(json) p (post, list), jsonb_array_elements(list) e group by 1, 2, 3),
    of_year as (
      select site, sum(total) filter (where year = extract(year from moment.at))::int as failures,
        sum(total) filter (where year = extract(year from moment.at) - 1)::int as failures_before
      from failed, moment group by 1),
    worst as (
      select site, array_agg(post order by post) as posts, total from (
        select site, post, total, rank() over (partition by site order by total desc) as place
        from failed, moment where year = extract(year from moment.at) and total > 0) ranked where place = 1 group by site, total)
  select m.id::int as site, coalesce(all_visits, 0) as all_visits,
    extract(epoch from first at time zone 'Asia/Singapore')::float * 1000 as first_visit,
    extract(epoch from last at time zone 'Asia/Singapore')::float * 1000 as last_visit, last_task,
    coalesce(counted.visits, 0) as visits, coalesce(emergencies, 0) as emergencies, coalesce(emergencies_before, 0) as emergencies_before,
    coalesce(unsaid, 0) as unsaid,
    months, visited, failures, failures_before, worst.posts as worst, worst.total as worst_total,
    case when pg_input_is_valid(btrim(contract_until), 'date') then btrim(contract_until)::date - moment.at::date end as contract_left
  from moment cross join public.maintable m join squares on squares.site = m.id
  left join counted on counted.site = m.id left join of_year on of_year.site = m.id left join worst on worst.site = m.id
  order by m.id`;

/** Runs a query in which a date such as 31/12/2026 has the day first. */
export async function queryDayFirst<T>(
  { exclusive, pg }: TestBackend,
  query: string,
  parameters: unknown[],
): Promise<T[]> {
  const { rows } = await exclusive(() =>
    pg.transaction(async (own) => {
      await own.exec(`set local datestyle = 'ISO, DMY'`);
      return own.query<T>(query, parameters);
    }),
  );
  return rows;
}

/** Counts every site in each of the years, by year and id, as it is at a moment. */
export function periodsInSql(backend: TestBackend, instant: string, years: readonly number[]): Promise<SqlPeriods[]> {
  return queryDayFirst(backend, periods, [instant, years]);
}

/** Counts every site, by id, in the year of a moment. */
export function figuresInSql(backend: TestBackend, instant: string): Promise<SqlFigures[]> {
  return queryDayFirst(backend, figures, [instant]);
}
