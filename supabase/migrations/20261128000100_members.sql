-- Why: a page that was loaded before a release drops the members of a task that it does not know, and saves the whole array: it would
-- erase what others said (decisions §8). So a save says which members it knows, and the database gives the others back. Then a company's
-- job number belongs to the visit (decisions §14): the member ref. And a rule that became stricter made a stored visit impossible to
-- hide, to correct and to move: a rule is asked of what a save changes, and of nothing else.

set local lock_timeout = '5s';

-- in the order in which a save writes them
do $$ begin lock table public.maintable in share row exclusive mode; end $$;
alter table private.visits add column ref text;

-- The members that a task may lack, and the version of the portal from which on pages know each. max is the length of a plain text;
-- NULL where task_changes has a rule of its own. A later member is a line here, in a later migration.
create function private.task_members() returns table (name text, known_since integer, max integer)
language sql immutable set search_path = '' as $$
  values ('kind', 0, null), ('ref', 1, 40)
$$;
revoke all on function private.task_members() from public, anon, authenticated, service_role;

-- A page says its version in x-portal-members; one that says none is of version 0. Members that it cannot know are given back to each
-- task that lacks them. What a page knows it may take away. What is no array, and no task, passes on to the rules that refuse it.
create function private.give_members_back() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant text := private.request_header('x-portal-members');
  version constant integer := case when given ~ '^[0-9]{1,6}$' then given::integer else 0 end;
  unknown constant text[] := array(select m.name from private.task_members() m where m.known_since > version);
  places bigint[];
  whole jsonb[];
begin
  if unknown = '{}' or jsonb_typeof(new.tasks2024) is distinct from 'array' then return new; end if;
  with changed as materialized (
    select o, n, place
    from rows from (jsonb_array_elements(old.tasks2024), jsonb_array_elements(new.tasks2024)) with ordinality as t(o, n, place)
    where record_image_ne(row(o), row(n)))
  select array_agg(n.place), array_agg(n.n || lost.members) into places, whole
  from changed n join changed o on o.o ->> 'id' = n.n ->> 'id'
  cross join lateral (select jsonb_object_agg(m, o.o -> m) as members from unnest(unknown) m where o.o ? m and not n.n ? m) lost
  where jsonb_typeof(n.n) = 'object' and lost.members is not null;
  if places is null then return new; end if;
  new.tasks2024 := (
    select jsonb_agg(coalesce(w.e, n.e) order by n.place)
    from jsonb_array_elements(new.tasks2024) with ordinality as n(e, place)
    left join unnest(places, whole) as w(place, e) on w.place = n.place);
  return new;
end $$;
revoke all on function private.give_members_back() from public, anon, authenticated, service_role;
-- Its name runs it after attempt_once, which answers a repetition, and before every rule. The functions of the API write as the owner,
-- and know every member.
create trigger give_members_back before update of tasks2024 on public.maintable
  for each row when (current_user = 'anon') execute function private.give_members_back();

-- As in 20260201000200_tasks.sql, but a site that has more tasks, or larger ones, than it may have can still be corrected: what does not
-- grow is stored. Hiding a visit is no growth, though its word is longer. The stored array is compressed, so texts are compared.
create or replace function private.limit_tasks() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- NULL is left to the column
  reason text := case
    when jsonb_typeof(new.tasks2024) <> 'array' then 'Tasks: not an array'
    when jsonb_array_length(new.tasks2024) > 20000
      and (tg_op = 'INSERT' or jsonb_array_length(new.tasks2024) > jsonb_array_length(old.tasks2024)) then 'Tasks: more than 20000'
    when pg_column_size(new.tasks2024) > 16000000
      and (tg_op = 'INSERT' or octet_length(replace(new.tasks2024::text, '"showing": "False"', '"showing": "True"'))
        > octet_length(replace(old.tasks2024::text, '"showing": "False"', '"showing": "True"'))) then 'Tasks: larger than 16 MB'
  end;
begin
  if reason is not null then raise check_violation using message = reason; end if;
  return new;
end $$;

