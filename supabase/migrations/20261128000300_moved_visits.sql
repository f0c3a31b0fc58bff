-- Why: a hidden visit was either deleted or moved to another site, and nothing told the two apart. So a moved visit could be shown again
-- where it came from: by the other admin's open form, by Restore, by a technician, by the raw API, and one visit counted at two
-- clients. The database knows now where a visit went (decisions §8 "A visit of another site"), and refuses to show it anywhere else.

set local lock_timeout = '5s';

-- All copies of a visit but one point at that one, at once and not through each other: it is where the visit is, shown or deleted.
alter table private.visits
  add column moved_to_site bigint,
  add column moved_to_task integer,
  add constraint visits_moved_to_whole check ((moved_to_site is null) = (moved_to_task is null));
comment on column private.visits.moved_to_site is 'Where the visit is now; NULL where it is here';
create index visits_moved_idx on private.visits (moved_to_site, moved_to_task) where moved_to_site is not null;

-- Every move with its two lines of the change log, which say where a visit went and came from, and are taken back together.
create table private.visit_moves (
  id bigint generated always as identity primary key,
  hidden_in bigint not null unique,   -- the line at the site that it left
  shown_in bigint not null unique,    -- the line at the site that it came to
  from_site bigint not null,
  from_task integer not null,
  to_site bigint not null,
  to_task integer not null
);
comment on table private.visit_moves is 'The moves of visits between sites';
alter table private.visit_moves enable row level security;
create policy nobody on private.visit_moves using (false);
revoke all on private.visit_moves from public, anon, authenticated, service_role;

-- Says of a visit that all its copies are copies of the one at to_site, where it is now.
create function private.point_copies(from_site bigint, from_task integer, to_site bigint, to_task integer) returns void
language plpgsql volatile set search_path = '' as $$
begin
  with current as (
    select coalesce(v.moved_to_site, v.site_id) as site_id, coalesce(v.moved_to_task, v.task_id) as task_id
    from private.visits v where (v.site_id, v.task_id) in ((from_site, from_task), (to_site, to_task))
  ), copies as (
    select c.site_id, c.task_id from current c
    union select v.site_id, v.task_id from current c
    join private.visits v on v.moved_to_site = c.site_id and v.moved_to_task = c.task_id
  )
  update private.visits v set
    moved_to_site = case when (v.site_id, v.task_id) <> (to_site, to_task) then to_site end,
    moved_to_task = case when (v.site_id, v.task_id) <> (to_site, to_task) then to_task end
  from copies c where v.site_id = c.site_id and v.task_id = c.task_id;
end $$;

-- The moves before today, from the change log: a key hid a visit at one site, and the next that it did, in the same moment, was to add
-- the same visit at another. Lines of one visit are small, so those of imports are not unpacked.
with lines as (
  select c.id, c.at, c.site_id, c.main_id, c.operation, lead(c.id) over (partition by c.main_id order by c.id) as next,
    case when pg_column_size(c.after) < 200000 then c.before -> 'tasks2024' end as was,
    case when pg_column_size(c.after) < 200000 then c.after -> 'tasks2024' end as is_now
  from private.change_log c
)
insert into private.visit_moves (hidden_in, shown_in, from_site, from_task, to_site, to_task)
select h.id, a.id, h.site_id, (h.is_now -> 0 ->> 'id')::integer, a.site_id, (a.is_now -> 0 ->> 'id')::integer
from lines h join lines a on a.id = h.next
where h.operation = 'UPDATE' and a.operation = 'UPDATE' and a.site_id <> h.site_id and a.at < h.at + interval '5 seconds'
  and h.was -> 0 ->> 'showing' = 'True' and h.is_now = jsonb_build_array(h.was -> 0 || '{"showing": "False"}') and a.was = '[]'
  and a.is_now = jsonb_build_array(a.is_now -> 0)
  and (a.is_now -> 0) - array['id', 'urls', 'pdf'] = (h.was -> 0) - array['id', 'urls', 'pdf']
order by h.id;

