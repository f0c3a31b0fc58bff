-- Why: a technician adds visits to its sites and changes nothing that is saved, whoever wrote the client. The one exception
-- is a visit that the same key added today: a slip of the thumb is mended on the spot, not by a call to the office
-- (decisions §10). So each visit keeps who added it and when.

set local lock_timeout = '5s';

alter table private.visits
  add column added_by bigint,          -- the access record; NULL for the owner in SQL, and for what is older than this column
  add column added_at timestamptz;     -- NULL for what is older than this column

-- Writes the rows of these tasks of a site. Tasks are hidden, never removed, so that no row ever goes. Who added one and
-- when is said once.
drop function private.mirror_visits(bigint, jsonb[]);
create function private.mirror_visits(of_site bigint, tasks jsonb[], by_key bigint default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.visits (site_id, task_id, visited_at, kind, showing, time, year, month, photos, has_pdf, title, text,
    added_by, added_at)
  select of_site, (e ->> 'id')::integer, (e ->> 'time')::timestamptz, e ->> 'kind', e ->> 'showing' = 'True', e ->> 'time',
    e ->> 'year', e ->> 'month', jsonb_array_length(e -> 'urls'), e ->> 'pdf' <> '', e ->> 'title', e ->> 'tasks', by_key, now()
  from unnest(tasks) e where e is not null
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, kind = excluded.kind, showing = excluded.showing,
    time = excluded.time, year = excluded.year, month = excluded.month, photos = excluded.photos, has_pdf = excluded.has_pdf,
    title = excluded.title, text = excluded.text;
end $$;
revoke all on function private.mirror_visits(bigint, jsonb[], bigint) from public, anon, authenticated, service_role;

-- As before, and the rows of visits learn who wrote.
create or replace function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unlogged constant text[] := array['token', 'last_used_at', 'revision', 'updated_at', 'tasks2024'];
  writer constant bigint := (select s.main_id from private.live_session() s);
  old_row jsonb;
  new_row jsonb;
  before jsonb;
  after jsonb;
  tasks record;
begin
  if tg_table_name = 'maintable' then
    -- byte by byte: two sizes that differ are not even unpacked
    if tg_op = 'INSERT' then
      select * into tasks from private.task_changes(new.id, '[]', new.tasks2024);
    elsif record_image_ne(row(old.tasks2024), row(new.tasks2024)) then
      select * into tasks from private.task_changes(new.id, old.tasks2024, new.tasks2024);
    else
      select null::jsonb[] as olds, null::jsonb[] as news into tasks;
    end if;
    -- out of the rows before those become JSON
    new.tasks2024 := null;
    if tg_op = 'UPDATE' then old.tasks2024 := null; end if;
    if tasks.news is not null then
      perform private.mirror_visits(new.id, tasks.news, writer);
      select jsonb_build_object('tasks2024', coalesce(jsonb_agg(o) filter (where o is not null), '[]')),
          jsonb_build_object('tasks2024', coalesce(jsonb_agg(n) filter (where n is not null), '[]'))
        into before, after from unnest(tasks.olds, tasks.news) as t(o, n);
    end if;
  end if;

  if tg_op = 'UPDATE' then old_row := to_jsonb(old) - unlogged; end if;
  new_row := to_jsonb(new) - unlogged;
  before := nullif(coalesce((select jsonb_object_agg(o.key, o.value)
    from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key), '{}') || coalesce(before, '{}'), '{}');
  after := nullif(coalesce((select jsonb_object_agg(n.key, n.value)
    from jsonb_each(new_row) n where old_row is null or n.value is distinct from old_row -> n.key), '{}') || coalesce(after, '{}'), '{}');
  if before is null and after is null then return null; end if;

  insert into private.change_log (main_id, table_name, row_id, site_id, operation, before, after)
  values (writer, tg_table_name,
    (coalesce(new_row ->> 'id', new_row ->> 'site_id'))::bigint,
    (case when tg_table_name = 'maintable' then new_row ->> 'id' else new_row ->> 'site_id' end)::bigint,
    tg_op, before, after);
  return null;
end $$;

-- Whether a key added this visit today, which ends at midnight in Singapore.
create function private.added_today(added_by bigint, added_at timestamptz, by_key bigint) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(added_by = by_key
    and added_at >= date_trunc('day', now() at time zone 'Asia/Singapore') at time zone 'Asia/Singapore', false);
end $$;

-- What a technician may write of a site: more tasks at the end, and its own visits of today. The tasks are compared by
-- place, byte by byte. Everybody else passes. Before the row is written, so that no other rule answers first: the unique
-- name would tell which sites there are. Its name runs it after the revision is looked at, because a stale array always
-- lacks tasks.
-- What it adds may not take from others that they can add: an id has nine digits at most and a new one is the highest plus
-- one, so one visit with the highest id there is would end the record for good; and a site has room for 20,000 tasks, of
-- which nobody makes more than 50 a day. An admin is trusted with both, as the one who brings in the records of before.
create function private.refuse_all_but_adding() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own constant text[] := array['tasks2024', 'revision', 'updated_at'];
  live record;
  was public.maintable := old;
  is_now public.maintable := new;
  columns text;
  next_id bigint;
  added bigint;
  bad record;
begin
  select s.main_id, s.role into live from private.live_session() s;
  if live.role is distinct from 'technician' then return new; end if;

  -- small rows, before those become JSON
  was.tasks2024 := null;
  is_now.tasks2024 := null;
  select string_agg(n.key, ', ' order by n.key) into columns
  from jsonb_each(to_jsonb(is_now) - own) n where n.value is distinct from to_jsonb(was) -> n.key;
  if columns is not null then
    raise sqlstate 'PT403' using message = 'Only an admin changes the record of a site: ' || columns;
  end if;

  select o ->> 'id' as id, case
      when n ->> 'id' = o ->> 'id' then case when n = o || '{"showing": "False"}' then 'hidden' else 'changed' end
      when exists (select 1 from jsonb_array_elements(new.tasks2024) e where e ->> 'id' = o ->> 'id') then 'moved'
      else 'left out' end as done
    into bad
  from rows from (jsonb_array_elements(old.tasks2024), jsonb_array_elements(new.tasks2024)) with ordinality as t(o, n, place)
  where o is not null and record_image_ne(row(o), row(n))
    and not (n ->> 'id' is not distinct from o ->> 'id' and exists (select 1 from private.visits v
      where v.site_id = new.id and v.task_id = (o ->> 'id')::integer and private.added_today(v.added_by, v.added_at, live.main_id)))
  order by place limit 1;
  if found then
    raise sqlstate 'PT403' using message =
      format('Task %s was %s. Only an admin may do that, but for a visit that this key added today', bad.id, bad.done);
  end if;

  -- jsonb puts texts and null below numbers, lists and objects above: what is no id at all is refused here or by the next rule
  select coalesce(max((e ->> 'id')::bigint), 0) + 1 into next_id from jsonb_array_elements(old.tasks2024) e;
  select e ->> 'id' as id into bad from jsonb_array_elements(new.tasks2024) with ordinality as t(e, place)
  where place > jsonb_array_length(old.tasks2024)
    and e -> 'id' > to_jsonb(next_id + place - 1 - jsonb_array_length(old.tasks2024))
  order by place limit 1;
  if found then
    raise sqlstate 'PT403' using message = format('Task %s: the next id is %s', bad.id, next_id);
  end if;
  added := jsonb_array_length(new.tasks2024) - jsonb_array_length(old.tasks2024);
  if added > 0 and added + (select count(*) from private.visits v
      where v.site_id = new.id and v.added_by = live.main_id and private.added_today(v.added_by, v.added_at, live.main_id)) > 50 then
    raise sqlstate 'PT403' using message = 'A technician adds at most 50 visits a day to a site';
  end if;
  return new;
end $$;
create trigger refuse_all_but_adding before update on public.maintable
  for each row execute function private.refuse_all_but_adding();

alter policy admins_change on public.maintable rename to given_sites_change;
alter policy given_sites_change on public.maintable
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[]))))
  with check ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[])));

-- The ids of the visits of a site that this session may correct or hide now: an admin all, a technician what it added
-- today, a client none. Role and sites are asked first: in the query they would be looked up once a visit.
create function private.my_visits(of_site bigint) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '{}'; end if;
  return array(
    select v.task_id from private.visits v
    where v.site_id = of_site and (who = 'admin' or private.added_today(v.added_by, v.added_at, own))
    order by v.task_id);
end $$;
create function public.my_visits(site_id bigint) returns integer[]
  language sql stable set search_path = '' return private.my_visits(site_id);

revoke all on function private.added_today(bigint, timestamptz, bigint), private.refuse_all_but_adding(), private.my_visits(bigint),
  public.my_visits(bigint) from public, anon, authenticated, service_role;
grant execute on function private.my_visits(bigint), public.my_visits(bigint) to anon;
