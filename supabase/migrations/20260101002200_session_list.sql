-- Why: a phone is lost, a computer is shared. Whoever has a key sees where it is logged in and ends what should not be;
-- an admin does so for every key (decisions §10).

set local lock_timeout = '5s';

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

-- The live sessions of a key, in use last first. A key has 50 at most. last_used is moved by whoami.
create function private.list_sessions(key_id bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine bytea := (select s.token_hash from private.live_session() s);
begin
  return (
    select coalesce(json_agg(json_build_object('id', s.id, 'device', s.device, 'kept', s.kept, 'first_used', s.created_at,
        'last_used', s.seen_at, 'expires_at', s.expires_at, 'current', s.token_hash = mine)
        order by s.seen_at desc, s.created_at desc, s.id), '[]')
    from private.live_sessions s where s.main_id = of_key);
end $$;

-- Ends a session of the caller's own key, an admin any: whether there was one to end. Asked again it answers false, so that
-- a lost answer does no harm.
create function private.end_session(session_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  delete from private.sessions s where s.id = session_id and (who = 'admin' or s.main_id = own);
  return found;
end $$;

-- Ends all sessions of a key but the one that asks: how many of them still opened something.
create function private.end_sessions(key_id bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine bytea := (select s.token_hash from private.live_session() s);
  ended integer := (select count(*) from private.live_sessions s where s.main_id = of_key and s.token_hash <> mine);
begin
  delete from private.sessions s where s.main_id = of_key and s.token_hash <> mine;
  return ended;
end $$;

create function public.list_sessions(key_id bigint default null) returns json
  language sql stable set search_path = '' return private.list_sessions(key_id);
create function public.end_session(session_id uuid) returns boolean
  language sql volatile set search_path = '' return private.end_session(session_id);
create function public.end_sessions(key_id bigint default null) returns integer
  language sql volatile set search_path = '' return private.end_sessions(key_id);

revoke all on function private.key_of_sessions(bigint), private.list_sessions(bigint),
  private.end_session(uuid), private.end_sessions(bigint), public.list_sessions(bigint), public.end_session(uuid),
  public.end_sessions(bigint) from public, anon, authenticated, service_role;
grant execute on function private.list_sessions(bigint), private.end_session(uuid), private.end_sessions(bigint),
  public.list_sessions(bigint), public.end_session(uuid), public.end_sessions(bigint) to anon;