do $$
declare
  move record;
  copy record;
  doubled integer := 0;
begin
  for move in select * from private.visit_moves m order by m.id loop
    perform private.point_copies(move.from_site, move.from_task, move.to_site, move.to_task);
  end loop;
  -- A copy that is shown again is where the visit is, unless the other one is shown too. That is left to people, who alone know
  -- which is right.
  for copy in select v.site_id, v.task_id from private.visits v where v.showing and v.moved_to_site is not null order by 1, 2 loop
    if exists (select 1 from private.visits v
      join private.visits c on (c.site_id, c.task_id) = (v.moved_to_site, v.moved_to_task) and c.showing
      where (v.site_id, v.task_id) = (copy.site_id, copy.task_id)) then
      doubled := doubled + 1;
      update private.visits v set moved_to_site = null, moved_to_task = null where (v.site_id, v.task_id) = (copy.site_id, copy.task_id);
    else
      perform private.point_copies(v.moved_to_site, v.moved_to_task, v.site_id, v.task_id) from private.visits v
      where (v.site_id, v.task_id) = (copy.site_id, copy.task_id);
    end if;
  end loop;
  if doubled > 0 then
    raise warning '% moved visits are shown at two sites: hide the wrong one of each (supabase/README.md says how they are found)', doubled;
  end if;
end $$;

-- Where a visit is that was moved away from this site: { site_id, site, task_id, showing }; NULL for one that is here. All of it is NULL
-- for a technician of this site who has no right to the other one, and without a session.
create function private.moved_to(of_site bigint, visit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  copy private.visits;
begin
  select c.* into copy from private.visits v
  join private.visits c on (c.site_id, c.task_id) = (v.moved_to_site, v.moved_to_task)
  where v.site_id = of_site and v.task_id = visit;
  if copy.site_id is null then return null; end if;
  if private.session_role() is distinct from 'admin' and copy.site_id <> all (coalesce(private.session_sites(), '{}')) then
    return '{"site_id": null, "site": null, "task_id": null, "showing": null}';
  end if;
  return jsonb_build_object('site_id', copy.site_id, 'site', (select t.name from public.maintable t where t.id = copy.site_id),
    'task_id', copy.task_id, 'showing', copy.showing);
end $$;

-- A moved visit is shown where it is, and nowhere else. Both facts stand in one row, so that requests at the same moment cannot pass
-- each other. 422 with the hint moved, and in its details where the visit is.
create function private.refuse_showing_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise sqlstate 'PT422' using message = format('Task %s: it was moved to another site, and is shown there', new.task_id), hint = 'moved',
    detail = private.moved_to(new.site_id, new.task_id)::text;
end $$;
create trigger refuse_showing_moved before insert or update on private.visits
  for each row when (new.showing and new.moved_to_site is not null) execute function private.refuse_showing_moved();

-- The visits that were moved away from a site, each as moved_to says, with its id here as id. For an admin, and for a technician of
-- this site; none for a client.
create function private.moved_visits(of_site bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.task_id) || private.moved_to(v.site_id, v.task_id) order by v.task_id), '[]')
    from private.visits v where v.site_id = of_site and v.moved_to_site is not null);
end $$;

-- Which of these lines of the change log are of a move: { change_id, from_site, to_site }, with the names of today.
create function private.logged_moves(change_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('change_id', l.id, 'from_site', f.name, 'to_site', t.name) order by l.id), '[]')
    from private.visit_moves m
    cross join lateral (values (m.hidden_in), (m.shown_in)) l (id)
    join public.maintable f on f.id = m.from_site
    join public.maintable t on t.id = m.to_site
    where l.id = any (change_ids));
end $$;

-- The last line of the change log about the record of a site. Who holds the lock of its row asks for its own line.
create function private.last_site_change(of_site bigint) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select max(c.id) from private.change_log c where c.site_id = of_site and c.table_name = 'maintable');
end $$;
revoke all on function private.last_site_change(bigint) from public, anon, authenticated, service_role;

