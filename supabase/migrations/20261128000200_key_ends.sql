-- Why: a key that was rotated took over the end of the key that it replaced, whatever that end was for: the last day of an old portal's
-- key, or the time of grace of a key that had been rotated already. So it died without a word (decisions §17). Now the database knows why
-- a key ends, passes on only an end that an admin set, and an admin can change the end of a key in use. An attempt of another key is
-- refused, too: it ended in the error of an index, with the hash of a key.

set local lock_timeout = '5s';

-- An end without a reason was set by an admin, or is that of an old portal's key (kind).
alter table public.main
  add column end_reason text check (end_reason in ('rotated', 'inherited')),
  add column granted_until timestamptz,
  add column end_set_at timestamptz;
comment on column public.main.end_reason is
  'Why it ends at expires_at, if no admin said so. rotated: its time of grace; inherited: an earlier release took over the end of another key';
comment on column public.main.granted_until is
  'Of a key with an end_reason: the end that it would have without, NULL for none';
comment on column public.main.end_set_at is 'When an admin changed the end, for the change log: a rotation changes it too';
grant select (end_reason, granted_until) on public.main to anon;

-- Another key's attempt is looked for by its id alone.
create index attempts_id_idx on private.attempts (id);

-- The end that an admin granted to whoever has this key, NULL for none: a rotation passes it on. An old portal's end is nobody's.
create function private.granted_end(access public.main) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return case when access.kind = 'old' then null when access.end_reason is null then access.expires_at else access.granted_until end;
end $$;

-- What is wrong with an end that somebody says: the words and their hint, or NULL.
create function private.end_problem(ends timestamptz) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return case
    when ends <= now() then array['A key must end in the future', 'end-passed']
    when ends >= '2100-01-01T00:00:00+08:00' then array['A key must end before the year 2100', 'end-far']
  end;
end $$;

-- 409 where a last admin key without an end would get one, or a successor with one.
create function private.refuse_no_lasting_admin(access public.main) returns void
language plpgsql stable set search_path = '' as $$
begin
  if access.role = 'admin' and access.expires_at is null and not exists (
      select 1 from public.main other cross join private.settings c
      where other.role = 'admin' and other.id <> access.id and other.revoked_at is null and other.expires_at is null
        and (other.kind <> 'demo' or c.demo)) then
    raise sqlstate 'PT409' using message = 'The last admin key without an end cannot get one', hint = 'last-admin';
  end if;
end $$;

-- The function of before as a whole. New in this one: another key's attempt is refused. Of two requests with the same attempt at the same
-- moment the second waits here for the first.
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

-- As before, and an attempt that was forgotten after its 30 days makes no second record of its key: it is over.
create or replace function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[] default null,
    replaces bigint default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  key text := private.new_key();
  new_id bigint;
begin
  insert into public.main (token, label, role, site_id, site_ids, expires_at, successor_of)
  values (private.key_hash(key), with_label, of_role, of_site, of_sites, until, replaces)
  on conflict (token) do nothing returning id into new_id;
  if new_id is null then perform private.refuse_overtaken(); end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', new_id, 'key', key);
end $$;

-- As before, and infinity is no end.
create or replace function private.make_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[],
    replaces bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  ends constant timestamptz := nullif(until, 'infinity');
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
    else private.end_problem(ends)
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if replaces is not null then perform private.refuse_successor(of_role, of_site, replaces); end if;
  return private.create_key(of_role, of_site, with_label, ends, private.chosen_sites(of_role, of_sites), replaces);
end $$;

-- As before, and of two imports of one key at the same moment the later one finds it.
create or replace function private.import_key(of_site bigint, with_label text, old_key text, until timestamptz) returns json
language plpgsql volatile set search_path = '' as $$
declare
  known public.main;
  new_id bigint;
begin
  perform private.refuse_uncounted();
  if with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120) then
    raise sqlstate 'PT422' using message = 'The label must be 1 to 120 characters of plain text';
  end if;
  if old_key is null then
    return case when not private.has_key_in_use(of_site) then private.create_key('user', of_site, with_label, null) end;
  end if;
  if until is null or until <= now() or until > now() + interval '1 year' then
    raise sqlstate 'PT422' using message = 'An old key runs out within a year, and in the future';
  end if;
  if char_length(private.normal_key(old_key)) < 8 or octet_length(old_key) > 256 then
    raise sqlstate 'PT422' using message = 'The old key is too short or too long to be kept safely';
  end if;
  select * into known from public.main m
  where m.token in (private.key_hash(old_key),
    encode(sha256(convert_to(private.former_normal_key(old_key), 'UTF8')), 'hex'))
  order by m.token = private.key_hash(old_key) desc limit 1;
  if known.id is null then
    insert into public.main (token, label, role, site_id, kind, expires_at)
    values (private.key_hash(old_key), with_label, 'user', of_site, 'old', until)
    on conflict (token) do nothing returning id into new_id;
    if new_id is not null then return json_build_object('id', new_id, 'key', null); end if;
    select * into known from public.main m where m.token = private.key_hash(old_key);
  end if;
  if known.site_id is distinct from of_site then
    raise sqlstate 'PT409' using message = 'The old key is in use for something else';
  end if;
  return null;
