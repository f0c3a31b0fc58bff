-- Why: questions about all sites at once (what is overdue, where was this done before) cannot be asked of task arrays: those
-- of 300 sites are 90 MB of JSON. So each task has a row of its own too. The array remains the record, and the rows follow it
-- in the same transaction: log_change knows which tasks differ, and nothing else writes here.

set local lock_timeout = '5s';

-- The reference keeps everybody from writing sites until the end of this migration, so that no save falls between filling the
-- table and the new trigger. Reading goes on.
create table private.visits (
  site_id bigint not null references public.maintable (id) on delete restrict,
  task_id integer not null,
  visited_at timestamptz not null,
  kind text,                          -- NULL where nothing was said
  showing boolean not null,
  time text not null,                 -- as stored, as year and month
  year text not null,
  month text not null,
  photos smallint not null,
  has_pdf boolean not null,
  title text not null,
  text text not null,
  searched text not null generated always as (lower(title || E'\n' || text)) stored,
  primary key (site_id, task_id)
);
comment on table private.visits is 'One row for each task in maintable.tasks2024, written by its trigger';
-- all that the overview asks of a visit, without the texts beside it
create index visits_shown_idx on private.visits (site_id, visited_at, task_id) include (kind, time) where showing;

alter table private.visits enable row level security;
create policy nobody on private.visits using (false);
revoke all on private.visits from public, anon, authenticated, service_role;

-- Writes the rows of these tasks of a site. Tasks are hidden, never removed, so that no row ever goes.
create function private.mirror_visits(of_site bigint, tasks jsonb[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.visits (site_id, task_id, visited_at, kind, showing, time, year, month, photos, has_pdf, title, text)
  select of_site, (e ->> 'id')::integer, (e ->> 'time')::timestamptz, e ->> 'kind', e ->> 'showing' = 'True', e ->> 'time',
    e ->> 'year', e ->> 'month', jsonb_array_length(e -> 'urls'), e ->> 'pdf' <> '', e ->> 'title', e ->> 'tasks'
  from unnest(tasks) e where e is not null
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, kind = excluded.kind, showing = excluded.showing,
    time = excluded.time, year = excluded.year, month = excluded.month, photos = excluded.photos, has_pdf = excluded.has_pdf,
    title = excluded.title, text = excluded.text;
end $$;

select private.mirror_visits(t.id, array(select jsonb_array_elements(t.tasks2024))) from public.maintable t;

-- As before, and the tasks that differ are written to private.visits.
create or replace function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unlogged constant text[] := array['token', 'last_used_at', 'revision', 'updated_at', 'tasks2024'];
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
      perform private.mirror_visits(new.id, tasks.news);
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
  values ((select s.main_id from private.live_session() s), tg_table_name,
    (coalesce(new_row ->> 'id', new_row ->> 'site_id'))::bigint,
    (case when tg_table_name = 'maintable' then new_row ->> 'id' else new_row ->> 'site_id' end)::bigint,
    tg_op, before, after);
  return null;
end $$;
