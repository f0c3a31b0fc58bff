-- Why: a person types a key once and travels with a session, which the database can end at any moment.
-- Keys and sessions are stored as SHA-256 only. They carry 130 and 256 random bits, so no password hash is needed.

create table private.sessions (
  token_hash bytea primary key,
  main_id bigint not null references public.main (id) on delete restrict,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unlocked_until timestamptz,         -- an admin key opened this client's own failure counts until then
  unlocked_by bigint references public.main (id) on delete restrict
);
create index sessions_main_id_idx on private.sessions (main_id);
create index sessions_unlocked_by_idx on private.sessions (unlocked_by);

-- One counter for each address and window, so that failures cannot fill the disk.
create table private.login_attempts (
  address text not null,
  window_start timestamptz not null,
  failures integer not null,
  primary key (address, window_start)
);

create function private.request_header(name text) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- '' instead of NULL on a pooled connection that served a request before
  return nullif(current_setting('request.headers', true), '')::json ->> name;
end $$;

-- The live session of this request, or no row. plpgsql keeps its plan; nested SQL functions cost seven times as much.
create function private.live_session()
returns table (token_hash bytea, main_id bigint, role text, site_id bigint, expires_at timestamptz, unlocked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  given text := private.request_header('x-portal-session');
begin
  if given is null or char_length(given) <> 64 then return; end if;
  return query
    select s.token_hash, m.id, m.role, m.site_id, s.expires_at,
      s.unlocked_until > now() and exists (select 1 from public.main a
        where a.id = s.unlocked_by and a.revoked_at is null and (a.expires_at is null or a.expires_at > now()))
    from private.sessions s
    join public.main m on m.id = s.main_id
    cross join private.settings c
    where s.token_hash = sha256(convert_to(given, 'UTF8'))
      and s.expires_at > now() and s.seen_at > now() - c.session_idle
      and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.kind <> 'demo' or c.demo);
end $$;

-- For policies, always as (select private.f()), so that it runs once a statement and not once a row.
create function private.session_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.role from private.live_session() s); end $$;

create function private.session_site() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.site_id from private.live_session() s); end $$;

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

-- Who knocks. Hosted: set by the gateway. The first hop of x-forwarded-for is the caller's own word, so the last counts.
-- A household or office has a /64 of IPv6, so that counts as one address.
create function private.client_address() returns text
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

-- Seconds until this address may try again; 0 when it may now.
create function private.login_wait() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select ceil(extract(epoch from a.window_start + c.login_window - now()))::integer
    from private.login_attempts a cross join private.settings c
    where a.address = private.client_address()
      and a.window_start = date_bin(c.login_window, now(), 'epoch')
      and a.failures >= c.login_failures), 0);
end $$;

create function private.count_failure() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.login_attempts where window_start < now() - interval '1 day';
  insert into private.login_attempts (address, window_start, failures)
  select private.client_address(), date_bin(c.login_window, now(), 'epoch'), 1 from private.settings c
  on conflict (address, window_start) do update set failures = private.login_attempts.failures + 1;
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

-- The access record of a key, or a row of NULLs. Counts a failure; says in wait how long the address must pause.
create function private.check_key(secret_key text, out access public.main, out wait integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  strong boolean := coalesce(octet_length(secret_key) <= 256 and private.key_is_strong(secret_key), false);
begin
  wait := case when strong then 0 else private.login_wait() end;
  if wait > 0 then return; end if;
  if octet_length(secret_key) <= 256 then
    select m.* into access from public.main m cross join private.settings c
    where m.token = private.key_hash(secret_key)
      and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.kind <> 'demo' or c.demo);
  end if;
  if access.id is null then
    perform private.count_failure();
  else
    update public.main m set last_used_at = now() where m.id = access.id;
  end if;
end $$;

create function private.login(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  who public.main;
  token text := encode(private.random_bytes(), 'hex');
  ends timestamptz := now() + (select session_lifetime from private.settings);
begin
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  who := found_key.access;
  if who.id is null then return private.refusal(401, 'Invalid token', 0); end if;

  delete from private.sessions s where s.expires_at < now();
  -- A shared key may be in many browsers, but not in any number of them.
  delete from private.sessions s where s.token_hash in (
    select o.token_hash from private.sessions o where o.main_id = who.id order by o.seen_at desc offset 49);
  insert into private.sessions (token_hash, main_id, expires_at)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at));
end $$;

create function private.logout() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sessions s
  where s.token_hash = sha256(convert_to(private.request_header('x-portal-session'), 'UTF8'));
end $$;

-- Tells who is logged in, and that the tab is in use: this alone moves the idle limit.
create function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
begin
  perform private.require_session();
  select * into live from private.live_session();
  update private.sessions s set seen_at = now()
  where s.token_hash = live.token_hash and s.seen_at < now() - interval '1 minute';
  return json_build_object('role', live.role,
    'site', (select t.name from public.maintable t where t.id = live.site_id), 'expires_at', live.expires_at);
end $$;

-- An admin's key, typed into a client's session, opens that client's failure counts for a while (spec §5 "Admin prompt").
create function private.unlock_analytics(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  live record;
  until timestamptz := now() + (select unlock_lifetime from private.settings);
begin
  perform private.require_session();
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  if (found_key.access).role is distinct from 'admin' then return private.refusal(403, 'Invalid token.', 0); end if;
  select * into live from private.live_session();
  update private.sessions s set unlocked_until = until, unlocked_by = (found_key.access).id
  where s.token_hash = live.token_hash;
  return json_build_object('unlocked_until', until);
end $$;
