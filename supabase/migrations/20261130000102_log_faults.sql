-- Why: who reported, closed, reopened or corrected a fault, and who made and ended a sticker, is evidence as visits are (decisions §15). The
-- log is for ever, so what reporters say, who they are and their numbers are not in it: reports are not logged at all, and of a fault its
-- own words are left out. It knows links to visits too, whose table comes later.
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

-- The tasks are compared once, for the check and for the log, and not at all when they are not written. Those that differ are
-- written to private.visits, with who wrote them.
create or replace function private.log_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  unlogged text[] := array['token', 'last_used_at', 'revision', 'updated_at', 'leftover', 'tasks2024', 'secret', 'last_used_on',
    'opened', 'last_opened_at', 'edited_at'];
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
  -- the reporter's own words
  if tg_table_name = 'faults' then
    if new_row -> 'known' = 'false' then new_row := new_row - 'what'; end if;
    if old_row -> 'known' = 'false' then old_row := old_row - 'what'; end if;
  end if;
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
create trigger log_change after insert or update on private.faults for each row execute function private.log_change();
create trigger log_change after insert or update on private.stickers for each row execute function private.log_change();

drop function public.list_changes(bigint, bigint, bigint, integer, text, date, date, text);
drop function private.list_changes(bigint, bigint, bigint, integer, text, date, date, text);
-- A page of changes, newest first. older_than is the last id of the page before. of_kind is what a change is about: site, tasks (a change of fields
-- and tasks is both), counts, keys, faults, stickers, links, documents, contacts or notes; the days are Singapore's, both included; every one of the
-- words must occur in the name of the site, in the label of the key that made the change, or in what changed. Grouped: of a batch its newest
-- line, with the number of all of them, of those that can be undone, and of their sites; of_batch gives these.
create function private.list_changes(of_site bigint, by_access bigint, older_than bigint, page_size integer,
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
      -- a page that was loaded before there were more tables gives none of these, and could read no line of another
      and (grouped is not null or of_batch is not null or of_kind is not null or c.table_name in ('maintable', 'carpost', 'main'))
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
create function public.list_changes(of_site bigint default null, by_access bigint default null, older_than bigint default null,
    page_size integer default 50, of_kind text default null, from_day date default null, to_day date default null,
    words text default null, of_batch uuid default null, grouped boolean default null)
  returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
    site_id bigint, site_name text, operation text, before jsonb, after jsonb,
    batch uuid, batch_lines bigint, batch_undoable bigint, batch_sites bigint, import_file text, import_undone boolean)
  language sql stable set search_path = ''
  begin atomic
    select * from private.list_changes(of_site, by_access, older_than, page_size, of_kind, from_day, to_day, words, of_batch, grouped);
  end;
revoke all on function private.list_changes, public.list_changes from public, anon, authenticated, service_role;
grant execute on function private.list_changes, public.list_changes to anon;
