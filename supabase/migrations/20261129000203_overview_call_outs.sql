-- Why: the office sees at which sites calls are answered late, how many of the agreed calls are used, and where recommendations wait
-- (decisions §14).
set local lock_timeout = '5s';

-- A row for each site (decisions §8). A technician gets the sites that its key was given, without the counts of keys (decisions §10).
-- kept_months are the months with a visit that fulfils a service period, from January two years back on. With first_visit, that is all that
-- src/records/task/service-periods.ts needs for this year and the last one. Months, years and "now" are Singapore's. Names, address and persons
-- in charge are what the search of the overview looks at. The revisions tell a device with offline copies which of them changed.
-- Keys that were never used are told apart by age: after an import none was used yet, and nobody has to do anything about that before two
-- weeks. calls are the emergency calls from January last year on, with the members that say how fast they were answered: the figures are worked
-- out by src/records/task/response.ts. follow are the recommendations that nobody has carried out or closed, and the oldest visit with one.
create or replace function private.site_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();                      -- the role of the key
  -- of a technician; none for everybody else
  given bigint[] := coalesce(private.session_sites(), '{}');
  this_year integer := extract(year from now() at time zone 'Asia/Singapore');
  since text := format('%s-01', this_year - 2);
begin
  if who not in ('admin', 'technician') then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return (
    with by_month as (
      select v.site_id, to_char(v.month, 'YYYY-MM') as month, v.visits, v.fulfilling, v.emergencies
      from (
        select s.site_id, date_trunc('month', s.visited_at at time zone 'Asia/Singapore') as month, count(*) as visits,
          count(*) filter (where coalesce(s.kind, 'preventive') = 'preventive') as fulfilling,
          count(*) filter (where s.kind = 'emergency') as emergencies
        from private.visits s where s.showing and (who = 'admin' or s.site_id = any (given)) group by 1, 2) v
    ), of_visits as (
      select m.site_id, sum(m.visits) as visits,
        jsonb_agg(m.month order by m.month) filter (where m.fulfilling > 0 and m.month >= since) as kept_months,
        coalesce(sum(m.emergencies) filter (where left(m.month, 4) = (this_year - 1)::text), 0) as emergencies_before,
        coalesce(sum(m.emergencies) filter (where left(m.month, 4) = this_year::text), 0) as emergencies
      from by_month m group by 1
    ), of_posts as (
      select c.site_id,
        coalesce(sum(f.entrance + f.exit) filter (where f.year = this_year - 1), 0) as failures_before,
        coalesce(sum(f.entrance + f.exit) filter (where f.year = this_year), 0) as failures
      from public.carpost c cross join jsonb_each(c.json) p
      cross join jsonb_to_recordset(p.value) as f (entrance integer, exit integer, year integer)
      where f.year >= this_year - 1 and (who = 'admin' or c.site_id = any (given)) group by 1
    ), of_calls as (
      select s.site_id, jsonb_agg(jsonb_build_object('id', s.task_id, 'time', s.time, 'reported', s.members -> 'reported',
        'arrived', s.members -> 'arrived') order by s.visited_at, s.task_id) as calls
      from private.visits s
      where s.showing and s.kind = 'emergency' and s.visited_at >= make_timestamptz(this_year - 1, 1, 1, 0, 0, 0, 'Asia/Singapore')
        and (who = 'admin' or s.site_id = any (given)) group by 1
    ), closing as (
      -- a list with something else in it says nothing, as in the portal
      select s.site_id, s.task_id as by_task, c -> 'task' as task, c -> 'line' as line from private.visits s
      cross join jsonb_array_elements(case when jsonb_typeof(s.members -> 'closes') = 'array' then s.members -> 'closes' else '[]' end) c
      where s.showing and not jsonb_path_exists(s.members -> 'closes', '$[*] ? (!(@.type() == "object" && @.task.type() == "number"
        && @.line.type() == "number" && @.line >= 1 && @.line <= 99 && @.line.floor() == @.line))')
    ), of_follow as (
      select s.site_id, count(*) as open, min(s.visited_at) as since
      from private.visits s
      cross join lateral (select case when jsonb_typeof(s.members -> 'follow') = 'array' then s.members -> 'follow' else '[]' end as lines) f
      cross join jsonb_array_elements(f.lines) with ordinality as every (l, n)
      where s.showing and not l ? 'closed' and (who = 'admin' or s.site_id = any (given))
        and not exists (select from jsonb_array_elements(f.lines) with ordinality as other (o, i)
          where not private.is_follow_line(o) or i < n and o -> 'line' = l -> 'line')
        and not exists (select from closing c where c.site_id = s.site_id and c.task = to_jsonb(s.task_id) and c.line = l -> 'line'
          and c.by_task <> s.task_id) group by 1
    ), of_keys as (
      select m.site_id, count(*) as keys, count(*) filter (where m.last_used_at is null) as unused,
        count(*) filter (where m.last_used_at is null and m.created_at < now() - interval '14 days') as forgotten
      from public.main m cross join private.settings c
      where who = 'admin' and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
        and (m.kind <> 'demo' or c.demo) group by 1
    )
    select coalesce(jsonb_agg(jsonb_build_object('site_id', t.id, 'name', t.name, 'sitename', t.sitename,
        'address', t.address, 'jmb_name', t.jmb_name, 'person_in_charge', t.person_in_charge, 'status', t.status,
        'contract_until', t.contract_until, 'visit_every_months', t.visit_every_months,
        'visits', coalesce(v.visits, 0), 'first_visit', first.time, 'last_visit', last.time, 'last_task', last.task_id,
        'kept_months', coalesce(v.kept_months, '[]'),
        'emergency', jsonb_build_object(this_year - 1, coalesce(v.emergencies_before, 0), this_year, coalesce(v.emergencies, 0)),
        'failures', jsonb_build_object(this_year - 1, coalesce(p.failures_before, 0), this_year, coalesce(p.failures, 0)),
        'revision', t.revision, 'posts_revision', c.revision,
        'response_hours', t.response_hours, 'emergency_calls_a_year', t.emergency_calls_a_year, 'promised_before', t.promised_before,
        'calls', coalesce(e.calls, '[]'), 'follow', coalesce(w.open, 0), 'follow_since', w.since)
      || case when who = 'admin' then
        jsonb_build_object('keys', coalesce(k.keys, 0), 'keys_unused', coalesce(k.unused, 0),
          'keys_forgotten', coalesce(k.forgotten, 0)) else '{}' end order by t.id), '[]')
    from public.maintable t
    left join public.carpost c on c.site_id = t.id
    left join of_visits v on v.site_id = t.id
    left join of_posts p on p.site_id = t.id
    left join of_keys k on k.site_id = t.id
    left join of_calls e on e.site_id = t.id
    left join of_follow w on w.site_id = t.id
    left join lateral (select s.time from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at, s.task_id limit 1) first on true
    left join lateral (select s.time, s.task_id from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at desc, s.task_id desc limit 1) last on true
    where who = 'admin' or t.id = any (given));
end $$;
