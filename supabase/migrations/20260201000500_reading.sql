-- Why: what a company must do next (which sites are overdue, whose contract ends, which keys were never used) and "where did we
-- have this before" are asked of all sites at once. Each is answered in one value: the API cuts a set of rows off at 1,000, a value it
-- does not. Texts are looked at without an index: that is quick enough for ten times the records of today (supabase/README.md), and
-- finds parts of words in any language. And what fails on the device of a client or a technician is seen by nobody who could mend it:
-- the portal reports its own errors, before the login too, and admins read them. They tell nothing of a person: no key, no address, no
-- text that was typed.

-- The sites of the caller: an admin's and a technician's whole, a client's own with nothing but the outline of hidden tasks.
create function private.my_sites() returns setof public.maintable
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  who text := private.require_session();
  sites bigint[];
  site public.maintable;
begin
  if who = 'admin' then
    return query select * from public.maintable;
    return;
  elsif who = 'technician' then
    sites := private.session_sites();
    return query select * from public.maintable t where t.id = any (sites);
    return;
  end if;
  select * into site from public.maintable t where t.id = private.session_site();
  if not found then return; end if;
  site.tasks2024 := (
    select coalesce(jsonb_agg(case when e ->> 'showing' = 'True' then e else
      jsonb_build_object('id', e -> 'id', 'year', e -> 'year', 'month', e -> 'month', 'showing', 'False') end order by place), '[]')
    from jsonb_array_elements(site.tasks2024) with ordinality as t(e, place));
  return next site;
end $$;

-- A row for each site (decisions §8). kept_months are those in which a visit keeps a period, from January two years back on:
-- with the first visit enough for the rule in src/records/task/kept-periods.ts, for this year and the last one. Months, years
-- and "now" are Singapore's.
create function private.site_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  this_year integer := extract(year from now() at time zone 'Asia/Singapore');
  since text := format('%s-01', this_year - 2);
begin
  perform private.require_admin();
  return (
    with by_month as (
      select v.site_id, to_char(v.month, 'YYYY-MM') as month, v.visits, v.kept, v.emergencies
      from (
        select s.site_id, date_trunc('month', s.visited_at at time zone 'Asia/Singapore') as month, count(*) as visits,
          count(*) filter (where coalesce(s.kind, 'preventive') = 'preventive') as kept,
          count(*) filter (where s.kind = 'emergency') as emergencies
        from private.visits s where s.showing group by 1, 2) v
    ), of_visits as (
      select m.site_id, sum(m.visits) as visits,
        jsonb_agg(m.month order by m.month) filter (where m.kept > 0 and m.month >= since) as kept_months,
        coalesce(sum(m.emergencies) filter (where left(m.month, 4) = (this_year - 1)::text), 0) as emergencies_before,
        coalesce(sum(m.emergencies) filter (where left(m.month, 4) = this_year::text), 0) as emergencies
      from by_month m group by 1
    ), of_posts as (
      select c.site_id,
        coalesce(sum(f.entrance + f.exit) filter (where f.year = this_year - 1), 0) as failures_before,
        coalesce(sum(f.entrance + f.exit) filter (where f.year = this_year), 0) as failures
      from public.carpost c cross join jsonb_each(c.json) p
      cross join jsonb_to_recordset(p.value) as f (entrance integer, exit integer, year integer)
      where f.year >= this_year - 1 group by 1
    ), of_keys as (
      select m.site_id, count(*) as keys, count(*) filter (where m.last_used_at is null) as unused
      from public.main m cross join private.settings c
      where m.revoked_at is null and (m.expires_at is null or m.expires_at > now()) and (m.kind <> 'demo' or c.demo) group by 1
    )
    select coalesce(jsonb_agg(jsonb_build_object('site_id', t.id, 'name', t.name, 'sitename', t.sitename, 'status', t.status,
        'contract_until', t.contract_until, 'visit_every_months', t.visit_every_months,
        'visits', coalesce(v.visits, 0), 'first_visit', first.time, 'last_visit', last.time, 'last_task', last.task_id,
        'kept_months', coalesce(v.kept_months, '[]'),
        'emergency', jsonb_build_object(this_year - 1, coalesce(v.emergencies_before, 0), this_year, coalesce(v.emergencies, 0)),
        'failures', jsonb_build_object(this_year - 1, coalesce(p.failures_before, 0), this_year, coalesce(p.failures, 0)),
        'keys', coalesce(k.keys, 0), 'keys_unused', coalesce(k.unused, 0)) order by t.id), '[]')
    from public.maintable t
    left join of_visits v on v.site_id = t.id
    left join of_posts p on p.site_id = t.id
    left join of_keys k on k.site_id = t.id
    left join lateral (select s.time from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at, s.task_id limit 1) first on true
    left join lateral (select s.time, s.task_id from private.visits s where s.site_id = t.id and s.showing
      order by s.visited_at desc, s.task_id desc limit 1) last on true);
end $$;

