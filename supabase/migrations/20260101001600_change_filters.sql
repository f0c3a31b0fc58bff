-- Why: the change log grows by dozens of lines a day, and could be narrowed down to a site or a person only. Disputes begin
-- with a day, a kind of record or a word.

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

-- Reckoned once, when the line is written: for a search it would take as long again as everything else together, times a
-- hundred. Lines are never changed, so neither is this.
set local lock_timeout = '5s';
alter table private.change_log add column searched text not null
  generated always as (coalesce(private.change_texts(table_name, before, after), '')) stored;

drop function public.list_changes(bigint, bigint, bigint, integer);
drop function private.list_changes(bigint, bigint, bigint, integer);

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

create function public.list_changes(of_site bigint default null, by_access bigint default null, older_than bigint default null,
    page_size integer default 50, of_kind text default null, from_day date default null, to_day date default null,
    words text default null)
  returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
    site_id bigint, site_name text, operation text, before jsonb, after jsonb)
  language sql stable set search_path = ''
  begin atomic
    select * from private.list_changes(of_site, by_access, older_than, page_size, of_kind, from_day, to_day, words);
  end;

revoke all on function private.change_texts(text, jsonb, jsonb),
  private.list_changes(bigint, bigint, bigint, integer, text, date, date, text),
  public.list_changes(bigint, bigint, bigint, integer, text, date, date, text) from public, anon, authenticated, service_role;
grant execute on function private.list_changes(bigint, bigint, bigint, integer, text, date, date, text),
  public.list_changes(bigint, bigint, bigint, integer, text, date, date, text) to anon;
