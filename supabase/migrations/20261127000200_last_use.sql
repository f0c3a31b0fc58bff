-- Why: *Last used* of a key was its last login, while its sessions knew better. And a browser that somebody logged in with ten times was
-- ten sessions, most of tabs that were closed long ago: no stranger could be found among them. A key is now last used when one of its
-- sessions is, and the sessions of one browser are one device, listed and ended as one. Beside that: which keys have changed
-- something.

set local lock_timeout = '5s';

-- Which browser a session is of. The portal keeps a random number in each browser and sends it with a login; this is its hash together
-- with the key's number. So it says nothing of the device, and of two keys nobody can tell whether one browser has both. NULL: the
-- login was by a page that was loaded before this, or by a browser that stores nothing. Such a session is a device of its own.
alter table private.sessions add column device_id uuid;
comment on column private.sessions.device_id is 'Hash of a random number kept in the browser, and of the key; NULL where none was sent';

-- What the sessions know so far. Whoever holds a row here is logging in with that key, and notes a later use. After the sessions,
-- because who waits for them holds at most such a row.
update public.main m set last_used_at = u.last_use
from (select s.main_id, max(s.seen_at) as last_use from private.sessions s group by 1) u
where u.main_id = m.id and m.last_used_at < u.last_use
  and m.id in (select k.id from public.main k for no key update skip locked);

-- Anything but a random number is as good as none.
create function private.device_of(given text, of_key bigint) returns uuid
language plpgsql immutable set search_path = '' as $$
begin
  return case when given ~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$'
    then left(encode(sha256(convert_to(format('%s of key %s', given, of_key), 'UTF8')), 'hex'), 32)::uuid end;
end $$;

-- The functions of before as a whole. New in this one: the use of a session is a use of its key, noted at the same moments and no
-- others. The key comes first, in the order of logins and revocations: in another order two at once may end in a deadlock.
create or replace function private.use_session() returns json
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

-- With one more argument they are other functions. A page that was loaded before asks without it.
drop function public.login(text, boolean);
drop function private.login(text, boolean);
drop function private.open_session(text, boolean);

-- keep: the session is for this device, not for this visit. The number of the key is for what somebody typed and has not saved,
-- which belongs to the key it was typed under; it says nothing about the key itself.
create function private.open_session(secret_key text, keep boolean, browser text) returns json
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
  insert into private.sessions (token_hash, main_id, expires_at, kept, device, device_id)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at), is_kept,
    private.device_name(private.request_header('user-agent')), private.device_of(browser, who.id));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'key_id', who.id, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at),
    'kept', is_kept);
end $$;

create function private.login(secret_key text, keep boolean, browser text) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin return private.with_predecessors(private.open_session(secret_key, keep, browser)); end $$;

create function public.login(secret_key text, keep boolean default false, browser text default null) returns json
  language sql volatile set search_path = '' return private.login(secret_key, keep, browser);

-- Where a key is logged in: a row for each device with sessions that open something, this one first, then the last used. id is the
-- number of the device, or of its only session where that came without one. tabs are the sessions that are not kept. A tab that was
-- closed cannot be told from one that is looked at, until its hour without use is over.
create or replace function private.list_sessions(key_id bigint) returns json
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
create or replace function private.end_session(session_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  delete from private.sessions s where coalesce(s.device_id, s.id) = session_id and (who = 'admin' or s.main_id = own);
  return found;
end $$;

-- Ends all sessions of a key but those of the device that asks: on how many devices one of them still opened something.
create or replace function private.end_sessions(key_id bigint) returns integer
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

-- The keys that have changed something, first the one that did so last.
create function private.list_changers() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return array(
    select m.id from public.main m
    cross join lateral (select c.id from private.change_log c where c.main_id = m.id order by c.id desc limit 1) c
    order by c.id desc);
end $$;
create function public.list_changers() returns bigint[]
  language sql stable set search_path = '' return private.list_changers();

revoke all on function private.device_of(text, bigint), private.open_session(text, boolean, text), private.login(text, boolean, text),
  public.login(text, boolean, text), private.list_changers(), public.list_changers() from public, anon, authenticated, service_role;
grant execute on function private.login(text, boolean, text), public.login(text, boolean, text),
  private.list_changers(), public.list_changers() to anon;
