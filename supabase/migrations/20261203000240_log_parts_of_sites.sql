-- Why: who added, changed and removed documents, contacts and notes of a site is evidence as all else is, and is found and taken back like it. Lines
-- about notes are read by admins only, as the whole log is.
set local lock_timeout = '5s';

-- What a line is found by besides site and person, in lower case: the values of the site that changed, the titles of its
-- tasks, that it was archived or brought back (in the languages of the portal), the posts and failure types whose counts differ, the label of the key, what a fault is, where, and why it was closed, the post of a
-- sticker, the title of a document, a contact, the text of a note. One statement for each table: a common one would cost three times as much.
create or replace function private.change_texts(table_name text, before jsonb, after jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if table_name = 'maintable' then
    return lower(concat_ws(E'\n',
      (select string_agg(f.value #>> '{}', E'\n') from (select * from jsonb_each(before) union all select * from jsonb_each(after)) f
        where f.key not in ('id', 'archived_at') and jsonb_typeof(f.value) in ('string', 'number')),
      case when before ? 'archived_at' then
        case when before -> 'archived_at' = 'null' then E'archived\ndiarkibkan\n已归档' else E'brought back\ndikembalikan\n已恢复' end end,
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
  elsif table_name in ('faults', 'stickers') then
    return lower(concat_ws(E'\n', before ->> 'post', after ->> 'post', before ->> 'what', after ->> 'what',
      before ->> 'closed_reason', after ->> 'closed_reason'));
  elsif table_name = 'site_contacts' then
    return lower(concat_ws(E'\n', before ->> 'name', after ->> 'name', before ->> 'role', after ->> 'role', before ->> 'phone', after ->> 'phone',
      before ->> 'email', after ->> 'email'));
  elsif table_name = 'site_notes' then
    return lower(concat_ws(E'\n', before ->> 'text', after ->> 'text'));
  end if;
  return lower(concat_ws(E'\n', before ->> 'label', after ->> 'label', before ->> 'title', after ->> 'title'));
end $$;

-- A page of changes, newest first. older_than is the last id of the page before. of_kind is what a change is about: site, tasks (a change of fields
-- and tasks is both), counts, keys, faults, stickers, links, documents, contacts or notes; the days are Singapore's, both included; every one of the
-- words must occur in the name of the site, in the label of the key that made the change, or in what changed. Grouped: of a batch its newest
-- line, with the number of all of them, of those that can be undone, and of their sites; of_batch gives these.
create or replace function private.list_changes(of_site bigint, by_access bigint, older_than bigint, page_size integer,
  of_kind text, from_day date, to_day date, words text, of_batch uuid, grouped boolean)
returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
  site_id bigint, site_name text, operation text, before jsonb, after jsonb,
  batch uuid, batch_lines bigint, batch_undoable bigint, batch_sites bigint, import_file text, import_undone boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[];
  since timestamptz := from_day::timestamp at time zone 'Asia/Singapore';
  until timestamptz := (to_day + 1)::timestamp at time zone 'Asia/Singapore';
  of_table text := case of_kind when 'site' then 'maintable' when 'tasks' then 'maintable' when 'counts' then 'carpost' when 'keys' then 'main'
    when 'faults' then 'faults' when 'stickers' then 'stickers' when 'links' then 'share_links'
    when 'documents' then 'site_documents' when 'contacts' then 'site_contacts' when 'notes' then 'site_notes' end;
begin
  perform private.require_admin();
  patterns := private.search_patterns(words);
  if of_kind is not null and of_table is null then
    raise sqlstate 'PT422' using message = 'No such kind of change: site, tasks, counts, keys, faults, stickers, links, documents, contacts or notes';
  end if;
  return query
    select c.id, c.at, c.main_id, m.label, c.table_name, c.row_id, c.site_id, t.name, c.operation, c.before, c.after,
      c.batch, s.lines, s.undoable, s.sites, i.file, i.undone_at is not null
    from private.change_log c
    left join public.main m on m.id = c.main_id
    left join public.maintable t on t.id = c.site_id
    left join public.main k on k.id = c.row_id and c.table_name = 'main'
    left join private.imports i on i.id = c.batch
    left join lateral (
      select count(*) as lines, count(distinct b.site_id) as sites,
        count(*) filter (where b.table_name = 'maintable' or b.operation = 'UPDATE'
          and b.table_name in ('carpost', 'site_documents', 'site_contacts', 'site_notes')) as undoable
      from private.change_log b where b.batch = c.batch) s on true
    where (of_site is null or c.site_id = of_site) and (by_access is null or c.main_id = by_access)
      and (older_than is null or c.id < older_than)
      and (since is null or c.at >= since) and (until is null or c.at < until)
      and (of_table is null or c.table_name = of_table)
      and (of_kind is distinct from 'tasks' or c.after ? 'tasks2024')
      and (of_kind is distinct from 'site' or c.after - 'tasks2024' <> '{}')
      and (patterns = '{}' or concat_ws(E'\n', c.searched, lower(t.name), lower(m.label), lower(k.label)) like all (patterns))
      and (of_batch is null or c.batch = of_batch)
      -- the newest line of a batch stands for all of it, among those that the filters find; words are looked for line by line
      and (grouped is not true or patterns <> '{}' or not exists (select 1 from private.change_log b where b.batch = c.batch and b.id > c.id
        and (of_site is null or b.site_id = of_site) and (by_access is null or b.main_id = by_access)
        and (until is null or b.at < until) and (of_table is null or b.table_name = of_table)
        and (of_kind is distinct from 'tasks' or b.after ? 'tasks2024')
        and (of_kind is distinct from 'site' or b.after - 'tasks2024' <> '{}')))
    order by c.id desc
    limit least(greatest(coalesce(page_size, 50), 1), 200);
end $$;

-- Takes one change back: { revision } of the row it was made in. A line of a move takes back the whole move. 404 unknown, 409 changed
-- again since, 422 not of a kind that can be taken back (new records, keys), or of a column that is gone or that the database sets itself, or
-- of a visit that was moved since (hint moved). It stands on the revision that is stored, which it holds.
create or replace function private.revert_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  stored_in text;
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
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost', 'site_documents', 'site_contacts', 'site_notes') or change.before is null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

  select * into move from private.visit_moves m where change_id in (m.hidden_in, m.shown_in);
  if move.id is not null then return private.revert_move(move, change.site_id); end if;

  stored_in := format('%I.%I', case change.table_name when 'site_documents' then 'private' else 'public' end, change.table_name);
  select array_agg(a.attname::text) into settable from pg_attribute a
  where a.attrelid = stored_in::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname not in ('id', 'site_id', 'revision', 'updated_at');
  select string_agg(key, ', ' order by key) into lost from jsonb_object_keys(change.before || change.after) key
  where key <> all (settable);
  if lost is not null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back: ' || lost || ' cannot be set';
  end if;

  key_column := case change.table_name when 'carpost' then 'site_id' else 'id' end;
  execute format('select to_jsonb(t) from %s t where t.%I = $1 for update', stored_in, key_column)
    into stored using change.row_id;
  if exists (select 1 from jsonb_each(change.after - 'tasks2024') a where stored -> a.key is distinct from a.value) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  restored := change.before;
  if change.after ? 'tasks2024' then
    restored := restored || jsonb_build_object('tasks2024',
      private.tasks_restored(stored -> 'tasks2024', change.before -> 'tasks2024', change.after -> 'tasks2024'));
  end if;
  execute format('update %1$s t set revision = t.revision + 1, %2$s from jsonb_populate_record(null::%1$s, $1) r where t.%3$I = $2 returning t.revision',
      stored_in, (select string_agg(format('%1$I = r.%1$I', key), ', ') from jsonb_object_keys(restored) key), key_column)
    into raised using restored, change.row_id;
  return json_build_object('revision', raised);
end $$;
