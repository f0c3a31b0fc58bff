-- Why: an answer can be lost on its way. Whoever presses again, reloads, or logs in the next day with what waited on the phone must
-- not do the thing twice (decisions §8). Screens told from the contents whether a save had arrived, each in its own way. Now a save
-- carries an id of its attempt, and the database, which alone knows what arrived, answers a repetition with what the first one did.

set local lock_timeout = '5s';

-- Not a setting: a column of settings would lock them beside the tables below, in another order than people do.
create table private.attempt_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null
);
comment on table private.attempt_secret is 'Makes the keys of repeated attempts, together with their ids';
insert into private.attempt_secret (secret) values (private.random_bytes());
alter table private.attempt_secret enable row level security;
create policy nobody on private.attempt_secret using (false);
revoke all on private.attempt_secret from public, anon, authenticated, service_role;

-- What was done by whom under which id, for 30 days. An id is stored as its SHA-256 only, because a key is made from it.
create table private.attempts (
  main_id bigint not null,            -- the access record
  id bytea not null,
  call text not null,                 -- the table that was written, or the function
  did jsonb,
  at timestamptz not null default now(),
  primary key (main_id, id)
);
comment on table private.attempts is 'Writes that carried an id, so that a repetition does nothing and is answered as the first one';
create index attempts_at_idx on private.attempts (at);
alter table private.attempts enable row level security;
create policy nobody on private.attempts using (false);
revoke all on private.attempts from public, anon, authenticated, service_role;

-- The id of the attempt that this request makes; NULL where it says none, and 422 for one that can be guessed.
create function private.request_attempt() returns text
language plpgsql stable set search_path = '' as $$
declare
  given constant text := private.request_header('x-portal-attempt');
begin
  if given !~ '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$' then
    raise sqlstate 'PT422' using message = 'An attempt is a random UUID';
  end if;
  return given;
end $$;

