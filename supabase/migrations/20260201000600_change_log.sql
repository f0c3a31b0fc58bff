-- Why: buildings dispute what was done and when. Every accepted write leaves a line that nobody can change, and an admin can take
-- a change back. Disputes begin with a day, a kind of record or a word, so lines are found by all of these.

-- What a line is found by besides site and person, in lower case: the values of the site that changed, the titles of its
-- tasks, the posts and failure types whose counts differ, the label of the key. One statement for each table: a common one
-- would cost three times as much.
create function private.change_texts(table_name text, before jsonb, after jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if table_name = 'maintable' then
    return lower(concat_ws(E'\n',
      (select string_agg(f.value #>> '{}', E'\n') from (select * from jsonb_each(before) union all select * from jsonb_each(after)) f
        where f.key <> 'id' and jsonb_typeof(f.value) in ('string', 'number')),
      (select string_agg(e ->> 'title', E'\n') from (
        select jsonb_array_elements(before -> 'tasks2024') union all select jsonb_array_elements(after -> 'tasks2024')) _ (e))));
  elsif table_name = 'carpost' then
    return lower((
      select string_agg(concat_ws(E'\n', name, d.types), E'\n')
      from jsonb_each(before -> 'json') o (name, was) full join jsonb_each(after -> 'json') n (name, is_now) using (name)
      cross join lateral (select string_agg(e ->> 'type', E'\n') as types from (
        (select jsonb_array_elements(was) except all select jsonb_array_elements(is_now)) union all
        (select jsonb_array_elements(is_now) except all select jsonb_array_elements(was))) _ (e)) d
      where was is distinct from is_now));
  end if;
  return lower(concat_ws(E'\n', before ->> 'label', after ->> 'label'));
end $$;

create table private.change_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  main_id bigint,                     -- the access record; NULL when the owner wrote in SQL
  table_name text not null,
  row_id bigint not null,
  site_id bigint,
  operation text not null,
  before jsonb,                       -- changed columns only; of tasks2024 the changed tasks only
  after jsonb,
  -- Computed once, when the line is written, as lines never change: during a search it takes a hundred times as long as all the rest.
  searched text not null generated always as (coalesce(private.change_texts(table_name, before, after), '')) stored
);
create index change_log_site_idx on private.change_log (site_id, id desc);
create index change_log_main_idx on private.change_log (main_id, id desc);
create trigger append_only before update or delete on private.change_log
  for each row execute function private.refuse_change();
create trigger append_only_all before truncate on private.change_log
  for each statement execute function private.refuse_change();

-- The tasks are compared once, for the check and for the log, and not at all when they are not written. Those that differ are
-- written to private.visits, with who wrote them.
create function private.log_change() returns trigger
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
create trigger log_change after insert or update on public.maintable for each row execute function private.log_change();
create trigger log_change after insert or update on public.carpost for each row execute function private.log_change();
create trigger log_change after insert or update of label, role, site_id, site_ids, expires_at, revoked_at on public.main
  for each row execute function private.log_change();

-- The address of a file may name any host: nobody contacts it, but a record should not carry the address of a stranger. The owner
-- sets which hosts, such as 'abcd.supabase.co', in settings.file_hosts; NULL for any. What is stored stays, and may come back from
-- the change log. The log has the tasks that differ, and no others, so that nothing else is looked at.
create function private.refuse_other_hosts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hosts constant text[] := (select c.file_hosts from private.settings c);
  other text;
begin
  if hosts is null or new.after -> 'tasks2024' is null then return new; end if;
  select file into other from jsonb_array_elements(new.after -> 'tasks2024') e
  cross join lateral (select jsonb_array_elements_text(e -> 'urls') union all select e ->> 'pdf') files (file)
  where file <> '' and split_part(file, '/', 3) <> all (hosts)
    and position(to_jsonb(file)::text in coalesce(new.before::text, '')) = 0
    and not exists (select 1 from private.change_log c
      where c.site_id = new.site_id and position(to_jsonb(file)::text in c.before::text) > 0)
  limit 1;
  if found then
    raise check_violation using message = format('A file must be one of this portal, not of %s', split_part(other, '/', 3));
  end if;
  return new;
end $$;
create trigger refuse_other_hosts before insert on private.change_log
  for each row when (new.table_name = 'maintable') execute function private.refuse_other_hosts();

-- The log has the posts before and after, from which its screen knows what was renamed; a restored change is a write as others are.
create function private.unlog_renames() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.before := new.before - 'renames';
  new.after := new.after - 'renames';
  return new;
end $$;
create trigger unlog_renames before insert on private.change_log
  for each row when (new.table_name = 'carpost') execute function private.unlog_renames();

-- 422 for a search of more characters than it may have, or of more words, as soon as these are known.
create function private.refuse_long_search(words text, typed text[] default null) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(words) > 200 then
    raise sqlstate 'PT422' using message = 'Search for at most 200 characters';
  end if;
  if cardinality(typed) > 10 then
    raise sqlstate 'PT422' using message = 'Search for at most 10 words';
  end if;
end $$;

-- What somebody looks for: a LIKE pattern for each word, in lower case as private.change_log.searched. 422 for too many.
create function private.search_patterns(words text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  patterns text[];
begin
  perform private.refuse_long_search(words);
  patterns := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(lower(words), '[\s\u00A0\u3000]+') word where word <> '');
  perform private.refuse_long_search(words, patterns);
  return patterns;
end $$;

-- A page of changes, newest first. older_than is the last id of the page before. of_kind is what a change is about: site,
-- tasks (a change of fields and tasks is both), counts or keys; the days are Singapore's, both included; every one of the
-- words must occur in the name of the site, in the label of the key that made the change, or in what changed.
create function private.list_changes(of_site bigint, by_access bigint, older_than bigint, page_size integer,
  of_kind text, from_day date, to_day date, words text)
returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
  site_id bigint, site_name text, operation text, before jsonb, after jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[];
  since timestamptz := from_day::timestamp at time zone 'Asia/Singapore';
  until timestamptz := (to_day + 1)::timestamp at time zone 'Asia/Singapore';
  of_table text := case of_kind when 'site' then 'maintable' when 'tasks' then 'maintable' when 'counts' then 'carpost' when 'keys' then 'main' end;
begin
  perform private.require_admin();
  patterns := private.search_patterns(words);
  if of_kind is not null and of_table is null then
    raise sqlstate 'PT422' using message = 'No such kind of change: site, tasks, counts or keys';
  end if;
  return query
    select c.id, c.at, c.main_id, m.label, c.table_name, c.row_id, c.site_id, t.name, c.operation, c.before, c.after
    from private.change_log c
    left join public.main m on m.id = c.main_id
    left join public.maintable t on t.id = c.site_id
    left join public.main k on k.id = c.row_id and c.table_name = 'main'
    where (of_site is null or c.site_id = of_site) and (by_access is null or c.main_id = by_access)
      and (older_than is null or c.id < older_than)
      and (since is null or c.at >= since) and (until is null or c.at < until)
      and (of_table is null or c.table_name = of_table)
      and (of_kind is distinct from 'tasks' or c.after ? 'tasks2024')
      and (of_kind is distinct from 'site' or c.after - 'tasks2024' <> '{}')
      and (patterns = '{}' or concat_ws(E'\n', c.searched, lower(t.name), lower(m.label), lower(k.label)) like all (patterns))
    order by c.id desc
    limit least(greatest(coalesce(page_size, 50), 1), 200);
end $$;

-- The keys that have changed something, first the one that did so last.
create function private.list_changers() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return array(
    select m.id from public.main m
    cross join lateral (select c.id from private.change_log c where c.main_id = m.id order by c.id desc limit 1) c
    order by c.id desc);
end $$;

-- The last line of the change log about the record of a site. Who holds the lock of its row asks for its own line.
create function private.last_site_change(of_site bigint) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (select max(c.id) from private.change_log c where c.site_id = of_site and c.table_name = 'maintable');
end $$;

-- The last change of the record that this one was made in.
create function private.last_change_beside(change_id bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(c.id) from private.change_log c join private.change_log b on (b.table_name, b.row_id) = (c.table_name, c.row_id)
    where b.id = change_id);
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
    select coalesce(jsonb_agg(restored.e order by restored.index), '[]') from (
      select coalesce(b, case when a is null then t else a || '{"showing": "False"}' end) as e, o.index
      from jsonb_array_elements(tasks) with ordinality as o(t, index)
      left join jsonb_array_elements(after) a on a -> 'id' = t -> 'id'
      left join jsonb_array_elements(before) b on b -> 'id' = t -> 'id'
      union all
      select b, 1000000 + (b ->> 'id')::bigint from jsonb_array_elements(before) b
      where not exists (select 1 from jsonb_array_elements(tasks) t where t -> 'id' = b -> 'id')
    ) restored);
end $$;

-- Takes one change back: { revision } of the row it was made in. A line of a move takes back the whole move. 404 unknown, 409 changed
-- again since, 422 not of a kind that can be taken back (new records, keys), or of a column that is gone or that the database sets itself, or
-- of a visit that was moved since (hint moved). It stands on the revision that is stored, which it holds.
create function private.revert_change(change_id bigint) returns json
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
  if move.id is not null then return private.revert_move(move, change.site_id); end if;

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

-- Takes a change back, or answers as the first time where this attempt did so.
create function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer json;
begin
  perform private.require_admin();
  did := private.start_attempt('restore_change');
  if did is not null then
    if private.last_change_beside(change_id) > (did ->> 'change')::bigint then perform private.refuse_outdated_attempt(); end if;
    return did -> 'answer';
  end if;
  answer := private.revert_change(change_id);
  perform private.record_attempt(jsonb_build_object('answer', answer, 'change', private.last_change_beside(change_id)));
  return answer;
end $$;
