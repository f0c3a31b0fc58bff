-- Why: an answer can be lost on its way. Whoever presses again, reloads, or logs in the next day with what waited on the phone must
-- not do the thing twice (decisions §8). No screen can tell from the contents whether a save had arrived. So a save carries an id of its
-- attempt, and the database, which alone knows what arrived, answers a repetition with what the first one did.

-- In a table of its own: an owner reads and changes the settings, and the secret never.
create table private.attempt_secret (
  only_row boolean primary key default true check (only_row),
  secret bytea not null
);
comment on table private.attempt_secret is 'Makes the keys of repeated attempts, together with their ids';
insert into private.attempt_secret (secret) values (private.random_bytes());

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
-- Another key's attempt is looked for by its id alone.
create index attempts_id_idx on private.attempts (id);

-- The id of the attempt that this request makes; NULL where it says none, and 422 for one that can be guessed.
create function private.request_attempt() returns text
language plpgsql stable set search_path = '' as $$
declare
  given constant text := private.request_header('x-portal-attempt');
begin
  if not private.is_random_uuid(given) then
    raise sqlstate 'PT422' using message = 'An attempt is a random UUID';
  end if;
  return given;
end $$;

-- The keys whose attempts a key answers for: itself and those that it replaced. Of a save of visits an admin answers for ended keys
-- too, and for those that they replaced: what was sent under such a key and is handed in again must not be there twice. A successor
-- changes nothing, as the office may issue one while an admin has taken the visit over. Of other calls nobody does, as the repetition
-- of one that made a key shows that key.
create function private.attempts_of(of_key bigint, of_role text, of_call text) returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if of_role <> 'admin' or of_call <> 'maintable' then return of_key || private.predecessors(of_key); end if;
  return array(
    with recursive answered as (
      select m.id from public.main m where m.id = of_key or m.revoked_at is not null or m.expires_at <= now()
      union select m.successor_of from public.main m join answered a on a.id = m.id where m.successor_of is not null)
    select a.id from answered a);
end $$;

-- Starts an attempt: NULL where it is done now, the first time or later in the request that started it, and otherwise what it did then,
-- under a key that the caller's key answers for (attempts_of). 422 for the id of another key's attempt. Of two requests with the same
-- attempt at the same moment the second waits here for the first.
create function private.start_attempt(of_call text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
  hash constant bytea := sha256(convert_to(attempt, 'UTF8'));
  live record;
  known private.attempts;
begin
  if attempt is null or attempt = current_setting('portal.attempt', true) then return null; end if;
  select s.main_id, s.role into live from private.live_session() s;
  if live.main_id is null then return null; end if;
  perform pg_advisory_xact_lock(hashtextextended('attempt ' || attempt, 0));
  -- some callers hold the row of a site by now, and others lock it later: nobody waits for whoever deletes the same ones
  delete from private.attempts a where (a.main_id, a.id) in (
    select o.main_id, o.id from private.attempts o where o.at < now() - interval '30 days' for update skip locked);
  insert into private.attempts (main_id, id, call) values (live.main_id, hash, of_call) on conflict do nothing;
  select * into known from private.attempts a
  where a.id = hash and a.did is not null and a.main_id = any (private.attempts_of(live.main_id, live.role, of_call)) limit 1;
  if known.id is null then
    if exists (select 1 from private.attempts a
        where a.id = hash and a.main_id <> live.main_id and a.main_id <> all (private.attempts_of(live.main_id, live.role, of_call))) then
      raise sqlstate 'PT422' using message = 'This attempt is another key''s', hint = 'attempt-of-another';
    end if;
    perform set_config('portal.attempt', attempt, true);
    perform set_config('portal.attempt_of', live.main_id::text, true);
    return null;
  elsif known.call <> of_call then
    raise sqlstate 'PT422' using message = 'This attempt was one of something else';
  end if;
  return known.did;
end $$;

-- Stores what an attempt did, under the key that started it: the session of that key may end while it saves, as when it is revoked just
-- then, and a retry must find what it saved all the same.
create function private.record_attempt(what jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.attempts a set did = coalesce(a.did, '{}') || what
  where a.id = sha256(convert_to(private.request_attempt(), 'UTF8'))
    and a.main_id = nullif(current_setting('portal.attempt_of', true), '')::bigint;
end $$;

-- A repetition of a write of a table: 409 with the hint done-before, and what was done in its details. The name of the trigger runs
-- it before the other rules, which a repetition might break.
create function private.refuse_repetition() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  did constant jsonb := private.start_attempt(tg_table_name);
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
    perform private.record_attempt(jsonb_build_object('revision', new.revision));
    return null;
  end if;
  perform private.record_attempt(jsonb_build_object('id', new.id, 'revision', new.revision, 'added', array(
    select v.task_id from private.visits v where v.site_id = new.id and v.added_at = now() order by v.task_id)));
  return null;
end $$;
create trigger note_write after insert or update on public.maintable for each row execute function private.note_write();
create trigger note_write after insert or update on public.carpost for each row execute function private.note_write();

-- The record changed after this attempt was stored, so a retry is a new attempt.
create function private.refuse_outdated_attempt() returns void
language plpgsql volatile set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'What this attempt did has been changed since', hint = 'attempt-over';
end $$;

-- The answer to the repetition of a call that made a key, from what was stored of it.
create function private.key_of_attempt(did jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.main m where m.id = (did ->> 'id')::bigint and m.revoked_at is null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse_outdated_attempt();
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return (did || jsonb_build_object('key', private.new_key()))::json;
end $$;
