-- Why: an office that hands over 57 keys of an old portal should not rotate, revoke or end them one by one. Each call changes many keys by
-- the rules of the call for a single one, all of them or none, and names those that refuse, so that the screen can go on with the others.
set local lock_timeout = '5s';

-- How many keys one request may change.
create function private.max_keys_changed_at_once() returns integer
language sql immutable parallel safe set search_path = '' return 200;

-- A new key. In an attempt it is made of the attempt's id and the secret of the database: a repeated call makes the same key again, which
-- is stored nowhere. Who has the id alone, or the database alone, cannot make it. Of several keys of one attempt each has a part of its
-- own (portal.key_part), as they would be the same key without.
create or replace function private.new_key() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
  part constant text := coalesce(current_setting('portal.key_part', true), '');
begin
  return private.key_from(case when attempt is null then private.random_bytes()
    else sha256((select s.secret from private.attempt_secret s) || convert_to(attempt || part, 'UTF8')) end);
end $$;

-- Makes the next keys of this request those that replace the key of this number, or again those of a request for one key.
create function private.set_key_part(replaces bigint) returns void
language plpgsql volatile set search_path = '' as $$
begin perform set_config('portal.key_part', coalesce(' ' || replaces, ''), true); end $$;

-- The access record of a key in use, which nobody else changes until this transaction ends. Who had to wait asks the clock, not when his own
-- transaction began: of two admins who end a key at the same moment one would otherwise find it still in use.
create or replace function private.usable_key(key_id bigint) returns public.main
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
begin
  perform private.require_admin();
  -- Two admins who withdraw each other's key at the same moment must not both succeed.
  lock table public.main in share row exclusive mode;
  select * into access from public.main m
  where m.id = key_id and m.revoked_at is null and (m.expires_at is null or m.expires_at > clock_timestamp());
  if access.id is null then raise sqlstate 'PT404' using message = 'No such key in use'; end if;
  return access;
end $$;

-- 422 for a key that another one in use replaced, directly or through others: a rotation of many would give its holder a second new key.
-- One that is meant to have another is rotated by itself.
create function private.refuse_replaced(key_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
      with recursive successors as (
        select m.id, m.revoked_at, m.expires_at from public.main m where m.successor_of = key_id
        union select m.id, m.revoked_at, m.expires_at from public.main m join successors s on m.successor_of = s.id)
      select 1 from successors s where s.revoked_at is null and (s.expires_at is null or s.expires_at > now())) then
    raise sqlstate 'PT422' using message = 'This key has a successor', hint = 'replaced-before';
  end if;
end $$;