-- A page of the visits of all sites, hidden ones too, the newest first: those in whose title, text or name of the site every
-- word occurs; without words all. before is the last visit of the page before, of which time, site_id and task_id count.
create function private.search_visits(words text, before jsonb, page_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[];
  before_time timestamptz;
  before_site bigint;
  before_task integer;
begin
  perform private.require_admin();
  patterns := private.search_patterns(words);
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
  end if;
  begin
    before_time := before ->> 'time';
    before_site := before ->> 'site_id';
    before_task := before ->> 'task_id';
  exception when data_exception then
    before_time := null;
  end;
  if jsonb_typeof(before) <> 'null' and (before_time is null or before_site is null or before_task is null) then
    raise sqlstate 'PT422' using message = 'The visit before needs its time, site_id and task_id';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site_id', f.site_id, 'site', f.name, 'task_id', f.task_id, 'time', f.time,
        'year', f.year, 'month', f.month, 'title', f.title, 'text', f.text, 'kind', f.kind, 'showing', f.showing,
        'photos', f.photos, 'pdf', f.has_pdf) order by f.visited_at desc, f.site_id desc, f.task_id desc), '[]')
    from (
      select v.*, s.name from private.visits v
      -- what the name of the site does not have must be in each of its visits
      join (select t.id, t.name, array(select p from unnest(patterns) p where lower(t.name) not like p) as others
        from public.maintable t) s on s.id = v.site_id
      where v.searched like all (s.others)
        and (before_time is null or (v.visited_at, v.site_id, v.task_id) < (before_time, before_site, before_task))
      order by v.visited_at desc, v.site_id desc, v.task_id desc
      limit page_size) f);
end $$;

-- One row for each error, however often it was met. Its columns are short, so that they can be the key.
create table private.client_errors (
  message text not null check (message <> '' and private.text_ok(message, 300)),
  screen text not null check (screen ~ '^(/[A-Za-z/_-]*|unknown)$' and char_length(screen) <= 60),
  release text not null check (release ~ '^[A-Za-z0-9._-]+$' and char_length(release) <= 40),
  role text not null check (role in ('admin', 'technician', 'user', 'none')),
  times integer not null default 1,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (message, screen, release, role)
);
comment on table private.client_errors is 'Errors that people met in their browsers, for 30 days after they were met last';

-- How many reports came within an hour: from an IP address, and from everybody with or without a session.
create table private.client_error_counts (
  counted text not null,              -- an IP address, 'with a session' or 'without a session'
  window_start timestamptz not null,
  reports integer not null,
  primary key (counted, window_start)
);

-- The browser leaves out what is personal. Of what somebody writes who calls past it, what can be told by its form is taken out
-- too: queries of links, keys, tokens, mail addresses, telephone numbers, and what text_ok refuses.
create function private.plain_error(message text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  plain text := left(message, 2000);
begin
  plain := regexp_replace(plain, '[\s\u0001-\u001F\u007F\u202A-\u202E\u2066-\u2069]+', ' ', 'g');
  plain := regexp_replace(plain, '[?#][^\s"''()]+', '', 'g');
  plain := regexp_replace(plain, '[^\s"''()<>]+@[^\s"''()<>]+', '[mail]', 'g');
  plain := regexp_replace(plain, '[A-Za-z0-9]{3,}(-[A-Za-z0-9]{4}){2,}', '[key]', 'g');
  plain := regexp_replace(plain, '(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{26,}', '[token]', 'g');
  plain := regexp_replace(plain, '\+[0-9][0-9 -]{6,}[0-9]|[0-9]{4} [0-9]{4}', '[number]', 'g');
  return nullif(btrim(left(plain, 300)), '');
end $$;

-- Refuses, by raising, so that nothing is counted, more reports than people can cause: 30 an hour from an address, 300 from all
-- who are logged in, and 300 from all who are not, who so cannot crowd those out.
create function private.count_error_report(of_all text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_hour timestamptz := date_bin('1 hour', now(), 'epoch');
  most constant jsonb := jsonb_build_object(of_all, 300);
begin
  delete from private.client_error_counts c where c.window_start < this_hour;
  -- that of all first: an IP that is refused then leaves no row behind, of which there can be any number
  insert into private.client_error_counts as c (counted, window_start, reports)
  select who, this_hour, 1 from unnest(array[of_all, private.client_ip()]) who
  on conflict (counted, window_start) do update set reports = c.reports + 1;
  if exists (select 1 from private.client_error_counts c
    where c.counted in (of_all, private.client_ip()) and c.reports > coalesce((most ->> c.counted)::integer, 30))
  then
    raise sqlstate 'PT429' using message = 'Too many reports';
  end if;
end $$;

-- Notes an error that somebody met. Whose role it was is said by the session, not by the caller.
create function private.report_client_error(message text, screen text, release text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met text := private.plain_error(message);
  by_role text := coalesce(private.session_role(), 'none');
begin
  if met is null then raise sqlstate 'PT422' using message = 'No message'; end if;
  perform private.count_error_report(case by_role when 'none' then 'without a session' else 'with a session' end);
  delete from private.client_errors e where e.last_seen < now() - interval '30 days';
  insert into private.client_errors as e (message, screen, release, role)
  values (met,
    case when screen ~ '^/[A-Za-z/_-]*$' and char_length(screen) <= 60 then screen else 'unknown' end,
    case when release ~ '^[A-Za-z0-9._-]+$' and char_length(release) <= 40 then release else 'unknown' end,
    by_role)
  on conflict on constraint client_errors_pkey do update set times = e.times + 1, last_seen = now();
  -- The newest 300 of those with a session and of those without stay.
  delete from private.client_errors e using (
    select o.message, o.screen, o.release, o.role from private.client_errors o
    where (o.role = 'none') = (by_role = 'none') order by o.last_seen desc, o.first_seen desc offset 300) old
  where (e.message, e.screen, e.release, e.role) = (old.message, old.screen, old.release, old.role);
end $$;

-- The errors of the last 30 days, met last first; at most 600. A single value: lists are cut off at 1,000 rows.
create function private.list_client_errors() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('message', e.message, 'screen', e.screen, 'release', e.release,
        'role', e.role, 'times', e.times, 'first_seen', e.first_seen, 'last_seen', e.last_seen)
        order by e.last_seen desc, e.first_seen desc, e.message), '[]')
    from private.client_errors e where e.last_seen >= now() - interval '30 days');
end $$;
