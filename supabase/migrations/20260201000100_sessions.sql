-- Why: a person types a key once and travels with a session, which the database can end at any moment. It is stored as SHA-256
-- only: it carries 256 random bits, so no password hash is needed. A key is last used when one of its sessions is. The sessions
-- of one browser are one device, listed and ended together: between ten sessions of closed tabs nobody would find that of a stranger.

create table private.sessions (
  token_hash bytea primary key,
  main_id bigint not null references public.main (id) on delete restrict,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unlocked_until timestamptz,         -- an admin key opened this client's own failure counts until then
  unlocked_by bigint references public.main (id) on delete restrict,
  id uuid not null default gen_random_uuid() unique,   -- says nothing of the token
  kept boolean not null default false,
  device text not null default 'Unknown device',
  -- Which browser the session is of. The portal stores a random number in each browser and sends it with a login; this is its hash
  -- together with the key's number. So it says nothing of the device, and of two keys nobody can tell whether one browser has both.
  -- A session without it, of a browser that stores nothing, is a device of its own.
  device_id uuid
);
comment on column private.sessions.device_id is 'Hash of a random number stored in the browser, and of the key; NULL where none was sent';
create index sessions_main_id_idx on private.sessions (main_id);
create index sessions_unlocked_by_idx on private.sessions (unlocked_by);

-- One counter for each IP address and window, so that wrong keys cannot fill the disk.
create table private.login_attempts (
  ip text not null,
  window_start timestamptz not null,
  wrong_keys integer not null,
  primary key (ip, window_start)
);

create function private.request_header(name text) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- '' instead of NULL on a pooled connection that served a request before
  return nullif(current_setting('request.headers', true), '')::json ->> name;
end $$;

create function private.random_bytes() returns bytea
language plpgsql volatile set search_path = '' as $$
begin
  -- 366 random bits from the server's strong source, condensed to 256: no extension needed
  return sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
end $$;

-- The sessions that open something, with what their key may do. The rule stands here only.
create view private.live_sessions as
  select s.id, s.token_hash, s.main_id, s.kept, s.device, s.created_at, s.seen_at, s.unlocked_until, s.unlocked_by,
    least(s.expires_at, m.expires_at) as expires_at, m.role, m.site_id
  from private.sessions s
  join public.main m on m.id = s.main_id
  cross join private.settings c
  where s.expires_at > now() and s.seen_at > now() - case when s.kept then c.kept_idle else c.session_idle end
    and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
    and (m.kind <> 'demo' or c.demo);

-- The live session of this request, or no row. plpgsql caches its plan; nested SQL functions cost seven times as much.
create function private.live_session()
returns table (token_hash bytea, main_id bigint, role text, site_id bigint, expires_at timestamptz, unlocked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  given text := private.request_header('x-portal-session');
begin
  if given is null or char_length(given) <> 64 then return; end if;
  return query
    select s.token_hash, s.main_id, s.role, s.site_id, s.expires_at,
      s.unlocked_until > now() and exists (select 1 from public.main a
        where a.id = s.unlocked_by and a.revoked_at is null and (a.expires_at is null or a.expires_at > now()))
    from private.live_sessions s
    where s.token_hash = sha256(convert_to(given, 'UTF8'));
end $$;

-- For policies, always as (select private.f()), so that it runs once a statement and not once a row.
create function private.session_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.role from private.live_session() s); end $$;

create function private.session_site() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.site_id from private.live_session() s); end $$;

-- The sites of a technician's session; NULL for everybody else.
create function private.session_sites() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  live record;
begin
  select s.main_id, s.role into live from private.live_session() s;
  if live.role is distinct from 'technician' then return null; end if;
  return coalesce((select m.site_ids from public.main m where m.id = live.main_id), array(select t.id from public.maintable t));
end $$;

create function private.session_unlocked() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin return coalesce((select s.unlocked from private.live_session() s), false); end $$;