-- As in 20260201000200_tasks.sql, but each rule is asked of the members that differ from the stored task, so that a task stored under
-- older rules can be hidden, and corrected in everything else. A photo that was there may stay. What the change log shows as stored
-- once may come back. A visit that is moved was stored where it came from: the same transaction hides it there before it is added here.
-- Its files are other files, which have no past.
create or replace function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
language plpgsql stable set search_path = '' set work_mem = '64MB' as $$
declare
  members constant text[] := array['id', 'time', 'urls', 'year', 'month', 'tasks', 'title', 'pdf', 'showing'];
  optional constant text[] := array(select m.name from private.task_members() m);
  texts constant text[] := array(select m.name from private.task_members() m where m.max is not null order by m.name);
  limits constant integer[] := array(select m.max from private.task_members() m where m.max is not null order by m.name);
  months constant text[] := array['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
  kinds constant jsonb := '["preventive", "emergency", "other"]';
  control constant text := '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  control_in_line constant text := '[\u0001-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  visible constant text := '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]';
  -- The names that object_site takes: the lengths by LIKE, because {m,n} bounds make this twice as slow.
  lengths constant text := '%/sites/' || site_id || '/_____________-________-____-4___-____-____________.%';
  file constant text := '^https?://[A-Za-z0-9.:-]+/storage/v1/object/public/rfidboomgatephoto/sites/' || site_id
    || '/[0-9]+-[0-9a-f]+-[0-9a-f]+-4[0-9a-f]+-[89ab][0-9a-f]+-[0-9a-f]+\.';
  photo constant text := file || '(jpg|jpeg|png|webp)$';
  document constant text := file || 'pdf$';
  places bigint[];
  added text[];
  missing bigint;
  lost text;
  origin jsonb;
  bad record;
begin
  with differing as materialized (
    select o, n, place from rows from (jsonb_array_elements(was), jsonb_array_elements(is_now)) with ordinality as t(o, n, place)
    where record_image_ne(row(o), row(n)))
  select array_agg(o.e order by coalesce(n.id, o.id)), array_agg(n.e order by coalesce(n.id, o.id)),
      array_agg(n.place order by coalesce(n.id, o.id)), array_agg(distinct n.id) filter (where o.e is null),
      count(*) filter (where n.e is null), min(o.id) filter (where n.e is null)
    into olds, news, places, added, missing, lost
  from (select o ->> 'id' as id, o as e from differing where o is not null) o
  full join (select n ->> 'id' as id, n as e, place from differing where n is not null) n on n.id = o.id
  where o.e is distinct from n.e;

  if cardinality(added) = 1 then
    select e into origin
    from (select * from private.change_log l order by l.id desc limit 20) c
    cross join lateral jsonb_array_elements(c.after -> 'tasks2024') e
    where c.at >= now() and c.site_id <> task_changes.site_id and e ->> 'showing' = 'False' limit 1;
  end if;

  -- s: as stored here; o: as stored here, or where it came from; e: as it is to be. said: the members that a rule is about, NULL for all.
  select place, problem into bad
  from (select s, coalesce(s, origin) as o, e, place from unnest(olds, news, places) as t(s, e, place) where e is not null) t
  cross join lateral (
    values
      (null::text[], case
        when jsonb_typeof(e) <> 'object' then 'not an object'
        when (not (e ?& members) and exists (select 1 from unnest(members) m where not e ? m and (o ? m) is not false))
          or (e - members - optional <> '{}'
            and exists (select 1 from jsonb_each(e - members - optional) m where (o -> m.key = m.value) is not true))
          then 'members must be exactly ' || array_to_string(members, ', ') || ', and where they are said '
            || array_to_string(optional, ', ') end),
      (array['id'], case
        when e -> 'id' = s -> 'id' then null
        when jsonb_typeof(e -> 'id') <> 'number' or (e ->> 'id') !~ '^[1-9][0-9]{0,8}$' then 'id must be a whole number from 1' end),
      (array['time', 'year', 'month'], case
        when o -> 'time' = e -> 'time' and o -> 'year' = e -> 'year' and o -> 'month' = e -> 'month' then null
        when (o -> 'time' = e -> 'time') is not true and (jsonb_typeof(e -> 'time') <> 'string' or char_length(e ->> 'time') > 40
          or (e ->> 'time') !~ '^20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?\+08:00$'
          or (e ->> 'time')::timestamptz is null) then 'time must be an ISO time with +08:00'
        when (o -> 'year' = e -> 'year') is not true
          and (jsonb_typeof(e -> 'year') <> 'string' or (e ->> 'year') !~ '^20(2[2-9]|30)$') then 'year must be ''2022'' to ''2030'''
        when (o -> 'month' = e -> 'month') is not true
          and (jsonb_typeof(e -> 'month') <> 'string' or (e ->> 'month') <> all (months)) then 'month is unknown'
        -- an imported visit keeps the month that it was filed under
        when ((e ->> 'time')::timestamptz > now() + interval '1 day' or
            to_char((e ->> 'time')::timestamptz at time zone 'Asia/Singapore', 'YYYY') <> e ->> 'year'
            or extract(month from (e ->> 'time')::timestamptz at time zone 'Asia/Singapore') <> array_position(months, e ->> 'month'))
          and ((e ->> 'time')::timestamptz > now() + interval '1 day' or not exists (select 1 from private.imported_visits i
            where i.site_id = task_changes.site_id and i.task_id = (e ->> 'id')::bigint and e @> i.filed))
          then case when (e ->> 'time')::timestamptz > now() + interval '1 day' then 'time must not be more than a day ahead'
            else format('year and month must be those of time: filed under %s %s, dated %s', e ->> 'month', e ->> 'year', left(e ->> 'time', 10))
            end end),
      (array['title'], case
        when o -> 'title' = e -> 'title' then null
        when jsonb_typeof(e -> 'title') <> 'string' or (e ->> 'title') !~ visible or char_length(e ->> 'title') > 200
        or (e ->> 'title') ~ control then 'title must be 1 to 200 characters of plain text' end),
      (array['tasks'], case
        when o -> 'tasks' = e -> 'tasks' then null
        when jsonb_typeof(e -> 'tasks') <> 'string' or (e ->> 'tasks') !~ visible or char_length(e ->> 'tasks') > 10000
          or (e ->> 'tasks') ~ control then 'text must be 1 to 10000 characters of plain text' end),
      (array['showing'], case
        when o -> 'showing' = e -> 'showing' then null
        when e -> 'showing' not in ('"True"', '"False"') then 'showing must be ''True'' or ''False''' end),
      (array['kind'], case
        when o -> 'kind' = e -> 'kind' then null
        when e ? 'kind' and (jsonb_typeof(e -> 'kind') <> 'string' or not kinds ? (e ->> 'kind'))
          then 'kind must be ''preventive'', ''emergency'' or ''other'', or left out' end),
      (array['pdf'], case
        when s -> 'pdf' = e -> 'pdf' then null
        when jsonb_typeof(e -> 'pdf') <> 'string' or ((e ->> 'pdf') <> '' and (char_length(e ->> 'pdf') > 400
          or (e ->> 'pdf') not like lengths or (e ->> 'pdf') !~ document)) then 'pdf must be a PDF of this site, or empty' end),
      (array['urls'], case
        when s -> 'urls' = e -> 'urls' then null
        when jsonb_typeof(e -> 'urls') <> 'array' then 'urls must be an array'
        when jsonb_array_length(e -> 'urls') > 60 and (jsonb_array_length(e -> 'urls')
          > jsonb_array_length(case when jsonb_typeof(o -> 'urls') = 'array' then o -> 'urls' end)) is not false then 'more than 60 photos'
        when exists (select 1 from jsonb_array_elements(e -> 'urls') u
          where (jsonb_typeof(u) <> 'string' or char_length(u #>> '{}') > 400 or (u #>> '{}') not like lengths or (u #>> '{}') !~ photo)
            and (jsonb_typeof(u) = 'string' and s -> 'urls' @> u) is not true)
          then 'each photo must be a picture of this site' end)
    union all
    select array[m.name], format('%s must be 1 to %s characters of plain text in one line', m.name, m.max)
    from unnest(texts, limits) as m(name, max)
    where e ? m.name and (o -> m.name = e -> m.name) is not true and (jsonb_typeof(e -> m.name) <> 'string' or (e ->> m.name) !~ visible
      or char_length(e ->> m.name) > m.max or (e ->> m.name) ~ control_in_line)
  ) rule (said, problem)
  -- containment finds the lines by their index, and does not see what a list has twice or a task lacks
  where problem is not null and not exists (
    select 1 from private.change_log c cross join lateral jsonb_array_elements(c.before -> 'tasks2024') b
    where c.site_id = task_changes.site_id and c.before @> jsonb_build_object('tasks2024', jsonb_build_array(
        case when said is null then e else (select jsonb_object_agg(m, e -> m) from unnest(said || array['id']) m) end))
      and b -> 'id' = e -> 'id'
      and case when said is null then b = e else not exists (select from unnest(said) m where b -> m is distinct from e -> m) end)
  order by place, said is not null limit 1;
  if found then
    raise check_violation using message = format('Task at position %s: %s', bad.place, bad.problem);
  end if;
  if missing > 0 then
    raise check_violation using message = format('Task %s: missing. Tasks are hidden, never removed', lost);
  end if;
  -- No id is lost, so whatever is there beyond the old tasks and the added ids is there for the second time. An id that looks
  -- added may be that of a task that stayed in its place.
  if jsonb_array_length(is_now) > jsonb_array_length(was) + (
    select count(*) from unnest(added) a
    where not exists (select 1 from jsonb_array_elements(was) e where e ->> 'id' = a)) then
    raise check_violation using message = format('Task %s: the same id twice',
      (select e ->> 'id' from jsonb_array_elements(is_now) e group by 1 having count(*) > 1 limit 1));
  end if;
end $$;

-- As in 20260201000200_tasks.sql, with the job number.
create or replace function private.mirror_visits(of_site bigint, tasks jsonb[], by_key bigint default null) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.visits (site_id, task_id, visited_at, kind, showing, time, year, month, photos, has_pdf, title, text, ref,
    added_by, added_at)
  select of_site, (e ->> 'id')::integer, (e ->> 'time')::timestamptz, e ->> 'kind', e ->> 'showing' = 'True', e ->> 'time',
    e ->> 'year', e ->> 'month', jsonb_array_length(e -> 'urls'), e ->> 'pdf' <> '', e ->> 'title', e ->> 'tasks', e ->> 'ref', by_key, now()
  from unnest(tasks) e where e is not null
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, kind = excluded.kind, showing = excluded.showing,
    time = excluded.time, year = excluded.year, month = excluded.month, photos = excluded.photos, has_pdf = excluded.has_pdf,
    title = excluded.title, text = excluded.text, ref = excluded.ref;
end $$;