-- What was done before under this id by the caller's key or one that it replaced; NULL the first time, and where this very request
-- has begun it. Another key's ids are nobody else's.
create function private.begin_attempt(of_call text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
  hash constant bytea := sha256(convert_to(attempt, 'UTF8'));
  who constant bigint := (select s.main_id from private.live_session() s);
  known private.attempts;
begin
  if attempt is null or who is null or attempt = current_setting('portal.attempt', true) then return null; end if;
  delete from private.attempts a where a.at < now() - interval '30 days';
  -- the same attempt in another tab is waited for here
  insert into private.attempts (main_id, id, call) values (who, hash, of_call) on conflict do nothing;
  select * into known from private.attempts a
  where a.id = hash and a.did is not null and a.main_id = any (who || private.predecessors(who)) limit 1;
  if known.id is null then
    perform set_config('portal.attempt', attempt, true);
    return null;
  elsif known.call <> of_call then
    raise sqlstate 'PT422' using message = 'This attempt was one of something else';
  end if;
  return known.did;
end $$;

create function private.note_attempt(what jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.attempts a set did = coalesce(a.did, '{}') || what
  where a.id = sha256(convert_to(private.request_attempt(), 'UTF8'))
    and a.main_id = (select s.main_id from private.live_session() s);
end $$;

-- A repetition of a write of a table: 409 with the hint done-before, and what was done in its details. The name of the trigger runs
-- it before the other rules, which a repetition might break.
create function private.refuse_repetition() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  did constant jsonb := private.begin_attempt(tg_table_name);
begin
  if did is not null then
    raise sqlstate 'PT409' using message = 'This was done before', hint = 'done-before', detail = did::text;
  end if;
  return new;
end $$;
create trigger attempt_once before insert or update on public.maintable
  for each row execute function private.refuse_repetition();
create trigger attempt_once before insert or update on public.carpost
  for each row execute function private.refuse_repetition();

-- Runs after log_change, which knows the visits that were added.
create function private.note_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.request_attempt() is null then return null; end if;
  if tg_table_name = 'carpost' then
    perform private.note_attempt(jsonb_build_object('revision', new.revision));
    return null;
  end if;
  perform private.note_attempt(jsonb_build_object('id', new.id, 'revision', new.revision, 'added', array(
    select v.task_id from private.visits v where v.site_id = new.id and v.added_at = now() order by v.task_id)));
  return null;
end $$;
create trigger note_write after insert or update on public.maintable for each row execute function private.note_write();
create trigger note_write after insert or update on public.carpost for each row execute function private.note_write();

-- A key of these random bytes, with its check symbols, in groups of four.
create function private.key_from(random bytea) returns text
language plpgsql immutable set search_path = '' as $$
declare
  body constant text := private.base32(random, 26);
begin
  return rtrim(regexp_replace(body || private.base32(sha256(convert_to(body, 'UTF8')), 2), '(.{4})', '\1-', 'g'), '-');
end $$;

-- Of an attempt always the same, so that a repetition can show it again: it is stored nowhere. Who has the id alone, or the database
-- alone, cannot make it.
create or replace function private.new_key() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
begin
  return private.key_from(case when attempt is null then private.random_bytes()
    else sha256((select s.secret from private.attempt_secret s) || convert_to(attempt, 'UTF8')) end);
end $$;

drop function private.create_key(text, bigint, text, timestamptz, bigint[]);

-- A key is shown once, by the call that makes it.
create function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[] default null,
  replaces bigint default null)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  key text := private.new_key();
  new_id bigint;
begin
  insert into public.main (token, label, role, site_id, site_ids, expires_at, successor_of)
  values (private.key_hash(key), with_label, of_role, of_site, of_sites, until, replaces) returning id into new_id;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', new_id, 'key', key);
end $$;

-- What a call that made a key answers to its repetition, from what was noted of it.
create function private.key_again(did jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return (did || jsonb_build_object('key', private.new_key()))::json;
end $$;

-- Everything the table would refuse is refused first, in words and without the row. Where one status has several reasons, `hint`
-- names the reason in a word that stays.
create or replace function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text[];
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('issue_key');
  if did is not null then return private.key_again(did); end if;
  reason := case
    when of_role is null or of_role not in ('admin', 'user', 'technician') then array['There is no such kind of key', 'role-unknown']
    when of_role = 'user' and of_site is null then array['A key for a building needs its site', 'site-missing']
    when of_role <> 'user' and of_site is not null then array['Only a key for a building has a site', 'site-refused']
    when of_site is not null and not exists (select 1 from public.maintable t where t.id = of_site)
      then array[format('There is no site %s', of_site), 'site-gone']
    when with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120)
      then array['The label must be 1 to 120 characters of plain text', 'label-refused']
    when until <= now() then array['A key must end in the future', 'end-passed']
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  made := private.create_key(of_role, of_site, with_label, until, private.chosen_sites(of_role, of_sites));
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;

-- A new key for the same building, sites or admin; the old one goes on working for keep_old.
create or replace function private.rotate_key(key_id bigint, keep_old interval) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('rotate_key');
  if did is not null then return private.key_again(did); end if;
  access := private.usable_key(key_id);
  if keep_old is null or keep_old < interval '0' or keep_old > interval '30 days' then
    raise sqlstate 'PT422' using message = 'The old key may go on working for 0 to 30 days';
  end if;
  made := private.create_key(access.role, access.site_id, access.label, access.expires_at, access.site_ids, access.id);
  update public.main m set expires_at = least(m.expires_at, now() + keep_old) where m.id = key_id;
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;

-- Ends a key and its sessions at once.
create or replace function private.revoke_key(key_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
begin
  perform private.require_admin();
  if private.begin_attempt('revoke_key') is not null then return; end if;
  access := private.usable_key(key_id);
  if access.role = 'admin' and not exists (
      select 1 from public.main m cross join private.settings c
      where m.role = 'admin' and m.id <> key_id and m.revoked_at is null and m.expires_at is null
        and (m.kind <> 'demo' or c.demo)) then
    raise sqlstate 'PT409' using message = 'The last admin key cannot be revoked';
  end if;
  update public.main m set revoked_at = now() where m.id = key_id;
  delete from private.sessions s where s.main_id = key_id;
  perform private.note_attempt('{}');
end $$;

-- Gives a technician's key other sites, NULL for all. They count from the next call of its sessions on.
create or replace function private.set_key_sites(key_id bigint, of_sites bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
begin
  perform private.require_admin();
  if private.begin_attempt('set_key_sites') is not null then return; end if;
  access := private.usable_key(key_id);
  if access.role <> 'technician' then
    raise sqlstate 'PT422' using message = 'Only a technician''s key has a list of sites';
  end if;
  update public.main m set site_ids = private.chosen_sites(access.role, of_sites) where m.id = key_id;
  perform private.note_attempt('{}');
end $$;

-- restore_change and import_site stay as they are behind a new name, and are done once.
alter function private.restore_change(bigint) rename to take_change_back;
alter function private.import_site(jsonb) rename to take_site_over;

create function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer json;
begin
  perform private.require_admin();
  did := private.begin_attempt('restore_change');
  if did is not null then return did -> 'answer'; end if;
  answer := private.take_change_back(change_id);
  perform private.note_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

-- The key that it made is left out of what is noted.
create function private.import_site(site jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.begin_attempt('import_site');
  if did is not null then
    answer := did -> 'answer';
    return case when (did -> 'made_key')::boolean then answer || jsonb_build_object('key', private.key_again(answer -> 'key'))
      else answer end;
  end if;
  answer := private.take_site_over(site);
  perform private.note_attempt(jsonb_build_object('answer', answer #- '{key,key}', 'made_key', answer #>> '{key,key}' is not null));
  return answer;
end $$;

create or replace function public.restore_change(change_id bigint) returns json
  language sql volatile set search_path = '' return private.restore_change(change_id);
create or replace function public.import_site(site jsonb) returns json
  language sql volatile set search_path = '' return private.import_site(site);

-- As before, and with the keys that this one replaced.
create or replace function private.login(secret_key text, keep boolean) returns json
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
    'kept', is_kept, 'predecessors', private.predecessors(who.id));
end $$;

-- As before, and with the keys that this one replaced.
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
    'kept', (select s.kept from private.sessions s where s.token_hash = live.token_hash),
    'predecessors', private.predecessors(live.main_id));
end $$;

revoke all on function private.request_attempt(), private.begin_attempt(text), private.note_attempt(jsonb),
  private.refuse_repetition(), private.note_write(), private.key_from(bytea), private.new_key(),
  private.create_key(text, bigint, text, timestamptz, bigint[], bigint), private.key_again(jsonb), private.take_change_back(bigint),
  private.take_site_over(jsonb), private.restore_change(bigint), private.import_site(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.restore_change(bigint), private.import_site(jsonb) to anon;
