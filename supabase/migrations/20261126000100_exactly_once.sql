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

-- What was done under the id has been changed since. Who asks again wants it anew, under another id.
create function private.refuse_overtaken() returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'What this attempt did has been changed since', hint = 'attempt-over';
end $$;

-- What a call that made a key answers to its repetition, from what was noted of it.
create function private.key_again(did jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.main m where m.id = (did ->> 'id')::bigint and m.revoked_at is null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse_overtaken();
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return (did || jsonb_build_object('key', private.new_key()))::json;
end $$;

-- These stay as they are behind new names, and are done once.
alter function private.issue_key(text, bigint, text, timestamptz, bigint[]) rename to make_key;
alter function private.rotate_key(bigint, interval) rename to replace_key;
alter function private.restore_change(bigint) rename to take_change_back;
alter function private.import_site(jsonb) rename to take_site_over;
-- These too, and say which keys were replaced.
alter function private.login(text, boolean) rename to open_session;
alter function private.whoami() rename to use_session;

create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('issue_key');
  if did is not null then return private.key_again(did); end if;
  made := private.make_key(of_role, of_site, with_label, until, of_sites);
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;

-- Asked before the old key is looked for, which may have ended at once.
create function private.rotate_key(key_id bigint, keep_old interval) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('rotate_key');
  if did is not null then return private.key_again(did); end if;
  made := private.replace_key(key_id, keep_old);
  update public.main m set successor_of = key_id where m.id = (made ->> 'id')::bigint;
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;

-- The last change of the record that this one was made in.
create function private.last_change_beside(change_id bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(c.id) from private.change_log c join private.change_log b on (b.table_name, b.row_id) = (c.table_name, c.row_id)
    where b.id = change_id);
end $$;

create function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer json;
begin
  perform private.require_admin();
  did := private.begin_attempt('restore_change');
  if did is not null then
    if private.last_change_beside(change_id) > (did ->> 'change')::bigint then perform private.refuse_overtaken(); end if;
    return did -> 'answer';
  end if;
  answer := private.take_change_back(change_id);
  perform private.note_attempt(jsonb_build_object('answer', answer, 'change', private.last_change_beside(change_id)));
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

-- A refusal has no key_id, and stays as it is.
create function private.with_predecessors(answer json) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  if answer ->> 'key_id' is null then return answer; end if;
  return answer::jsonb || jsonb_build_object('predecessors', private.predecessors((answer ->> 'key_id')::bigint));
end $$;

create function private.login(secret_key text, keep boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin return private.with_predecessors(private.open_session(secret_key, keep)); end $$;

create function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
begin return private.with_predecessors(private.use_session()); end $$;

-- The API calls the functions by their names of now.
create or replace function public.issue_key(role text, label text, site_id bigint default null, expires_at timestamptz default null,
    site_ids bigint[] default null) returns json
  language sql volatile set search_path = '' return private.issue_key(role, site_id, label, expires_at, site_ids);
create or replace function public.rotate_key(key_id bigint, keep_old interval default '7 days') returns json
  language sql volatile set search_path = '' return private.rotate_key(key_id, keep_old);
create or replace function public.restore_change(change_id bigint) returns json
  language sql volatile set search_path = '' return private.restore_change(change_id);
create or replace function public.import_site(site jsonb) returns json
  language sql volatile set search_path = '' return private.import_site(site);
create or replace function public.login(secret_key text, keep boolean default false) returns json
  language sql volatile set search_path = '' return private.login(secret_key, keep);
create or replace function public.whoami() returns json
  language sql volatile set search_path = '' return private.whoami();

revoke all on function private.request_attempt(), private.begin_attempt(text), private.note_attempt(jsonb), private.refuse_repetition(),
  private.note_write(), private.key_from(bytea), private.new_key(), private.refuse_overtaken(), private.key_again(jsonb),
  private.last_change_beside(bigint), private.make_key(text, bigint, text, timestamptz, bigint[]), private.replace_key(bigint, interval), private.take_change_back(bigint),
  private.take_site_over(jsonb), private.open_session(text, boolean), private.use_session(), private.with_predecessors(json),
  private.issue_key(text, bigint, text, timestamptz, bigint[]), private.rotate_key(bigint, interval), private.restore_change(bigint),
  private.import_site(jsonb), private.login(text, boolean), private.whoami()
  from public, anon, authenticated, service_role;
grant execute on function private.issue_key(text, bigint, text, timestamptz, bigint[]), private.rotate_key(bigint, interval),
  private.restore_change(bigint), private.import_site(jsonb), private.login(text, boolean), private.whoami() to anon;