-- Calls rotate_key, revoke_key or set_key_end for each of these keys and answers with what was made, with the new keys. 422 (keys-many) for
-- none or too many; 409 (keys-refused) where some refuse, with [{ id, code, hint }] of all those in its details, and then nothing is
-- changed. A refusal that is of the request and not of a key stays what it is. The caller's own key comes last, as its session may end
-- with it.
create function private.change_keys(of_call text, key_ids bigint[], keep_old interval default null, until timestamptz default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  own constant bigint := (select s.main_id from private.live_session() s);
  chosen bigint;
  made jsonb;
  changed jsonb := '[]';
  refused jsonb := '[]';
  code text;
  reason text;
begin
  if (cardinality(key_ids) between 1 and private.max_keys_changed_at_once()) is not true then
    raise sqlstate 'PT422' using message = format('1 to %s keys are changed at once', private.max_keys_changed_at_once()),
      hint = 'keys-many';
  end if;
  -- a lock that is taken for a key goes where that key refuses, and nobody may change another meanwhile
  lock table public.main in share row exclusive mode;
  for chosen in select k.id from (select distinct u.id from unnest(key_ids) u (id)) k order by k.id is not distinct from own, k.id loop
    begin
      made := jsonb_build_object('replaces', chosen);
      if of_call = 'rotate_keys' then
        perform private.refuse_replaced(chosen);
        perform private.set_key_part(chosen);
        made := private.rotate_key(chosen, keep_old, until)::jsonb || made;
      elsif of_call = 'revoke_keys' then perform private.revoke_key(chosen);
      else perform private.set_key_end(chosen, until);
      end if;
      changed := changed || made;
    exception when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT422' then
      get stacked diagnostics code = returned_sqlstate, reason = pg_exception_hint;
      if reason = 'attempt-over' or (code = 'PT422' and reason = '') then raise; end if;
      refused := refused || jsonb_build_object('id', chosen, 'code', code, 'hint', nullif(reason, ''));
    end;
  end loop;
  perform private.set_key_part(null);
  if refused <> '[]' then
    raise sqlstate 'PT409' using message = 'Some of these keys refuse, so none is changed', hint = 'keys-refused', detail = refused::text;
  end if;
  return changed;
end $$;

-- The new keys of a rotation, [{ id, key, replaces, until }] by the numbers of the old ones; until is NULL for no end. @param made the same
-- without key and until, or without until where the request has no attempt
create function private.rotated_keys(made jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  entry jsonb;
  access public.main;
  answer jsonb := '[]';
begin
  for entry in select e from jsonb_array_elements(made) e order by (e ->> 'replaces')::bigint loop
    select * into access from public.main m where m.id = (entry ->> 'id')::bigint and m.revoked_at is null
      and (m.expires_at is null or m.expires_at > now());
    continue when access.id is null;
    perform private.set_key_part((entry ->> 'replaces')::bigint);
    if not entry ? 'key' then entry := entry || jsonb_build_object('key', private.new_key()); end if;
    answer := answer || (entry || jsonb_build_object('until', private.stored_time(access.expires_at)));
  end loop;
  perform private.set_key_part(null);
  if answer = '[]' then perform private.refuse_outdated_attempt(); end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return answer::json;
end $$;

-- Rotates many keys, or shows again those of the new keys of this attempt that are in use. Where until is NULL each new key ends when an
-- admin had granted.
create function private.rotate_keys(key_ids bigint[], keep_old interval, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('rotate_keys');
  if did is not null then return private.rotated_keys(did -> 'made'); end if;
  made := private.change_keys('rotate_keys', key_ids, keep_old, until);
  perform private.record_attempt(jsonb_build_object('made', (select jsonb_agg(e - 'key') from jsonb_array_elements(made) e)));
  return private.rotated_keys(made);
end $$;

-- Ends many keys and their sessions at once. Answers { changed }, how many.
create function private.revoke_keys(key_ids bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('revoke_keys');
  if did is not null then return did -> 'answer'; end if;
  did := jsonb_build_object('changed', jsonb_array_length(private.change_keys('revoke_keys', key_ids)));
  perform private.record_attempt(jsonb_build_object('answer', did));
  return did;
end $$;

-- Gives many keys in use the same end, NULL or infinity for none. Answers { changed }, how many.
create function private.set_key_ends(key_ids bigint[], until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('set_key_ends');
  if did is not null then return did -> 'answer'; end if;
  did := jsonb_build_object('changed', jsonb_array_length(private.change_keys('set_key_ends', key_ids, until => until)));
  perform private.record_attempt(jsonb_build_object('answer', did));
  return did;
end $$;

-- How many links that live now end where these keys are revoked: those of their own, and those of keys that they replaced.
create function private.links_of_keys(key_ids bigint[]) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(key_ids) > private.max_keys_changed_at_once() then
    raise sqlstate 'PT422' using message = format('At most %s keys are asked for at once', private.max_keys_changed_at_once()),
      hint = 'keys-many';
  end if;
  return (
    with recursive makers as (
      select m.id, m.successor_of from public.main m where m.id = any (key_ids)
      union select m.id, m.successor_of from public.main m join makers k on m.id = k.successor_of)
    select count(*) from private.share_links l
    where l.made_by in (select k.id from makers k) and l.ended_at is null and l.until > now() and private.link_end(l) > now()
      and coalesce(private.key_line_end(l.made_by, key_ids), '-infinity') <= now());
end $$;

create function public.rotate_keys(key_ids bigint[], keep_old interval default '7 days', expires_at timestamptz default null) returns json
  language sql volatile set search_path = '' return private.rotate_keys(key_ids, keep_old, expires_at);
create function public.revoke_keys(key_ids bigint[]) returns json
  language sql volatile set search_path = '' return private.revoke_keys(key_ids);
create function public.set_key_ends(key_ids bigint[], expires_at timestamptz default null) returns json
  language sql volatile set search_path = '' return private.set_key_ends(key_ids, expires_at);
create function public.links_of_keys(key_ids bigint[]) returns integer
  language sql stable set search_path = '' return private.links_of_keys(key_ids);

revoke all on function private.max_keys_changed_at_once, private.set_key_part, private.usable_key, private.refuse_replaced,
  private.change_keys, private.rotated_keys, private.rotate_keys, private.revoke_keys, private.set_key_ends,
  private.links_of_keys, public.rotate_keys, public.revoke_keys, public.set_key_ends, public.links_of_keys
  from public, anon, authenticated, service_role;
grant execute on function private.rotate_keys, private.revoke_keys, private.set_key_ends, private.links_of_keys, public.rotate_keys,
  public.revoke_keys, public.set_key_ends, public.links_of_keys to anon;
