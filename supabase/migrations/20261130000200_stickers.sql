-- Why: a guard reports a fault where it happens, within 20 seconds and without a login (decisions §15). A sticker at each post opens a door
-- that can do two things: read how the faults of its own post stand, and report one. What is behind the door is decided by the secret alone,
-- so one that opens nothing is always answered in the same way, and everything is counted by sticker, address and site.
set local lock_timeout = '5s';

-- How long a sticker that was renewed goes on at most: the new one travels by van.
create function private.sticker_grace() returns interval
language sql immutable parallel safe set search_path = '' return interval '30 days';

-- How many stickers a site has at most: one for each of its 200 posts, and one for the guard house.
create function private.max_stickers() returns integer
language sql immutable parallel safe set search_path = '' return 201;

-- A new secret, as strong as a key. In an attempt it is made of the attempt's id, so that a repetition shows the same one, which is stored
-- nowhere. The word makes it another one than the key of an attempt with the same id.
create function private.new_sticker_secret() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
begin
  return replace(private.key_from(case when attempt is null then private.random_bytes()
    else sha256((select s.secret from private.attempt_secret s) || convert_to('sticker ' || attempt, 'UTF8')) end), '-', '');
end $$;

-- The sticker that a secret opens, or a row of NULLs. It costs one look-up of a hash, whatever the secret is.
create function private.live_sticker(given text) returns private.stickers
language plpgsql stable security definer set search_path = '' as $$
declare
  found_sticker private.stickers;
begin
  select s.* into found_sticker from private.stickers s
  where s.secret = private.secret_hash('sticker', given) and octet_length(given) <= private.max_key_bytes()
    and (s.ended_at is null or s.ended_at > now());
  return found_sticker;
end $$;

-- Notes the day of a scan. With its first one a new sticker is where it belongs, so the one that it replaces stops.
create function private.note_scan(sticker private.stickers) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'Asia/Singapore')::date;
begin
  if sticker.last_used_on is not distinct from today then return; end if;
  -- the older one first, in the order in which all lock them
  update private.stickers s set ended_at = now() where s.id = sticker.replaces and s.ended_at > now();
  update private.stickers s set last_used_on = today where s.id = sticker.id and s.last_used_on is distinct from today;
end $$;

-- The state of a post, as its sticker shows it to whoever scans it: open faults, and those of the last 30 days but what was no fault. Own words are
-- shown to nobody here, and of those who reported there is nothing.
create function private.faults_of_sticker(sticker private.stickers) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(json_agg(json_build_object('fault', l.id, 'what', l.what, 'since', private.stored_time(l.reported_at),
          'answered', private.stored_time(l.answered), 'closed', private.stored_time(l.closed_at))
        order by l.is_open desc, l.id desc), '[]')
    from (
      select f.id, case when f.known then f.what end as what, f.reported_at, a.answered, f.closed_at,
        a.answered is null and f.closed_at is null as is_open
      from private.faults f
      left join lateral (
        select min(coalesce(private.instant_of(v.members -> 'arrived'), v.visited_at)) as answered from private.fault_answers x
        join private.visits v on v.site_id = x.site_id and v.task_id = x.task_id
        where x.site_id = f.site_id and x.fault_id = f.id) a on true
      where f.site_id = sticker.site_id and f.post is not distinct from sticker.post and f.closed_as is distinct from 'not-a-fault'
        and (f.reported_at > now() - interval '30 days' or (a.answered is null and f.closed_at is null))
      order by is_open desc, f.id desc limit 50) l);
end $$;

