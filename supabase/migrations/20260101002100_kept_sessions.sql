-- Why: every new tab of a phone asked for 28 characters again. Whoever ticks "Keep me logged in on this device" gets a
-- session of 30 days at most that ends after 7 days without use (decisions §10); all others are as before. And one who
-- looks at a list of sessions must know them apart, so each has a number of its own and its device in words.

set local lock_timeout = '5s';

alter table private.settings
  add column kept_lifetime interval not null default '30 days',
  add column kept_idle interval not null default '7 days';
-- the number says nothing of the token
alter table private.sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column kept boolean not null default false,
  add column device text not null default 'Unknown device';

-- A device in a few words, as "Chrome on Android"; of the header nothing else is kept. Most browsers also claim to be
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

-- The sessions that open something, with what their key may do: the one place of that rule.
create view private.live_sessions as
  select s.id, s.token_hash, s.main_id, s.kept, s.device, s.created_at, s.seen_at, s.unlocked_until, s.unlocked_by,
    least(s.expires_at, m.expires_at) as expires_at, m.role, m.site_id
  from private.sessions s
  join public.main m on m.id = s.main_id
  cross join private.settings c
  where s.expires_at > now() and s.seen_at > now() - case when s.kept then c.kept_idle else c.session_idle end
    and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
    and (m.kind <> 'demo' or c.demo);
revoke all on private.live_sessions from public, anon, authenticated, service_role;

-- As before, but that a kept session may be left alone for longer, and ends no later than its key.
create or replace function private.live_session()
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

drop function public.login(text);
drop function private.login(text);

-- keep: the session is for this device, not for this visit.
create function private.login(secret_key text, keep boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  who public.main;
  is_kept constant boolean := coalesce(keep, false);
  token text := encode(private.random_bytes(), 'hex');
  ends timestamptz := now() + (select case when is_kept then c.kept_lifetime else c.session_lifetime end from private.settings c);
begin
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  who := found_key.access;
  if who.id is null then return private.refusal(401, 'Invalid token', 0); end if;

  delete from private.sessions s where s.expires_at < now();
  -- A shared key may be in many browsers, but not in any number of them.
  delete from private.sessions s where s.token_hash in (
    select o.token_hash from private.sessions o where o.main_id = who.id order by o.seen_at desc offset 49);
  insert into private.sessions (token_hash, main_id, expires_at, kept, device)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at), is_kept,
    private.device_name(private.request_header('user-agent')));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'key_id', who.id, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at),
    'kept', is_kept);
end $$;

-- Tells who is logged in, and that the session is in use: this alone moves the idle limit.
create or replace function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
begin
  perform private.require_session();
  select * into live from private.live_session();
  update private.sessions s set seen_at = now()
  where s.token_hash = live.token_hash and s.seen_at < now() - interval '1 minute';
  return json_build_object('key_id', live.main_id, 'role', live.role,
    'site', (select t.name from public.maintable t where t.id = live.site_id), 'expires_at', live.expires_at,
    'kept', (select s.kept from private.sessions s where s.token_hash = live.token_hash));
end $$;

-- One function with a default, not two of one name: a portal that was loaded before asks without keep.
create function public.login(secret_key text, keep boolean default false) returns json
  language sql volatile set search_path = '' return private.login(secret_key, keep);

revoke all on function private.device_name(text), private.login(text, boolean), public.login(text, boolean)
  from public, anon, authenticated, service_role;
grant execute on function private.login(text, boolean), public.login(text, boolean) to anon;
