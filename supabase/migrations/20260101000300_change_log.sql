-- Why: buildings dispute what was done and when. Every accepted write leaves a line that nobody can change.

create table private.change_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  main_id bigint,                     -- the access record; NULL when the owner wrote in SQL
  table_name text not null,
  row_id bigint not null,
  site_id bigint,
  operation text not null,
  before jsonb,                       -- changed columns only; of tasks2024 the changed tasks only
  after jsonb
);
create index change_log_site_idx on private.change_log (site_id, id desc);
create index change_log_main_idx on private.change_log (main_id, id desc);
create trigger append_only before update or delete on private.change_log
  for each row execute function private.refuse_change();
create trigger append_only_all before truncate on private.change_log
  for each statement execute function private.refuse_change();

create function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unlogged constant text[] := array['token', 'last_used_at', 'revision', 'updated_at', 'tasks2024'];
  old_row jsonb := case when tg_op = 'UPDATE' then to_jsonb(old) - unlogged end;
  new_row jsonb := to_jsonb(new) - unlogged;
  before jsonb;
  after jsonb;
  old_tasks jsonb;
  new_tasks jsonb;
begin
  select jsonb_object_agg(o.key, o.value) into before
  from jsonb_each(old_row) o where o.value is distinct from new_row -> o.key;
  select jsonb_object_agg(n.key, n.value) into after
  from jsonb_each(new_row) n where old_row is null or n.value is distinct from old_row -> n.key;

  if tg_table_name = 'maintable' then
    select jsonb_agg(o.e order by o.id) filter (where o.e is not null), jsonb_agg(n.e order by n.id) filter (where n.e is not null)
      into old_tasks, new_tasks
    from (select e ->> 'id' as id, e from jsonb_array_elements(case when tg_op = 'UPDATE' then old.tasks2024 else '[]' end) e) o
    full join (select e ->> 'id' as id, e from jsonb_array_elements(new.tasks2024) e) n on n.id = o.id
    where o.e is distinct from n.e;
    if old_tasks is not null or new_tasks is not null then
      before := coalesce(before, '{}') || jsonb_build_object('tasks2024', coalesce(old_tasks, '[]'));
      after := coalesce(after, '{}') || jsonb_build_object('tasks2024', coalesce(new_tasks, '[]'));
    end if;
  end if;
  if before is null and after is null then return null; end if;

  insert into private.change_log (main_id, table_name, row_id, site_id, operation, before, after)
  values ((select s.main_id from private.live_session() s), tg_table_name,
    (coalesce(new_row ->> 'id', new_row ->> 'site_id'))::bigint,
    (case when tg_table_name = 'maintable' then new_row ->> 'id' else new_row ->> 'site_id' end)::bigint,
    tg_op, before, after);
  return null;
end $$;
create trigger log_change after insert or update on public.maintable for each row execute function private.log_change();
create trigger log_change after insert or update on public.carpost for each row execute function private.log_change();
create trigger log_change after insert or update of label, role, site_id, expires_at, revoked_at on public.main
  for each row execute function private.log_change();

-- A page of changes, newest first. older_than is the last id of the page before.
create function private.list_changes(of_site bigint, by_access bigint, older_than bigint, page_size integer)
returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
  site_id bigint, site_name text, operation text, before jsonb, after jsonb)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
    select c.id, c.at, c.main_id, m.label, c.table_name, c.row_id, c.site_id, t.name, c.operation, c.before, c.after
    from private.change_log c
    left join public.main m on m.id = c.main_id
    left join public.maintable t on t.id = c.site_id
    where (of_site is null or c.site_id = of_site) and (by_access is null or c.main_id = by_access)
      and (older_than is null or c.id < older_than)
    order by c.id desc
    limit least(greatest(coalesce(page_size, 50), 1), 200);
end $$;

-- The task array with one change taken back. Refused when one of its tasks was changed again since. A task that the
-- change had added is hidden, not removed.
create function private.tasks_restored(tasks jsonb, before jsonb, after jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  if exists (select 1 from jsonb_array_elements(after) a
      where not exists (select 1 from jsonb_array_elements(tasks) t where t = a))
    or exists (select 1 from jsonb_array_elements(before) b
      join jsonb_array_elements(tasks) t on t -> 'id' = b -> 'id'
      where not exists (select 1 from jsonb_array_elements(after) a where a -> 'id' = b -> 'id')) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  return (
    select coalesce(jsonb_agg(restored.e order by restored.place), '[]') from (
      select coalesce(b, case when a is null then t else a || '{"showing": "False"}' end) as e, o.place
      from jsonb_array_elements(tasks) with ordinality as o(t, place)
      left join jsonb_array_elements(after) a on a -> 'id' = t -> 'id'
      left join jsonb_array_elements(before) b on b -> 'id' = t -> 'id'
      union all
      select b, 1000000 + (b ->> 'id')::bigint from jsonb_array_elements(before) b
      where not exists (select 1 from jsonb_array_elements(tasks) t where t -> 'id' = b -> 'id')
    ) restored);
end $$;

-- Takes one change back: { revision } of the row it was made in. 404 unknown, 409 changed again since, 422 not of a kind
-- that can be taken back (new records, keys).
create function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  site public.maintable;
  posts public.carpost;
  raised bigint;
begin
  perform private.require_admin();
  select * into change from private.change_log c where c.id = change_id;
  if not found then raise sqlstate 'PT404' using message = 'No such change'; end if;
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost') then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

  if change.table_name = 'carpost' then
    select * into posts from public.carpost c where c.site_id = change.row_id for update;
    if posts.json is distinct from change.after -> 'json' then
      raise sqlstate 'PT409' using message = 'Changed again since';
    end if;
    update public.carpost c set json = change.before -> 'json' where c.site_id = change.row_id returning revision into raised;
    return json_build_object('revision', raised);
  end if;

  select * into site from public.maintable t where t.id = change.row_id for update;
  if exists (select 1 from jsonb_each(change.after - 'tasks2024') a where to_jsonb(site) -> a.key is distinct from a.value) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  if change.after ? 'tasks2024' then
    site.tasks2024 := private.tasks_restored(site.tasks2024, change.before -> 'tasks2024', change.after -> 'tasks2024');
  end if;
  site := jsonb_populate_record(site, change.before - 'tasks2024');
  update public.maintable t set (name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name,
      contract_until, preventive_maintenance, emergency_visit, person_in_charge, tasks2024)
    = (site.name, site.sitename, site.address, site.status, site.building_type, site.capacity, site.gate_numbers, site.rfid_unit,
      site.jmb_name, site.contract_until, site.preventive_maintenance, site.emergency_visit, site.person_in_charge, site.tasks2024)
  where t.id = site.id returning revision into raised;
  return json_build_object('revision', raised);
end $$;