create function private.open_sticker(given text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  sticker private.stickers;
  wait integer;
begin
  perform private.refuse_uncounted();
  sticker := private.live_sticker(given);
  if sticker.id is null then return private.closed_door(); end if;
  wait := private.passes('look', format('sticker %s from %s', sticker.id, private.client_ip()),
    (select c.looks_of_address from private.settings c));
  if wait > 0 then return private.refusal(429, 'Too many looks', wait); end if;
  perform private.note_scan(sticker);
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return (
    select json_build_object('sticker', sticker.id, 'site', coalesce(nullif(btrim(t.sitename), ''), t.name), 'post', sticker.post,
      'faults', private.faults_of_sticker(sticker))
    from public.maintable t where t.id = sticker.site_id);
end $$;

-- The row is held until the report stands, so that a post which gets another name at that moment has the report too. A sticker that stopped while
-- the report waited keeps the name that it had: the report is of the post as it is called now.
create function private.report_from_sticker(given text, report jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  sticker private.stickers;
begin
  perform private.refuse_uncounted();
  sticker := private.live_sticker(given);
  if sticker.id is null then return private.closed_door(); end if;
  perform from private.stickers s where s.id in (sticker.id, sticker.replaces) order by s.id for no key update;
  select s.* into sticker from private.stickers s where s.id = sticker.id;
  perform private.note_scan(sticker);
  return private.add_report(sticker.site_id,
    case when sticker.leftover then sticker.post else coalesce(private.post_now(sticker.site_id, sticker.post), sticker.post) end,
    'sticker', null, sticker.id, report);
end $$;

-- What an attempt made, or 409 where that sticker is over.
create function private.sticker_of_attempt(did jsonb) returns private.stickers
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.stickers;
begin
  select s.* into made from private.stickers s where s.id = (did ->> 'id')::bigint and (s.ended_at is null or s.ended_at > now());
  if made.id is null then perform private.refuse_outdated_attempt(); end if;
  return made;
end $$;

-- Makes the sticker of a post, or renews it: the old one stops when the new one is first scanned, and after 30 days at the latest. One that
-- nobody scanned before it was renewed again is on no wall: it stops at once, and the one before it goes on.
create function private.stick(of_site bigint, of_post text, with_secret text) returns private.stickers
language plpgsql volatile security definer set search_path = '' as $$
declare
  own constant bigint := (select s.main_id from private.live_session() s);
  present private.stickers;
  on_wall bigint;
  made private.stickers;
begin
  if not exists (select 1 from public.maintable t where t.id = of_site) then
    raise sqlstate 'PT404' using message = 'No such site';
  end if;
  if of_post !~ '\S' or not private.text_ok(of_post, 80) then
    raise sqlstate 'PT422' using message = 'A post has 1 to 80 characters of plain text';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stickers of ' || of_site, 0));
  select s.* into present from private.stickers s
  where s.site_id = of_site and s.post is not distinct from of_post and s.ended_at is null order by s.id desc limit 1;
  if present.id is null and (select count(*) from private.stickers s where s.site_id = of_site and s.ended_at is null) >= private.max_stickers() then
    raise sqlstate 'PT422' using message = format('A site has at most %s stickers', private.max_stickers()), hint = 'stickers-full';
  end if;
  on_wall := coalesce(
    (select s.id from private.stickers s where s.id = present.replaces and s.ended_at > now() and present.last_used_on is null), present.id);
  perform from private.stickers s where s.id in (present.id, on_wall) order by s.id for no key update;
  update private.stickers s
  set ended_by = own, ended_at = case when s.id = on_wall then now() + private.sticker_grace() else now() end
  where s.id in (present.id, on_wall);
  insert into private.stickers (site_id, post, secret, made_by, replaces)
  values (of_site, of_post, private.secret_hash('sticker', with_secret), own, on_wall) returning * into made;
  return made;
exception when unique_violation then
  -- the attempt is older than the database remembers, and so is its sticker
  perform private.refuse_outdated_attempt();
  return null;
end $$;

-- The secret is shown once, by the call that makes it. until: when the one that it replaces stops at the latest.
create function private.make_sticker(of_site bigint, of_post text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  secret text;
  did jsonb;
  made private.stickers;
begin
  perform private.require_admin();
  did := private.start_attempt('make_sticker');
  secret := private.new_sticker_secret();
  if did is null then
    made := private.stick(of_site, of_post, secret);
    perform private.record_attempt(jsonb_build_object('id', made.id));
  else
    made := private.sticker_of_attempt(did);
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', made.id, 'secret', secret,
    'until', (select s.ended_at from private.stickers s where s.id = made.replaces and s.ended_at > now()));
end $$;

-- The stickers of a site that open something. renewing: another one was made since, and this one stops when that one is first scanned.
create function private.list_stickers(of_site bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('id', s.id, 'post', s.post, 'made_at', s.made_at, 'last_used_on', s.last_used_on,
        'renewing', s.ended_at is not null) order by s.post nulls first, s.id), '[]')
    from private.stickers s where s.site_id = of_site and (s.ended_at is null or s.ended_at > now()));
end $$;

-- Ends a sticker at once. One that has ended stays as it is.
create function private.end_sticker(sticker_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from private.stickers s where s.id = sticker_id) then
    raise sqlstate 'PT404' using message = 'No such sticker';
  end if;
  update private.stickers s set ended_at = now(), ended_by = (select l.main_id from private.live_session() l)
  where s.id = sticker_id and (s.ended_at is null or s.ended_at > now());
end $$;

create function public.open_sticker(secret text) returns json
  language sql volatile set search_path = '' return private.open_sticker(secret);
create function public.report_from_sticker(secret text, report jsonb) returns json
  language sql volatile set search_path = '' return private.report_from_sticker(secret, report);
create function public.make_sticker(site_id bigint, post text) returns json
  language sql volatile set search_path = '' return private.make_sticker(site_id, post);
create function public.list_stickers(site_id bigint) returns json
  language sql stable set search_path = '' return private.list_stickers(site_id);
create function public.end_sticker(sticker_id bigint) returns void
  language sql volatile set search_path = '' return private.end_sticker(sticker_id);

revoke all on function private.sticker_grace, private.max_stickers, private.new_sticker_secret, private.live_sticker, private.note_scan,
  private.faults_of_sticker, private.open_sticker, private.report_from_sticker, private.sticker_of_attempt, private.stick,
  private.make_sticker, private.list_stickers, private.end_sticker, public.open_sticker, public.report_from_sticker,
  public.make_sticker, public.list_stickers, public.end_sticker from public, anon, authenticated, service_role;
grant execute on function private.open_sticker, private.report_from_sticker, private.make_sticker, private.list_stickers,
  private.end_sticker, public.open_sticker, public.report_from_sticker, public.make_sticker, public.list_stickers, public.end_sticker to anon;