-- The role of this request. Raises 401 without a live session: row level security alone would answer an empty 200,
-- which looks like "no data" instead of "log in again".
create function private.require_session() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  live_role text := private.session_role();
begin
  if live_role is null then raise sqlstate 'PT401' using message = 'Session expired'; end if;
  return live_role;
end $$;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.require_session() <> 'admin' then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
end $$;

-- The address of the caller. A hosted project's gateway sets it. The first hop of x-forwarded-for is what the caller says, so the last counts.
-- A household or office has a /64 of IPv6, so that counts as one address.
create function private.client_ip() returns text
language plpgsql stable set search_path = '' as $$
declare
  said text := coalesce(
    private.request_header('cf-connecting-ip'),
    reverse(split_part(reverse(private.request_header('x-forwarded-for')), ',', 1)));
  address inet;
begin
  address := regexp_replace(btrim(said), '^::ffff:(?=[0-9.]+$)', '');
  if address is null then return 'unknown'; end if;
  return host(network(set_masklen(address, case family(address) when 6 then 64 else 32 end)));
exception when others then
  return 'unknown';
end $$;

-- Seconds until this IP may try again; 0 when it may now.
create function private.login_wait() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select ceil(extract(epoch from a.window_start + c.login_window - now()))::integer
    from private.login_attempts a cross join private.settings c
    where a.ip = private.client_ip()
      and a.window_start = date_bin(c.login_window, now(), 'epoch')
      and a.wrong_keys >= c.login_failures), 0);
end $$;

create function private.count_failure() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.login_attempts where window_start < now() - interval '1 day';
  insert into private.login_attempts (ip, window_start, wrong_keys)
  select private.client_ip(), date_bin(c.login_window, now(), 'epoch'), 1 from private.settings c
  on conflict (ip, window_start) do update set wrong_keys = private.login_attempts.wrong_keys + 1;
end $$;

-- A refusal that is returned, not raised: raising would roll the failure counter back.
create function private.refusal(status integer, message text, wait integer) returns json
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', case when wait > 0
    then json_build_array(json_build_object('Cache-Control', 'no-store'), json_build_object('Retry-After', wait::text))
    else json_build_array(json_build_object('Cache-Control', 'no-store')) end::text, true);
  return json_build_object('code', 'PT' || status, 'message', message, 'details', null,
    'hint', case when wait > 0 then wait::text end);
end $$;

-- A check that cannot be counted says nothing about the key: a GET runs in a transaction that cannot write.
create function private.refuse_uncounted() returns void
language plpgsql volatile set search_path = '' as $$
begin
  if current_setting('transaction_read_only') = 'on' then
    raise sqlstate '25006' using message = 'A key is checked by POST only';
  end if;
end $$;

-- A longer text is no key, and is refused before it is normalized.
create function private.max_key_bytes() returns integer
language sql immutable parallel safe set search_path = '' return 256;

-- The access record of a key, of one role if it is given, or a row of NULLs. Counts a wrong key; says in wait how long the IP must
-- pause. A key of full strength cannot be guessed and never waits (key_is_strong). former: the hash under which old keys are stored.
create function private.check_key(secret_key text, of_role text default null, out access public.main, out wait integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  strong boolean;
  former text;
begin
  perform private.refuse_uncounted();
  strong := coalesce(octet_length(secret_key) <= private.max_key_bytes() and private.key_is_strong(secret_key), false);
  wait := 0;
  if not strong then
    -- one after the other: of many at once, each would be checked before the others are counted
    perform pg_advisory_xact_lock(hashtextextended('key check from ' || private.client_ip(), 0));
    wait := private.login_wait();
  end if;
  if wait > 0 then return; end if;
  if octet_length(secret_key) <= private.max_key_bytes() then
    former := encode(sha256(convert_to(private.former_normal_key(secret_key), 'UTF8')), 'hex');
    select m.* into access from public.main m cross join private.settings c
    where (m.token = private.key_hash(secret_key) or (m.kind = 'old' and m.token = former))
      and (of_role is null or m.role = of_role)
      and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.kind <> 'demo' or c.demo)
    -- two old keys may differ only in a sign that normalizing drops now: the one that was typed exactly comes first
    order by m.token = former desc limit 1;
  end if;
  if access.id is null then
    perform private.count_failure();
  else
    update public.main m set last_used_at = now() where m.id = access.id;
  end if;
