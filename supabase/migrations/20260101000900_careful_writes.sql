-- Why: the record of visits is evidence. Only the portal asked for the revision, so that an old tab or a script with an
-- admin's key could empty a task array, change its ids, or write all sites at once. And every save checked every task:
-- 12,000 of them took the three seconds that a request has. Now every write says on which revision it stands, ids stay,
-- and only what changed is checked. Nothing that is stored is looked at or rewritten here.

-- A lock that is not had at once would make everybody wait who is logged in: better to fail, and to be tried again.
set local lock_timeout = '5s';

-- Every change of a row names the revision it stands on, by setting the next one. Who is faster wins, whoever writes.
create or replace function private.raise_revision() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.revision := 1;
  elsif new.revision is distinct from old.revision + 1 then
    raise sqlstate 'PT409' using message = format(
      'revision must be %s, one more than the stored one: somebody else was faster, or it was left out', old.revision + 1);
  end if;
  new.updated_at := now();
  return new;
end $$;
grant update (revision) on public.maintable, public.carpost to anon;

-- One row a statement: no slip of a filter reaches all sites. The rows as they were, because those are small: their
-- arrays are still pointers.
create function private.refuse_many() returns trigger
language plpgsql set search_path = '' as $$
declare
  rows bigint := (select count(*) from written);
begin
  if rows > 1 then
    raise cardinality_violation using message = format('%s: one row at a time, not %s rows at once', tg_table_name, rows);
  end if;
  return null;
end $$;
create trigger one_row after update on public.maintable referencing old table as written
  for each statement execute function private.refuse_many();
create trigger one_row after update on public.carpost referencing old table as written
  for each statement execute function private.refuse_many();

-- What a task array may be at all. The size while it is still in memory: stored, it is compressed.
create function private.limit_tasks() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- NULL is left to the column
  reason text := case
    when jsonb_typeof(new.tasks2024) <> 'array' then 'Tasks: not an array'
    when jsonb_array_length(new.tasks2024) > 20000 then 'Tasks: more than 20000'
    when pg_column_size(new.tasks2024) > 16000000 then 'Tasks: larger than 16 MB'
  end;
begin
  if reason is not null then raise check_violation using message = reason; end if;
  return new;
end $$;
create trigger limit_tasks before insert or update of tasks2024 on public.maintable
  for each row execute function private.limit_tasks();

-- The tasks that differ between two arrays of a site, by id: as they were and as they are, NULL where there is none, and
-- their places in the new array. Refuses, with a reason that keeps the row out of the message, what may not be stored
-- (spec §3 "Task object"), an id that vanished, and an id that is there twice. The ids of `was` are told apart already.
-- One function with the patterns inline: nested helpers cost about half a millisecond a task. work_mem, because the
-- arrays of a large site would go through files.
create function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
language plpgsql stable set search_path = '' set work_mem = '64MB' as $$
declare
  members constant text[] := array['id', 'time', 'urls', 'year', 'month', 'tasks', 'title', 'pdf', 'showing'];
  months constant text[] := array['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
  kinds constant jsonb := '["preventive", "emergency", "other"]';
  control constant text := '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  visible constant text := '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]';
  -- The names that object_site takes: the lengths by LIKE, because {m,n} bounds make this twice as slow.
  lengths constant text := '%/sites/' || site_id || '/_____________-________-____-4___-____-____________.%';
  file constant text := '^https?://[A-Za-z0-9.:-]+/storage/v1/object/public/rfidboomgatephoto/sites/' || site_id
    || '/[0-9]+-[0-9a-f]+-[0-9a-f]+-4[0-9a-f]+-[89ab][0-9a-f]+-[0-9a-f]+\.';
  photo constant text := file || '(jpg|jpeg|png|webp)$';
  document constant text := file || 'pdf$';
  places bigint[];
  added bigint;
  missing bigint;
  lost text;
  bad record;
