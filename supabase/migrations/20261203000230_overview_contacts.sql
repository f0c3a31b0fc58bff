-- Why: a technician calls the contacts of a site from the list of its sites, and the overview finds a site by each of them, not by the first only.
set local lock_timeout = '5s';

-- A row for each site (decisions §8). A technician gets the sites that its key was given, without the counts of keys (decisions §10).
-- kept_months are the months with a visit that fulfils a service period, from January two years back on. With first_visit, that is all that
-- src/records/task/service-periods.ts needs for this year and the last one. Months, years and "now" are Singapore's. Names, address and persons
-- in charge are what the search of the overview looks at. The revisions tell a device with offline copies which of them changed.
-- Keys that were never used are told apart by age: after an import none was used yet, and nobody has to do anything about that before two
-- weeks. calls are the visits from January last year on that are emergency calls or answer a fault, with the members that say how fast they were
-- answered; earlier visits too that answer one of the same faults, as only the first answer is a response. reported_faults are the faults that
-- any of them answer, those that are open, and those that were closed from then on. The figures are worked out by
-- src/records/task/response.ts. follow are the recommendations that nobody has carried out or closed, and the oldest visit with one.
-- faults are those that are open, and when the first of them was reported: at which sites something is broken now, and since when. archived_at
-- is since when a site is archived: its row is there too, because the archive is a part of the overview; the portal shows it there only. site_contacts
-- are its contacts after the first one, for the search and for a technician's sites.
create or replace function private.site_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();                      -- the role of the key
  -- of a technician; none for everybody else
  given bigint[] := coalesce(private.session_sites(), '{}');
  this_year integer := extract(year from now() at time zone 'Asia/Singapore');
  since text := format('%s-01', this_year - 2);
  last_year constant timestamptz := make_timestamptz(this_year - 1, 1, 1, 0, 0, 0, 'Asia/Singapore');
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
    ), called as (
      select v.site_id, v.task_id from private.visits v
      where v.showing and v.visited_at >= last_year and (who = 'admin' or v.site_id = any (given))
        and (v.kind = 'emergency' or exists (
          select from private.fault_answers a where a.site_id = v.site_id and a.task_id = v.task_id))
    ), counted as (
      select f.site_id, f.id, f.reported_at, f.closed_at, f.closed_as from private.faults f
      where (who = 'admin' or f.site_id = any (given)) and (f.closed_at >= last_year
        or f.id in (select o.id from private.open_faults o)
        or exists (
          select from private.fault_answers a join called c on c.site_id = a.site_id and c.task_id = a.task_id
          where a.site_id = f.site_id and a.fault_id = f.id))
    ), answering as (
      select c.site_id, c.task_id from called c
      union
      select a.site_id, a.task_id from private.fault_answers a join counted f on f.site_id = a.site_id and f.id = a.fault_id
    ), of_calls as (
      select s.site_id, jsonb_agg(jsonb_build_object('id', s.task_id, 'time', s.time, 'kind', s.kind, 'reported', s.members -> 'reported',
        'arrived', s.members -> 'arrived', 'answers', s.members -> 'answers') order by s.visited_at, s.task_id) as calls
      from private.visits s join answering a on a.site_id = s.site_id and a.task_id = s.task_id group by 1
    ), of_counted as (
      select f.site_id, jsonb_agg(jsonb_build_object('id', f.id, 'reported_at', private.stored_time(f.reported_at),
        'closed', case when f.closed_at is not null then
          jsonb_build_object('at', private.stored_time(f.closed_at), 'as', f.closed_as) end) order by f.id) as faults
      from counted f group by 1
    ), closing as (
      -- a list with something else in it says nothing, as in the portal
      select s.site_id, s.task_id as by_task, c -> 'task' as task, c -> 'line' as line from private.visits s
      cross join jsonb_array_elements(case when jsonb_typeof(s.members -> 'closes') = 'array' then s.members -> 'closes' else '[]' end) c
      where s.showing and s.members ? 'closes' and not jsonb_path_exists(s.members -> 'closes', '$[*] ? (!(@.type() == "object" && @.task.type() == "number"
        && @.line.type() == "number" && @.line >= 1 && @.line <= 99 && @.line.floor() == @.line))')
    ), of_follow as (
      select s.site_id, count(*) as open, min(s.visited_at) as since
      from private.visits s
      cross join lateral (select case when jsonb_typeof(s.members -> 'follow') = 'array' then s.members -> 'follow' else '[]' end as lines) f
      cross join jsonb_array_elements(f.lines) with ordinality as every (l, n)
      where s.showing and s.members ? 'follow' and not l ? 'closed' and (who = 'admin' or s.site_id = any (given))
        and not exists (select from jsonb_array_elements(f.lines) with ordinality as other (o, i)
          where not private.is_follow_line(o) or i < n and o -> 'line' = l -> 'line')
        and not exists (select from closing c where c.site_id = s.site_id and c.task = to_jsonb(s.task_id) and c.line = l -> 'line'
          and c.by_task <> s.task_id) group by 1
    ), of_faults as (
      select f.site_id, count(*) as open, min(f.reported_at) as oldest from private.open_faults f
      where who = 'admin' or f.site_id = any (given) group by 1
    ), of_contacts as (
      select n.site_id, jsonb_agg(jsonb_build_object('name', n.name, 'role', n.role, 'phone', n.phone, 'email', n.email) order by n.id) as contacts
      from public.site_contacts n where not n.hidden and (who = 'admin' or n.site_id = any (given)) group by 1
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
        'revision', t.revision, 'posts_revision', c.revision, 'archived_at', private.stored_time(t.archived_at),
        'response_hours', t.response_hours, 'emergency_calls_a_year', t.emergency_calls_a_year, 'promised_before', t.promised_before,
        'calls', coalesce(e.calls, '[]'), 'follow', coalesce(w.open, 0), 'follow_since', w.since,
        'faults', jsonb_build_object('open', coalesce(f.open, 0), 'oldest', private.stored_time(f.oldest)),
        'reported_faults', coalesce(r.faults, '[]'), 'site_contacts', coalesce(n.contacts, '[]'))
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
    left join of_faults f on f.site_id = t.id
    left join of_counted r on r.site_id = t.id
    left join of_contacts n on n.site_id = t.id
    left join lateral (select s.time from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at, s.task_id limit 1) first on true
    left join lateral (select s.time, s.task_id from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at desc, s.task_id desc limit 1) last on true
    where who = 'admin' or t.id = any (given));
end $$;