end $$;

-- A device in a few words, as "Chrome on Android"; nothing else of the header is stored. Most browsers also claim to be
-- Chrome or Safari, so the particular ones come first.
create function private.device_name(user_agent text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  agent constant text := left(user_agent, 500);
  browser constant text := case
    when agent ~ 'Edg(e|A|iOS)?/' then 'Edge'
    when agent ~ '(OPR|OPT|Opera)/' then 'Opera'
    when agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when agent ~ '(Chrome|CriOS)/' then 'Chrome'
    when agent ~ 'Safari/' then 'Safari' end;
  system constant text := case
    when agent ~ 'iPhone' then 'iPhone'
    when agent ~ 'iPad' then 'iPad'
    when agent ~ 'Android' then 'Android'
    when agent ~ 'Windows' then 'Windows'
    when agent ~ 'CrOS' then 'Chromebook'
    when agent ~ 'Macintosh' then 'Mac'
    when agent ~ 'Linux' then 'Linux' end;
begin
  return coalesce(browser || ' on ' || system, browser, system, 'Unknown device');
end $$;

-- The number of a device; anything but a random number is as good as none.
create function private.device_of(given text, of_key bigint) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when private.is_random_uuid(given)
    then left(encode(sha256(convert_to(format('%s of key %s', given, of_key), 'UTF8')), 'hex'), 32)::uuid end;
end $$;

-- The keys that a key replaced, the last one first. Whoever logs in with the new key gets the drafts and waiting visits of these
-- keys, and nobody else is told which they are (decisions §8).
create function private.predecessors(of_key bigint) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with recursive replaced as (
      select m.successor_of as id from public.main m where m.id = of_key
      union select m.successor_of from public.main m join replaced r on r.id = m.id)
    select r.id from replaced r where r.id is not null order by r.id desc);
end $$;

-- A refusal has no key_id, and stays as it is.
create function private.with_predecessors(answer json) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if answer ->> 'key_id' is null then return answer; end if;
  return answer::jsonb || jsonb_build_object('predecessors', private.predecessors((answer ->> 'key_id')::bigint));
end $$;

-- keep: the session is persistent, it outlives the tab. The answer has the number of the key, because drafts belong to the key they
-- were typed under; it says nothing about the key itself.
create function private.open_session(secret_key text, keep boolean, browser text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  who public.main;
  is_persistent constant boolean := coalesce(keep, false);
  token text := encode(private.random_bytes(), 'hex');
  ends timestamptz := now() + (select case when is_persistent then c.kept_lifetime else c.session_lifetime end from private.settings c);
begin
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  who := found_key.access;
  if who.id is null then return private.refusal(401, 'Invalid token', 0); end if;

  delete from private.sessions s where s.expires_at < now();
  -- A shared key may be in many browsers, but not in any number of them.
  delete from private.sessions s where s.token_hash in (
    select o.token_hash from private.sessions o where o.main_id = who.id order by o.seen_at desc offset 49);
  insert into private.sessions (token_hash, main_id, expires_at, kept, device, device_id)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at), is_persistent,
    private.device_name(private.request_header('user-agent')), private.device_of(browser, who.id));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'key_id', who.id, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at),
    'kept', is_persistent);
end $$;

create function private.login(secret_key text, keep boolean, browser text) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin return private.with_predecessors(private.open_session(secret_key, keep, browser)); end $$;

create function private.logout() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sessions s
  where s.token_hash = sha256(convert_to(private.request_header('x-portal-session'), 'UTF8'));
end $$;

-- Tells who is logged in, and that the session is in use: this alone moves the idle limit. The use of a session is a use of its key,
-- stored at the same moments and no others. The key comes first, in the order of logins and revocations: in another order two at once
-- may end in a deadlock.
create function private.touch_session() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
  due boolean;
