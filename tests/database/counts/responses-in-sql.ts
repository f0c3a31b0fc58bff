import type { TestBackend } from '../support/backend.ts';
import { queryDayFirst } from './count-in-sql.ts';

/** How the emergency calls of a site were answered in a year, and how many of the agreed calls of its contract year are used. */
export interface SqlResponses {
  site: number;
  within: number;
  late: number;
  /** How many of the late ones are faults. */
  late_faults: number;
  unrecorded: number;
  no_contract: number;
  recorded: number;
  median: number | null;
  longest: number | null;
  settled: number;
  /** Null without a contract in the year. */
  used: number | null;
  agreed: number | null;
  first_day: string | null;
  last_day: string | null;
}

/**
 * A second implementation of the response times (`decisions §14`), written from their text alone and from the arrays. $1: the
 * moment, whose year is counted. A time is read if it is a text with its offset. PostgreSQL computes the end of a contract and
 * its anniversaries, except that the last day of a month stays the last day.
 */
const responses = `
  with moment as (
    select at::date as today, extract(year from at)::int as year from (select $1::timestamptz at time zone 'Asia/Singapore' as at) m),
  site as (
    select m.*, case when pg_input_is_valid(btrim(contract_until), 'date') then btrim(contract_until)::date end as until
    from public.maintable m),
  -- those that had been reported before, or were none, count nowhere; the former do where a visit answers them
  fault as (
    select f.site_id as site, f.id, f.reported_at, f.closed_at from private.faults f
    where coalesce(f.closed_as, '') not in ('double', 'not-a-fault') or f.closed_as = 'double' and exists (
      select from public.maintable m, jsonb_array_elements(m.tasks2024) t where m.id = f.site_id and t ->> 'showing' = 'True'
        and jsonb_typeof(t -> 'answers') = 'array' and t -> 'answers' @> jsonb_build_array(f.id))),
  said as (
    select s.id as site, (t ->> 'id')::int as id, t ->> 'kind' as kind, (t ->> 'time')::timestamptz as visited,
      array(select f.id from fault f where f.site = s.id and jsonb_typeof(t -> 'answers') = 'array'
        and t -> 'answers' @> jsonb_build_array(f.id)) as answers,
      case when t ->> 'reported' ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' and pg_input_is_valid(t ->> 'reported', 'timestamptz')
        then (t ->> 'reported')::timestamptz end as reported,
      case when t ->> 'arrived' ~ '(Z|[+-][0-9]{2}:?[0-9]{2})$' and pg_input_is_valid(t ->> 'arrived', 'timestamptz')
        then (t ->> 'arrived')::timestamptz end as arrived
    from site s, jsonb_array_elements(s.tasks2024) t where t ->> 'showing' = 'True'),
  -- a fault is answered by who came first
  answered as (
    select distinct on (site, fault) site, fault, id as visit from said cross join unnest(answers) fault
    order by site, fault, coalesce(arrived, visited), id),
  begun as (
    select s.*, least(s.reported, (select min(f.reported_at) from answered a join fault f on f.site = a.site and f.id = a.fault
      where a.site = s.site and a.visit = s.id)) as start
    from said s
    where exists (select from answered a where a.site = s.site and a.visit = s.id) or (kind = 'emergency' and answers = '{}')),
  call as (
    select site, kind, (visited at time zone 'Asia/Singapore')::date as day,
      (coalesce(start, visited) at time zone 'Asia/Singapore')::date as from_day,
      case when arrived >= start then trunc(extract(epoch from arrived - start) / 60)::int end as minutes, false as alone
    from begun
    union all
    -- nobody came: late by its end, or by now
    select f.site, null, (coalesce(f.closed_at, $1::timestamptz) at time zone 'Asia/Singapore')::date,
      (f.reported_at at time zone 'Asia/Singapore')::date,
      case when coalesce(f.closed_at, $1::timestamptz) >= f.reported_at
        then trunc(extract(epoch from coalesce(f.closed_at, $1::timestamptz) - f.reported_at) / 60)::int end, true
    from fault f where not exists (select from answered a where a.site = f.site and a.fault = f.id)),
  held as (
    select c.*, c.from_day > s.until as over,
      case when before.found then before.hours else s.response_hours end as hours
    from call c join site s on s.id = c.site
    left join lateral (
      select true as found, (p ->> 'hours')::numeric as hours
      from jsonb_array_elements(case when jsonb_typeof(s.promised_before) = 'array' then s.promised_before else '[]' end) p
      where c.from_day <= (p ->> 'until')::date order by (p ->> 'until')::date limit 1) before on true),
  told as (
    select site, kind, day, minutes, alone, coalesce(over, false) as over,
      case when over then 'no contract' when minutes is null then 'unrecorded' when hours is null then 'no promise'
        when minutes <= round(hours * 60) then 'within' else 'late' end as state
    from held),
  turn as (
    select s.id as site, s.until, y as year, case
      when s.until is null then make_date(y, 12, 31)
      when s.until + 1 = date_trunc('month', s.until + 1)
        then (date_trunc('month', make_date(y, extract(month from s.until)::int, 1)) + interval '1 month - 1 day')::date
      else make_date(y, extract(month from s.until)::int, extract(day from s.until)::int) end as last_day
    from site s cross join generate_series(2015, 2040) y),
  contract_year as (
    select site, coalesce(
      min(last_day) filter (where last_day >= today and (until is null or last_day <= until) and turn.year >= moment.year),
      max(last_day) filter (where turn.year = moment.year and last_day <= until)) as last_day
    from turn cross join moment group by site),
  agreed as (
    select c.site, c.last_day, (select b.last_day + 1 from turn b where b.site = c.site and b.last_day < c.last_day
        order by b.last_day desc limit 1) as first_day,
      (select case when count(p) > 0 then (array_agg((p ->> 'calls')::int order by (p ->> 'until')::date))[1] else s.emergency_calls_a_year end
        from jsonb_array_elements(case when jsonb_typeof(s.promised_before) = 'array' then s.promised_before else '[]' end) p
        where least(c.last_day, moment.today) <= (p ->> 'until')::date) as calls
    from contract_year c join site s on s.id = c.site cross join moment where c.last_day is not null)
  select s.id::int as site, count(*) filter (where state = 'within' and not alone)::int as within,
    count(*) filter (where state = 'late')::int as late, count(*) filter (where state = 'late' and alone)::int as late_faults,
    count(*) filter (where state = 'unrecorded' and not alone)::int as unrecorded,
    count(*) filter (where state = 'no contract' and not alone)::int as no_contract,
    count(minutes) filter (where not alone)::int as recorded,
    floor(percentile_cont(0.5) within group (order by minutes) filter (where not alone))::int as median,
    max(minutes) filter (where not alone) as longest,
    (select count(*)::int from fault f where f.site = s.id and extract(year from f.closed_at at time zone 'Asia/Singapore') = moment.year
      and not exists (select from answered a where a.site = f.site and a.fault = f.id)) as settled,
    case when a.site is not null then (select count(*)::int from told u
      where u.site = s.id and u.kind = 'emergency' and not u.over and u.day between a.first_day and a.last_day) end as used,
    a.calls as agreed, a.first_day::text, a.last_day::text
  from moment cross join site s left join told t on t.site = s.id and extract(year from t.day) = moment.year
  left join agreed a on a.site = s.id
  group by s.id, moment.year, a.site, a.calls, a.first_day, a.last_day order by s.id`;

/** Counts every site, by id, in the year of a moment. */
export function responsesInSql(backend: TestBackend, instant: string): Promise<SqlResponses[]> {
  return queryDayFirst(backend, responses, [instant]);
}