end $$;

-- With one more argument these are other functions. A page that was loaded before calls rotate_key without it.
drop function public.rotate_key(bigint, interval);
drop function private.rotate_key(bigint, interval);
drop function private.replace_key(bigint, interval);

-- A new key for the same building, sites or admin. It ends at until, infinity for never, or where that is NULL at the end that an admin
-- granted. The old key goes on working for keep_old, never longer than it would have, nor than the new one.
create function private.replace_key(key_id bigint, keep_old interval, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  access constant public.main := private.usable_key(key_id);
  granted constant timestamptz := private.granted_end(access);
  ends constant timestamptz := case when until is null then granted else nullif(until, 'infinity') end;
  reason text[];
  made json;
begin
  if keep_old is null or keep_old < interval '0' or keep_old > interval '30 days' then
    raise sqlstate 'PT422' using message = 'The old key may go on working for 0 to 30 days';
  end if;
  if ends is distinct from granted then reason := private.end_problem(ends); end if;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if ends is not null then perform private.refuse_no_lasting_admin(access); end if;
  made := private.create_key(access.role, access.site_id, access.label, ends, access.site_ids);
  update public.main m set expires_at = least(m.expires_at, now() + keep_old, ends), end_reason = 'rotated', granted_until = granted
  where m.id = key_id;
  return made;
end $$;

-- Asked before the old key is looked for, which may have ended at once.
create function private.rotate_key(key_id bigint, keep_old interval, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.begin_attempt('rotate_key');
  if did is not null then return private.key_again(did); end if;
  made := private.replace_key(key_id, keep_old, until);
  update public.main m set successor_of = key_id where m.id = (made ->> 'id')::bigint;
  perform private.note_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
end $$;
create function public.rotate_key(key_id bigint, keep_old interval default '7 days', expires_at timestamptz default null) returns json
  language sql volatile set search_path = '' return private.rotate_key(key_id, keep_old, expires_at);

-- Gives a key in use another end, NULL or infinity for none; its sessions follow at once. An end that was inherited is one that an admin
-- set from then on. A key of an old portal, and a rotated one, always end, and what a rotation passes on stays the same.
create function private.set_key_end(key_id bigint, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access constant public.main := private.usable_key(key_id);
  ends constant timestamptz := nullif(until, 'infinity');
  is_rotated constant boolean := access.end_reason is not distinct from 'rotated';
  reason text[];
begin
  if ends is not distinct from access.expires_at then
    if access.end_reason is distinct from 'inherited' then return; end if;
  else
    reason := case
      when is_rotated and (ends is null or ends > least(now() + interval '30 days', private.granted_end(access)))
        then array['A rotated key works for 30 days more at most, and no longer than was granted', 'end-rotated']
      when access.kind = 'old' and (ends is null or ends > now() + interval '1 year')
        then array['An old key runs out within a year', 'end-old']
      else private.end_problem(ends)
    end;
  end if;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if ends is not null then perform private.refuse_no_lasting_admin(access); end if;
  update public.main m set expires_at = ends, end_set_at = now(),
    end_reason = nullif(m.end_reason, 'inherited'), granted_until = case when is_rotated then m.granted_until end
  where m.id = key_id;
end $$;
create function public.set_key_end(key_id bigint, expires_at timestamptz default null) returns void
  language sql volatile set search_path = '' return private.set_key_end(key_id, expires_at);

-- Gives those of these keys that are in use with an inherited end the one that was granted. Answers { mended }, their numbers: another
-- admin may have set the end of one meanwhile, which stays.
create function private.mend_key_ends(key_ids bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  mended bigint[];
begin
  perform private.require_admin();
  if cardinality(key_ids) > 1000 then
    raise sqlstate 'PT422' using message = 'At most 1000 ends are mended at once';
  end if;
  did := private.begin_attempt('mend_key_ends');
  if did is not null then return did -> 'answer'; end if;
  lock table public.main in share row exclusive mode;
  with changed as (
    update public.main m set expires_at = m.granted_until, end_set_at = now(), end_reason = null, granted_until = null
    where m.id = any (key_ids) and m.end_reason = 'inherited' and m.revoked_at is null and m.expires_at > now() returning m.id)
  select coalesce(array_agg(c.id order by c.id), '{}') into mended from changed c;
  did := jsonb_build_object('mended', mended);
  perform private.note_attempt(jsonb_build_object('answer', did));
  return did;
end $$;
create function public.mend_key_ends(key_ids bigint[]) returns json
  language sql volatile set search_path = '' return private.mend_key_ends(key_ids);

-- The keys of before. The change log has the end that each was made with, and what it was when an admin rotated it: nothing else in the
-- portal changed an end until now. A rotation before 20261126000000 stored no successor_of: there the new key has label, role, building and
-- end of a key that was in use, which it cut at the same moment, or left as it ended within 30 days. An end that the owner changed in SQL was
-- set.
with recursive
  lines as materialized (
    select c.id, c.at, c.row_id, c.operation, c.main_id, c.before, c.after from private.change_log c
    where c.table_name = 'main' and (c.operation = 'INSERT' or c.after ? 'expires_at')),
  made as (
    select distinct on (l.row_id) l.row_id, l.id as line, (l.after ->> 'expires_at')::timestamptz as first_end,
      l.after ->> 'successor_of' is not null as is_issued
    from lines l where l.operation = 'INSERT' order by l.row_id, l.id),
  cuts as (
    select l.row_id, l.id as line, l.at, (l.before ->> 'expires_at')::timestamptz as was
    from lines l where l.operation = 'UPDATE' and l.main_id is not null),
  first_cuts as (select distinct on (c.row_id) c.* from cuts c order by c.row_id, c.line),
  -- own_end: before it was rotated first
  keys as (
    select m.*, d.line, d.first_end, d.is_issued, f.row_id is not null as is_cut,
      case when f.row_id is null then m.expires_at else f.was end as own_end
    from public.main m left join made d on d.row_id = m.id left join first_cuts f on f.row_id = m.id),
  replaced as (
    select k.id, coalesce(k.successor_of, (
      select p.id from keys p
      where k.kind = 'issued' and k.first_end > k.created_at and p.id < k.id
        and p.label = k.label and p.role = k.role and p.site_id is not distinct from k.site_id
        and (p.revoked_at is null or p.revoked_at > k.created_at)
        and k.first_end = coalesce(
          (select c.was from cuts c where c.row_id = p.id and c.line > k.line order by c.line limit 1), p.expires_at)
        and (k.first_end <= k.created_at + interval '30 days' or exists (select 1 from cuts c where c.row_id = p.id
          and c.at between k.created_at and k.created_at + interval '5 seconds'))
      order by p.id desc limit 1)) as of_key
    from keys k where k.is_issued is not true),
  granted as (
    select k.id, case when k.kind = 'old' then null else k.own_end end as until
    from keys k where not exists (select 1 from replaced r where r.id = k.id and r.of_key is not null)
    union all
    select k.id, case when k.kind = 'old' then null when k.own_end is distinct from k.first_end then k.own_end else g.until end
    from granted g join replaced r on r.of_key = g.id join keys k on k.id = r.id)
update public.main m set granted_until = g.until,
  end_reason = case when k.is_cut or k.id in (select r.of_key from replaced r) then 'rotated' else 'inherited' end
from keys k join granted g on g.id = k.id
where m.id = k.id and (k.is_cut or k.id in (select r.of_key from replaced r) or (k.kind <> 'old' and k.expires_at is distinct from g.until));

revoke all on function private.granted_end(public.main), private.end_problem(timestamptz), private.refuse_no_lasting_admin(public.main),
  private.replace_key(bigint, interval, timestamptz), private.rotate_key(bigint, interval, timestamptz),
  private.set_key_end(bigint, timestamptz), private.mend_key_ends(bigint[]),
  public.rotate_key(bigint, interval, timestamptz), public.set_key_end(bigint, timestamptz), public.mend_key_ends(bigint[])
  from public, anon, authenticated, service_role;
grant execute on function private.rotate_key(bigint, interval, timestamptz), private.set_key_end(bigint, timestamptz),
  private.mend_key_ends(bigint[]), public.rotate_key(bigint, interval, timestamptz), public.set_key_end(bigint, timestamptz),
  public.mend_key_ends(bigint[]) to anon;