begin
  perform private.require_session();
  select * into live from private.live_session();
  due := (select s.seen_at < now() - interval '1 minute' from private.sessions s where s.token_hash = live.token_hash);
  update public.main m set last_used_at = now()
  where m.id = live.main_id and due and (m.last_used_at < now()) is not false;
  update private.sessions s set seen_at = now() where s.token_hash = live.token_hash and due;
  return json_build_object('key_id', live.main_id, 'role', live.role,
    'site', (select t.name from public.maintable t where t.id = live.site_id), 'expires_at', live.expires_at,
    'kept', (select s.kept from private.sessions s where s.token_hash = live.token_hash));
end $$;

create function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
begin return private.with_predecessors(private.touch_session()); end $$;

-- An admin's key, typed into a client's session, opens that client's failure counts for a while (spec §5 "Admin prompt"). A
-- technician edits no counts, whoever stands beside it. Counts a key of another role too: its answer must not tell that the key
-- exists.
create function private.unlock_analytics(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  live record;
  until timestamptz := now() + (select unlock_lifetime from private.settings);
begin
  if private.require_session() = 'technician' then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  found_key := private.check_key(secret_key, 'admin');
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  if (found_key.access).id is null then return private.refusal(403, 'Invalid token.', 0); end if;
  select * into live from private.live_session();
  update private.sessions s set unlocked_until = until, unlocked_by = (found_key.access).id
  where s.token_hash = live.token_hash;
  return json_build_object('unlocked_until', until);
end $$;

-- The key whose sessions the caller asks for, its own where none is named: 403 for another's, but to an admin.
create function private.key_of_sessions(asked bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and asked <> own then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return coalesce(asked, own);
end $$;

-- Where a key is logged in: a row for each device with sessions that open something, this one first, then the last used. id is the
-- number of the device, or of its only session where that came without one. tabs are the sessions that are not persistent. A tab that was
-- closed cannot be told from one that is looked at, until its hour without use is over.
create function private.list_sessions(key_id bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine bytea := (select s.token_hash from private.live_session() s);
begin
  return (
    select coalesce(json_agg(json_build_object('id', d.id, 'device', d.device, 'kept', d.kept, 'tabs', d.tabs,
        'first_used', d.first_used, 'last_used', d.last_used, 'expires_at', d.expires_at, 'current', d.current)
        order by d.current desc, d.last_used desc, d.first_used desc, d.id), '[]')
    from (
      select coalesce(s.device_id, s.id) as id, (array_agg(l.device order by l.seen_at desc, l.created_at desc))[1] as device,
        bool_or(l.kept) as kept, count(*) filter (where not l.kept) as tabs, min(l.created_at) as first_used,
        max(l.seen_at) as last_used, coalesce(max(l.expires_at) filter (where l.kept), max(l.expires_at)) as expires_at,
        bool_or(l.token_hash = mine) as current
      from private.live_sessions l join private.sessions s on s.token_hash = l.token_hash
      where l.main_id = of_key group by 1) d);
end $$;

-- Ends all sessions of a device of the caller's own key, an admin of any: whether there was one to end. Asked again it answers false,
-- so that a lost answer does no harm.
create function private.end_session(session_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  delete from private.sessions s where coalesce(s.device_id, s.id) = session_id and (who = 'admin' or s.main_id = own);
  return found;
end $$;

-- Ends all sessions of a key but those of the device that asks: on how many devices one of them still opened something.
create function private.end_sessions(key_id bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine uuid := (select coalesce(s.device_id, s.id) from private.sessions s
    where s.token_hash = (select l.token_hash from private.live_session() l));
  ended integer := (select count(distinct coalesce(s.device_id, s.id))
    from private.live_sessions l join private.sessions s on s.token_hash = l.token_hash
    where l.main_id = of_key and coalesce(s.device_id, s.id) <> mine);
begin
  delete from private.sessions s where s.main_id = of_key and coalesce(s.device_id, s.id) <> mine;
  return ended;
end $$;
