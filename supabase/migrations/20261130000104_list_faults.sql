-- Why: the office sees what is broken now, oldest first, a client what became of its reports, and a technician what waits at its sites, also
-- without a connection (decisions §15).
set local lock_timeout = '5s';

-- The last day of a contract whose end is written as 2026-08-31; NULL for other notations, which only the portal reads.
create function private.contract_day(written text) returns date
language plpgsql immutable set search_path = '' as $$
declare
  found constant text[] := regexp_match(written, '^\s*(20[0-9]{2})-([0-9]{2})-([0-9]{2})(?:T.*)?\s*$');
begin
  return make_date(found[1]::integer, found[2]::integer, found[3]::integer);
exception when data_exception then
  return null;
end $$;

-- Within how many hours a site was promised help on a day; NULL where nothing was promised (src/records/site/site-promise.ts).
create function private.promised_on(hours double precision, before jsonb, day date) returns double precision
language sql immutable set search_path = ''
return (coalesce(
  (select array[(p.value ->> 'hours')::double precision] from jsonb_array_elements(before) with ordinality p (value, n)
    where day <= (p.value ->> 'until')::date order by p.n limit 1),
  array[hours]))[1];

-- Whether a reader learns who reported and what they said; client_site is the site of a client, and NULL for office and technicians. A fault
-- may turn out to be of another site, whose people must not read what those of the first one said. What the office took down it may show.
create function private.is_told(voice private.fault_voices, client_site bigint) returns boolean
language sql stable set search_path = ''
return client_site is null or voice.origin = 'office' or client_site = case when voice.sticker_id is null
  then (select m.site_id from public.main m where m.id = voice.main_id)
  else (select s.site_id from private.stickers s where s.id = voice.sticker_id) end;

-- The site of a client's session; NULL for everybody else.
create function private.client_site() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin return case when private.session_role() = 'user' then private.session_site() end; end $$;

-- A fault as the portal reads it (src/records/fault/fault.ts), with the photos that have arrived. Of reports that were forgotten only
-- the office is told of them, which can remove them; of what is not told to this reader (is_told) only that it was reported.
create function private.fault_facts(fault private.faults) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  most constant integer := (select c.voices_of_fault from private.settings c);
  reader constant bigint := private.client_site();
begin
  return (
    select jsonb_build_object('id', fault.id, 'site_id', fault.site_id, 'site', t.name, 'post', fault.post, 'what', fault.what,
      'known', fault.known, 'origin', fault.origin, 'sticker', fault.sticker_id, 'reported_at', private.stored_time(fault.reported_at),
      'noticed_at', private.stored_time(fault.noticed_at),
      'closed', case when fault.closed_at is not null then
        jsonb_build_object('at', private.stored_time(fault.closed_at), 'as', fault.closed_as, 'reason', fault.closed_reason) end,
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object('task', v.task_id, 'at', a.at) order by a.instant, v.task_id), '[]')
        from private.fault_answers x join private.visits v on v.site_id = x.site_id and v.task_id = x.task_id
        cross join lateral (select private.instant_of(v.members -> 'arrived') as arrived) m
        cross join lateral (select coalesce(m.arrived, v.visited_at) as instant,
          case when m.arrived is null then v.time else v.members ->> 'arrived' end as at) a
        where x.site_id = fault.site_id and x.fault_id = fault.id),
      'contract_until', t.contract_until,
      'promised_hours', private.promised_on(t.response_hours, t.promised_before, (fault.reported_at at time zone 'Asia/Singapore')::date),
      'voices', (
        select jsonb_agg(jsonb_build_object('id', v.id, 'at', private.stored_time(coalesce(v.told_at, v.at)),
          'noticed_at', private.stored_time(v.noticed_at), 'origin', v.origin, 'text', case when k.told then v.text else '' end,
          'name', case when k.told then v.name end, 'phone', case when k.told then v.phone end, 'forgotten', v.forgotten_at is not null,
          'photos', (select coalesce(jsonb_agg(p.name order by p.place), '[]') from private.fault_photos p
            where p.voice_id = v.id and k.told and (v.forgotten_at is null or private.session_role() = 'admin')
              and exists (select from storage.objects o where o.bucket_id = 'rfidboomgatefaults' and o.name = p.name))) order by v.id)
        from (select o from private.fault_voices o where o.fault_id = fault.id order by o.id limit most) h
        cross join lateral (select (h.o).*) v cross join lateral (select reader is null or private.is_told(h.o, reader) as told) k),
      'more_voices', (select greatest(count(*) - most, 0) from private.fault_voices v where v.fault_id = fault.id))
    from public.maintable t where t.id = fault.site_id);
end $$;