-- Hides a visit at a site and files `task` in its stead at another, where it replaces the copy with its id or is added at the end.
-- Who holds both sites locked has checked everything else. The visit remains that of the person who added it. Answers the line of the
-- change log by which the move is taken back.
create function private.refile_visit(from_site bigint, from_task integer, to_site bigint, task jsonb) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  new_id constant integer := (task ->> 'id')::integer;
  author private.visits;
  line bigint;
begin
  select * into author from private.visits v where v.site_id = from_site and v.task_id = from_task;
  -- two statements: one that changes several sites is refused
  update public.maintable t set revision = t.revision + 1, tasks2024 = (
    select jsonb_agg(case when e ->> 'id' = from_task::text then e || '{"showing": "False"}' else e end order by n)
    from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n))
  where t.id = from_site;
  line := private.last_site_change(from_site);
  perform private.point_copies(from_site, from_task, to_site, new_id);
  if exists (select 1 from private.visits v where v.site_id = to_site and v.task_id = new_id) then
    update public.maintable t set revision = t.revision + 1, tasks2024 = (
      select jsonb_agg(case when e ->> 'id' = new_id::text then task else e end order by n)
      from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n))
    where t.id = to_site;
  else
    update public.maintable t set revision = t.revision + 1, tasks2024 = t.tasks2024 || task where t.id = to_site;
    update private.visits v set added_by = author.added_by, added_at = author.added_at where v.site_id = to_site and v.task_id = new_id;
  end if;
  insert into private.visit_moves (hidden_in, shown_in, from_site, from_task, to_site, to_task)
  values (line, private.last_site_change(to_site), from_site, from_task, to_site, new_id);
  return line;
end $$;

-- Files a shown visit at another site: under the id that it had there before, or else the next one. Stands on the revisions of both
-- sites. photos: the URL of the copy of each photo in its order, null for a photo that is not in the storage; pdf: that of the report,
-- null for none or one that is not there. Whether they are files of the other site is checked as for every save. Answers
-- { site_id, task_id } of the visit there, and the line of the change log (change) by which the move is taken back. 404 for no such visit or site, 409 where somebody else was faster, 422 with a hint:
-- same-site, hidden, moved, full or files.
create or replace function private.move_visit(from_site bigint, from_revision bigint, visit bigint, to_site bigint, to_revision bigint,
  photos jsonb, pdf text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  here public.maintable;
  there public.maintable;
  moved jsonb;
  new_id bigint;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.begin_attempt('move_visit');
  if did is not null then
    -- it was brought back since: who asks again wants it moved again
    if exists (select 1 from private.visits v where v.site_id = from_site and v.task_id = visit and v.showing) then
      perform private.refuse_overtaken();
    end if;
    return did -> 'answer';
  end if;

  if from_site = to_site then
    raise sqlstate 'PT422' using message = 'The visit is filed at this site already', hint = 'same-site';
  end if;
  -- in one order: of two moves in opposite directions neither waits for the other's second site
  perform 1 from public.maintable t where t.id in (from_site, to_site) order by t.id for update;
  select * into here from public.maintable t where t.id = from_site;
  select * into there from public.maintable t where t.id = to_site;
  select e into moved from jsonb_array_elements(here.tasks2024) e where e -> 'id' = to_jsonb(visit);
  if moved is null or there.id is null then
    raise sqlstate 'PT404' using message = 'No such visit, or no such site';
  elsif here.revision is distinct from from_revision or there.revision is distinct from to_revision then
    raise sqlstate 'PT409' using message = 'Somebody else was faster at one of the sites';
  elsif private.moved_to(from_site, visit::integer) is not null then
    raise sqlstate 'PT422' using message = 'The visit was moved to another site', hint = 'moved',
      detail = private.moved_to(from_site, visit::integer)::text;
  elsif moved ->> 'showing' <> 'True' then
    raise sqlstate 'PT422' using message = 'A hidden visit cannot be moved', hint = 'hidden';
  end if;

  new_id := (select max(v.task_id) from private.visits v
    where v.site_id = to_site and v.moved_to_site = from_site and v.moved_to_task = visit);
  if new_id is null and jsonb_array_length(there.tasks2024) >= 20000 then
    raise sqlstate 'PT422' using message = 'The other site has no room for another visit', hint = 'full';
  elsif jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) <> jsonb_array_length(moved -> 'urls')
    or (moved ->> 'pdf' = '' and coalesce(pdf, '') <> '') then
    raise sqlstate 'PT422' using message = 'The copies are not those of the files of this visit', hint = 'files';
  end if;

  new_id := coalesce(new_id, (select coalesce(max((e ->> 'id')::bigint), 0) + 1 from jsonb_array_elements(there.tasks2024) e));
  moved := moved || jsonb_build_object('id', new_id, 'pdf', coalesce(pdf, ''), 'urls', (
    select coalesce(jsonb_agg(p order by n) filter (where p <> 'null'), '[]') from jsonb_array_elements(photos) with ordinality as t(p, n)));
  -- an old visit stays filed as it was, and an import that has it at the right site knows it there
  insert into private.imported_visits (site_id, source, task_id, filed)
  values (to_site, coalesce(
      (select i.source from private.imported_visits i where i.site_id = to_site and i.task_id = new_id),
      (select i.source from private.imported_visits i where i.site_id = from_site and i.task_id = visit),
      format('moved/%s/%s', from_site, visit)),
    new_id, jsonb_build_object('time', moved -> 'time', 'year', moved -> 'year', 'month', moved -> 'month'))
  on conflict (site_id, source) do update set task_id = excluded.task_id, filed = excluded.filed;

  answer := jsonb_build_object('site_id', to_site, 'task_id', new_id,
    'change', private.refile_visit(from_site, visit::integer, to_site, moved));
  perform private.note_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