begin
  select array_agg(o.e order by coalesce(n.id, o.id)), array_agg(n.e order by coalesce(n.id, o.id)),
      array_agg(n.place order by coalesce(n.id, o.id)),
      count(distinct n.id) filter (where o.e is null), count(*) filter (where n.e is null), min(o.id) filter (where n.e is null)
    into olds, news, places, added, missing, lost
  from (select e ->> 'id' as id, e from jsonb_array_elements(was) e) o
  full join (select e ->> 'id' as id, e, place from jsonb_array_elements(is_now) with ordinality as t(e, place)) n on n.id = o.id
  where o.e is distinct from n.e;

  select place, problem into bad from (
    select place, case
      when jsonb_typeof(e) <> 'object' then 'not an object'
      when not (e ?& members) or e - members - 'kind' <> '{}'
        then 'members must be exactly ' || array_to_string(members, ', ') || ', and kind where it is said'
      when jsonb_typeof(e -> 'id') <> 'number' or (e ->> 'id') !~ '^[1-9][0-9]{0,8}$' then 'id must be a whole number from 1'
      when jsonb_typeof(e -> 'time') <> 'string' or char_length(e ->> 'time') > 40
        or (e ->> 'time') !~ '^20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?\+08:00$'
        or (e ->> 'time')::timestamptz is null then 'time must be an ISO time with +08:00'
      when jsonb_typeof(e -> 'year') <> 'string' or (e ->> 'year') !~ '^20(2[2-9]|30)$' then 'year must be ''2022'' to ''2030'''
      when jsonb_typeof(e -> 'month') <> 'string' or (e ->> 'month') <> all (months) then 'month is unknown'
      when jsonb_typeof(e -> 'title') <> 'string' or (e ->> 'title') !~ visible or char_length(e ->> 'title') > 200
        or (e ->> 'title') ~ control then 'title must be 1 to 200 characters of plain text'
      when jsonb_typeof(e -> 'tasks') <> 'string' or (e ->> 'tasks') !~ visible or char_length(e ->> 'tasks') > 10000
        or (e ->> 'tasks') ~ control then 'text must be 1 to 10000 characters of plain text'
      when e -> 'showing' not in ('"True"', '"False"') then 'showing must be ''True'' or ''False'''
      when e ? 'kind' and (jsonb_typeof(e -> 'kind') <> 'string' or not kinds ? (e ->> 'kind'))
        then 'kind must be ''preventive'', ''emergency'' or ''other'', or left out'
      when jsonb_typeof(e -> 'pdf') <> 'string' or ((e ->> 'pdf') <> '' and (char_length(e ->> 'pdf') > 400 or (e ->> 'pdf') not like lengths
        or (e ->> 'pdf') !~ document))
        then 'pdf must be a PDF of this site, or empty'
      when jsonb_typeof(e -> 'urls') <> 'array' then 'urls must be an array'
      when jsonb_array_length(e -> 'urls') > 60 then 'more than 60 photos'
      when exists (select 1 from jsonb_array_elements(e -> 'urls') u
        where jsonb_typeof(u) <> 'string' or char_length(u #>> '{}') > 400 or (u #>> '{}') not like lengths or (u #>> '{}') !~ photo)
        then 'each photo must be a picture of this site'
      -- When the visit was is checked where it is said anew: what was stored under older rules can be edited and hidden.
      -- What the change log shows as stored once may come back.
      when o is not null and o -> 'time' = e -> 'time' and o -> 'year' = e -> 'year' and o -> 'month' = e -> 'month' then null
      when ((e ->> 'time')::timestamptz > now() + interval '1 day' or left(e ->> 'time', 4) <> e ->> 'year'
          or substr(e ->> 'time', 6, 2)::integer <> array_position(months, e ->> 'month'))
        and not exists (select 1 from private.change_log c where c.site_id = task_changes.site_id and c.before @> jsonb_build_object(
          'tasks2024', jsonb_build_array(jsonb_build_object('id', e -> 'id', 'time', e -> 'time', 'year', e -> 'year', 'month', e -> 'month'))))
        then case when (e ->> 'time')::timestamptz > now() + interval '1 day' then 'time must not be more than a day ahead'
          else format('year and month must be those of time: filed under %s %s, dated %s', e ->> 'month', e ->> 'year', left(e ->> 'time', 10)) end
    end as problem
    from unnest(olds, news, places) as t(o, e, place) where e is not null
  ) checked where problem is not null limit 1;
  if found then
    raise check_violation using message = format('Task at position %s: %s', bad.place, bad.problem);
  end if;
  if missing > 0 then
    raise check_violation using message = format('Task %s: missing. Tasks are hidden, never removed', lost);
  end if;
  -- no id is lost, so whatever is there beyond the old tasks and the added ids is there for the second time
  if jsonb_array_length(is_now) > jsonb_array_length(was) + added then
    raise check_violation using message = format('Task %s: the same id twice',
      (select e ->> 'id' from jsonb_array_elements(is_now) e group by 1 having count(*) > 1 limit 1));
  end if;
end $$;

-- As before, but that the tasks are compared once, for the check and for the log, and not at all when they are not written.
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

alter table public.maintable drop constraint maintable_check;
drop function private.tasks_valid(jsonb, bigint);

-- Takes one change back: { revision } of the row it was made in. 404 unknown, 409 changed again since, 422 not of a kind
-- that can be taken back (new records, keys), or of a column that is gone or that the database sets itself. It stands on the
-- revision that is stored, which it holds.
create or replace function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  key_column text;
  stored jsonb;
  restored jsonb;
  settable text[];
  lost text;
  raised bigint;
begin
  perform private.require_admin();
  select * into change from private.change_log c where c.id = change_id;
  if not found then raise sqlstate 'PT404' using message = 'No such change'; end if;
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost') or change.before is null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

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