-- The sites whose faults a session may read; NULL for all. 401 without a session.
create function private.fault_sites() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return case private.require_session() when 'admin' then null when 'user' then array[private.session_site()]
    else coalesce(private.session_sites(), '{}') end;
end $$;

-- A page of the faults that the key may see, and how many match: { faults, total }. state is open (those over their promise first, by the
-- moment when it ended, then the others, oldest first), ended (by its end, newest first) or all (newest first). After the end of a contract
-- nothing is promised; an end that only the portal can read is none here. Open ones of archived sites are listed where their site is asked for,
-- and to the site itself. The days are those of the reports in Singapore, both
-- included; '' is the post of what concerns a whole site. Every one of the words must occur in the number, the site, the post, what it is
-- or what reporters said, where this reader is told.
create function private.list_faults(of_site bigint, state text, of_post text, words text, from_day date, to_day date, page integer,
  page_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  sites constant bigint[] := private.fault_sites();
  reader constant bigint := private.client_site();
  patterns constant text[] := private.search_patterns(words);
  since constant timestamptz := private.day_start(from_day);
  until constant timestamptz := private.day_start(least(to_day, date '9999-12-30') + 1);
  answer jsonb;
begin
  if of_site is not null and of_site <> all (sites) then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  if (state in ('open', 'ended', 'all')) is not true then
    raise sqlstate 'PT422' using message = 'Faults are open, ended or all';
  end if;
  if (page between 1 and 100000 and page_size between 1 and 500) is not true then
    raise sqlstate 'PT422' using message = 'A page has 1 to 500 faults';
  end if;
  if char_length(of_post) > 80 then
    raise sqlstate 'PT422' using message = 'The name of a post is too long';
  end if;
  with ended as (
    select a.site_id, a.fault_id, min(coalesce(private.instant_of(v.members -> 'arrived'), v.visited_at)) as at
    from private.fault_answers a join private.visits v on v.site_id = a.site_id and v.task_id = a.task_id
    where state = 'ended' and (of_site is null or a.site_id = of_site) and (sites is null or a.site_id = any (sites)) group by 1, 2
  ), matching as materialized (
    select f as fault, f.id, f.reported_at, least(e.at, f.closed_at) as ended_at,
      case when p.ended_at < now() then p.ended_at end as late_since
    from private.faults f join public.maintable t on t.id = f.site_id
    cross join lateral (select (f.reported_at at time zone 'Asia/Singapore')::date as day) d
    cross join lateral (select case when state = 'open' and (private.contract_day(t.contract_until) < d.day) is not true
      then f.reported_at + make_interval(secs => 3600 * private.promised_on(t.response_hours, t.promised_before, d.day)) end as ended_at) p
    left join ended e on e.site_id = f.site_id and e.fault_id = f.id
    where (of_site is null or f.site_id = of_site) and (sites is null or f.site_id = any (sites))
      and (state <> 'open' or f.id in (select o.id from private.open_faults o)
        and (t.archived_at is null or f.reported_at > t.archived_at or of_site is not null or sites is not null))
      and (state <> 'ended' or f.closed_at is not null or e.at is not null)
      and (of_post is null or coalesce(f.post, '') = of_post)
      and (since is null or f.reported_at >= since) and (until is null or f.reported_at < until)
      and (patterns = '{}' or lower(concat_ws(E'\n', f.id, t.name, t.sitename, f.post, f.what, (
        select string_agg(concat_ws(E'\n', v.text, v.name, v.phone), E'\n') from private.fault_voices v
        where v.fault_id = f.id and (reader is null or private.is_told(v, reader))))) like all (patterns))
  ), asked as (
    select m.*, row_number() over (order by m.late_since,
      case when state = 'open' then m.reported_at end, case when state = 'open' then m.id end,
      case when state = 'ended' then m.ended_at else m.reported_at end desc, m.id desc) as place
    from matching m order by place offset (page - 1) * page_size limit page_size
  )
  select jsonb_build_object('faults', coalesce((select jsonb_agg(private.fault_facts(a.fault) order by a.place) from asked a), '[]'),
    'total', (select count(*) from matching)) into answer;
  return answer;
end $$;

create function public.list_faults(site_id bigint default null, state text default 'open', post text default null, words text default null,
  from_day date default null, to_day date default null, page integer default 1, page_size integer default 50) returns jsonb
  language sql stable set search_path = ''
  return private.list_faults(site_id, state, post, words, from_day, to_day, page, page_size);

revoke all on function private.contract_day, private.promised_on, private.is_told, private.client_site, private.fault_facts, private.fault_sites, private.list_faults,
  public.list_faults from public, anon, authenticated, service_role;
grant execute on function private.list_faults, public.list_faults to anon;