-- Takes a move back, from either of its lines: the visit is shown again where it was, as it was, and hidden where it was filed. Answers
-- the revision of the site of the line. 409 unless the visit is still as it was filed; with the hint moved where it went elsewhere.
create function private.take_move_back(move private.visit_moves, of_site bigint) returns json
language plpgsql volatile set search_path = '' as $$
declare
  was jsonb := (select c.before #> '{tasks2024,0}' from private.change_log c where c.id = move.hidden_in);
  filed jsonb := (select c.after #> '{tasks2024,0}' from private.change_log c where c.id = move.shown_in);
  elsewhere jsonb;
begin
  perform 1 from public.maintable t where t.id in (move.from_site, move.to_site) order by t.id for update;
  if not exists (select 1 from private.visits v where (v.site_id, v.task_id) = (move.from_site, move.from_task)
      and (v.moved_to_site, v.moved_to_task) = (move.to_site, move.to_task))
    or not exists (select 1 from public.maintable t cross join jsonb_array_elements(t.tasks2024) e where t.id = move.to_site and e = filed) then
    elsewhere := private.moved_to(of_site, case of_site when move.from_site then move.from_task else move.to_task end);
    raise sqlstate 'PT409' using message = 'Changed again since', hint = case when elsewhere is not null then 'moved' else '' end,
      detail = coalesce(elsewhere::text, '');
  end if;
  perform private.refile_visit(move.to_site, move.to_task, move.from_site, was);
  return (select json_build_object('revision', t.revision) from public.maintable t where t.id = of_site);
end $$;

-- As in 20260201000400_change_log.sql, where it was called restore_change; a line of a move takes back the whole move.
--
-- Takes one change back: { revision } of the row it was made in. 404 unknown, 409 changed again since, 422 not of a kind
-- that can be taken back (new records, keys), or of a column that is gone or that the database sets itself, or of a visit that was moved
-- since (hint moved). It stands on the revision that is stored, which it holds.
create or replace function private.take_change_back(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  key_column text;
  stored jsonb;
  restored jsonb;
  settable text[];
  lost text;
  raised bigint;
  move private.visit_moves;
begin
  perform private.require_admin();
  select * into change from private.change_log c where c.id = change_id;
  if not found then raise sqlstate 'PT404' using message = 'No such change'; end if;
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost') or change.before is null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

  select * into move from private.visit_moves m where change_id in (m.hidden_in, m.shown_in);
  if move.id is not null then return private.take_move_back(move, change.site_id); end if;

  select array_agg(a.attname::text) into settable from pg_attribute a
  where a.attrelid = format('public.%I', change.table_name)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname not in ('id', 'site_id', 'revision', 'updated_at');
  select string_agg(key, ', ' order by key) into lost from jsonb_object_keys(change.before || change.after) key
  where key <> all (settable);
  if lost is not null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back: ' || lost || ' cannot be set';
  end if;

  key_column := case change.table_name when 'maintable' then 'id' else 'site_id' end;
  execute format('select to_jsonb(t) from public.%I t where t.%I = $1 for update', change.table_name, key_column)
    into stored using change.row_id;
  if exists (select 1 from jsonb_each(change.after - 'tasks2024') a where stored -> a.key is distinct from a.value) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  restored := change.before;
  if change.after ? 'tasks2024' then
    restored := restored || jsonb_build_object('tasks2024',
      private.tasks_restored(stored -> 'tasks2024', change.before -> 'tasks2024', change.after -> 'tasks2024'));
  end if;
  execute format('update public.%1$I t set revision = t.revision + 1, %2$s from jsonb_populate_record(null::public.%1$I, $1) r where t.%3$I = $2 returning t.revision',
      change.table_name, (select string_agg(format('%1$I = r.%1$I', key), ', ') from jsonb_object_keys(restored) key), key_column)
    into raised using restored, change.row_id;
  return json_build_object('revision', raised);
end $$;

-- As in 20260201000200_tasks.sql; its own visit of today that an admin moved is at the other site, and no longer its own here.
--
-- What a technician may write of a site: more tasks at the end, and its own visits of today. The tasks are compared by
-- place, byte by byte. Everybody else passes. Before the row is written, so that no other rule answers first: the unique
-- name would tell which sites there are. Its name runs it after the revision is looked at, because a stale array always
-- lacks tasks.
-- What it adds may not take from others that they can add: an id has nine digits at most and a new one is the highest plus
-- one, so one visit with the highest id there is would end the record for good; and a site has room for 20,000 tasks, of
-- which nobody makes more than 50 a day. An admin is trusted with both, as the one who brings in the records of before.
create or replace function private.refuse_all_but_adding() returns trigger
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
      where v.site_id = new.id and v.task_id = (o ->> 'id')::integer and v.moved_to_site is null
        and private.added_today(v.added_by, v.added_at, live.main_id)))
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

-- As in 20260201000200_tasks.sql, without those that were moved away.
--
-- The ids of the visits of a site that this session may correct or hide now: an admin all, a technician what it added
-- today, a client none. Role and sites are asked first: in the query they would be looked up once a visit.
create or replace function private.my_visits(of_site bigint) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '{}'; end if;
  return array(
    select v.task_id from private.visits v
    where v.site_id = of_site and v.moved_to_site is null and (who = 'admin' or private.added_today(v.added_by, v.added_at, own))
    order by v.task_id);
end $$;

create function public.moved_visits(site_id bigint) returns jsonb
  language sql stable set search_path = '' return private.moved_visits(site_id);
create function public.logged_moves(change_ids bigint[]) returns jsonb
  language sql stable set search_path = '' return private.logged_moves(change_ids);

revoke all on function private.point_copies(bigint, integer, bigint, integer), private.moved_to(bigint, integer),
  private.refuse_showing_moved(), private.moved_visits(bigint), private.logged_moves(bigint[]),
  private.refile_visit(bigint, integer, bigint, jsonb), private.take_move_back(private.visit_moves, bigint),
  public.moved_visits(bigint), public.logged_moves(bigint[]) from public, anon, authenticated, service_role;
grant execute on function private.moved_visits(bigint), private.logged_moves(bigint[]), public.moved_visits(bigint),
  public.logged_moves(bigint[]) to anon;
