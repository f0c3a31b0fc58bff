-- Why: revoking a technician's key stranded the visits that waited on the phone: they belong to the key, which nobody can log in with
-- any more (decisions §17). Now a key can be issued as the successor of one that has ended, and an admin can hand in on the device what
-- such a key left there.

set local lock_timeout = '5s';

-- The keys that were revoked or have expired, and that no key in use replaces, directly or through others: the one rule of what may be
-- handed in, succeeded or repeated by somebody else.
create function private.unreplaced_keys() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with recursive used as (
      select m.id, m.successor_of from public.main m
      where m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      union select m.id, m.successor_of from public.main m join used u on m.id = u.successor_of)
    select m.id from public.main m where m.id not in (select u.id from used u) order by m.id);
end $$;

-- Which of these keys have ended without a successor in use, in the order of their numbers. A device asks with the keys whose drafts
-- it holds, the list of keys with those that it shows as ended. replaced: a key replaced it, and has ended too.
create function private.ended_keys(key_ids bigint[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(key_ids) > 1000 then
    raise sqlstate 'PT422' using message = 'At most 1000 keys are asked for at once';
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', m.id, 'label', m.label, 'role', m.role, 'revoked', m.revoked_at is not null,
        'ended_at', coalesce(m.revoked_at, m.expires_at),
        'replaced', exists (select 1 from public.main s where s.successor_of = m.id)) order by m.id), '[]')
    from public.main m where m.id = any (key_ids) and m.id = any (private.unreplaced_keys()));
end $$;
create function public.ended_keys(key_ids bigint[]) returns json
  language sql stable set search_path = '' return private.ended_keys(key_ids);

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

-- The function of before as a whole. New in this one: whose attempts are known is asked of attempts_of.
create or replace function private.begin_attempt(of_call text) returns jsonb
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
  delete from private.attempts a where a.at < now() - interval '30 days';
  -- the same attempt in another tab is waited for here
  insert into private.attempts (main_id, id, call) values (live.main_id, hash, of_call) on conflict do nothing;
  select * into known from private.attempts a
  where a.id = hash and a.did is not null and a.main_id = any (private.attempts_of(live.main_id, live.role, of_call)) limit 1;
  if known.id is null then
    perform set_config('portal.attempt', attempt, true);
    perform set_config('portal.attempt_of', live.main_id::text, true);
    return null;
  elsif known.call <> of_call then
    raise sqlstate 'PT422' using message = 'This attempt was one of something else';
  end if;
  return known.did;
end $$;

-- The key is the one that began the attempt: its session may end while it saves, as when it is revoked just then, and what it saved must
-- be known all the same.
create or replace function private.note_attempt(what jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update private.attempts a set did = coalesce(a.did, '{}') || what
  where a.id = sha256(convert_to(private.request_attempt(), 'UTF8'))
    and a.main_id = nullif(current_setting('portal.attempt_of', true), '')::bigint;
end $$;

-- With one more argument these are other functions. A page that was loaded before calls issue_key without it.
drop function public.issue_key(text, text, bigint, timestamptz, bigint[]);
drop function private.issue_key(text, bigint, text, timestamptz, bigint[]);
drop function private.make_key(text, bigint, text, timestamptz, bigint[]);
drop function private.create_key(text, bigint, text, timestamptz, bigint[]);

-- replaces: the change log shows it in the line of the new key.
create function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[] default null,
    replaces bigint default null) returns json
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

-- 422 unless a new key of this role and site may replace this one. What the old key left on devices is for whoever had it: a key of
-- another role, or of another building, would show it to somebody else. Which sites a technician sees is decided anew.
create function private.refuse_successor(of_role text, of_site bigint, replaces bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  old public.main;
  reason text[];
begin
  -- Two admins who issue a successor of the same key, or revoke one, at the same moment wait for each other.
  lock table public.main in share row exclusive mode;
  select * into old from public.main m where m.id = replaces;
  reason := case
    when old.id is null then array[format('There is no key %s', replaces), 'replaced-gone']
    when old.revoked_at is null and (old.expires_at is null or old.expires_at > now())
      then array['A key in use is rotated, it gets no other successor', 'replaced-in-use']
    when old.role <> of_role or old.site_id is distinct from of_site
      then array['A successor has the role and the building of the key that it replaces', 'replaced-other']
    when old.id <> all (private.unreplaced_keys()) then array['This key has a successor', 'replaced-before']
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
end $$;

create function private.make_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[], replaces bigint)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text[];
begin
  perform private.require_admin();
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
  if replaces is not null then perform private.refuse_successor(of_role, of_site, replaces); end if;
  return private.create_key(of_role, of_site, with_label, until, private.chosen_sites(of_role, of_sites), replaces);
end $$;

create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[],
    replaces bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('issue_key');
  if did is not null then return private.key_again(did); end if;
  made := private.make_key(of_role, of_site, with_label, until, of_sites, replaces);
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;
create function public.issue_key(role text, label text, site_id bigint default null, expires_at timestamptz default null,
    site_ids bigint[] default null, successor_of bigint default null) returns json
  language sql volatile set search_path = '' return private.issue_key(role, site_id, label, expires_at, site_ids, successor_of);

revoke all on function private.unreplaced_keys(), private.ended_keys(bigint[]), private.attempts_of(bigint, text, text),
  private.create_key(text, bigint, text, timestamptz, bigint[], bigint), private.refuse_successor(text, bigint, bigint),
  private.make_key(text, bigint, text, timestamptz, bigint[], bigint), private.issue_key(text, bigint, text, timestamptz, bigint[], bigint),
  public.ended_keys(bigint[]), public.issue_key(text, text, bigint, timestamptz, bigint[], bigint)
  from public, anon, authenticated, service_role;
grant execute on function private.ended_keys(bigint[]), public.ended_keys(bigint[]),
  private.issue_key(text, bigint, text, timestamptz, bigint[], bigint),
  public.issue_key(text, text, bigint, timestamptz, bigint[], bigint) to anon;
