-- Why: a page that was loaded before a release drops the members of a task that it does not know, and saves the whole array: it would
-- erase what others said (decisions §8). So a save says which members it knows, and the database gives the others back.

set local lock_timeout = '5s';

-- The members that a task may lack, and the version of the portal from which on pages know each. max is the length of a plain text;
-- NULL where task_changes has a rule of its own. A later member is a line here, in a later migration.
create function private.task_members() returns table (name text, known_since integer, max integer)
language sql immutable set search_path = '' as $$
  values ('kind', 0, null::integer)
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

-- As in 20260201000200_tasks.sql, with the members of the list.
create or replace function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
language plpgsql stable set search_path = '' set work_mem = '64MB' as $$
declare
  members constant text[] := array['id', 'time', 'urls', 'year', 'month', 'tasks', 'title', 'pdf', 'showing'];
  months constant text[] := array['january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec'];
  optional constant text[] := array(select m.name from private.task_members() m);
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
  added text[];
  missing bigint;
  lost text;
  bad record;
begin
  with moved as materialized (
    select o, n, place from rows from (jsonb_array_elements(was), jsonb_array_elements(is_now)) with ordinality as t(o, n, place)
    where record_image_ne(row(o), row(n)))
  select array_agg(o.e order by coalesce(n.id, o.id)), array_agg(n.e order by coalesce(n.id, o.id)),
      array_agg(n.place order by coalesce(n.id, o.id)), array_agg(distinct n.id) filter (where o.e is null),
      count(*) filter (where n.e is null), min(o.id) filter (where n.e is null)
    into olds, news, places, added, missing, lost
  from (select o ->> 'id' as id, o as e from moved where o is not null) o
  full join (select n ->> 'id' as id, n as e, place from moved where n is not null) n on n.id = o.id
  where o.e is distinct from n.e;

  select place, problem into bad from (
    select place, case
      when jsonb_typeof(e) <> 'object' then 'not an object'
      when not (e ?& members) or e - members - optional <> '{}'
        then 'members must be exactly ' || array_to_string(members, ', ') || ', and where they are said ' || array_to_string(optional, ', ')
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
      -- What the change log shows as stored once may come back, and an old visit stays where it was filed.
      when o is not null and o -> 'time' = e -> 'time' and o -> 'year' = e -> 'year' and o -> 'month' = e -> 'month' then null
      when ((e ->> 'time')::timestamptz > now() + interval '1 day' or left(e ->> 'time', 4) <> e ->> 'year'
          or substr(e ->> 'time', 6, 2)::integer <> array_position(months, e ->> 'month'))
        and not exists (select 1 from private.change_log c where c.site_id = task_changes.site_id and c.before @> jsonb_build_object(
          'tasks2024', jsonb_build_array(jsonb_build_object('id', e -> 'id', 'time', e -> 'time', 'year', e -> 'year', 'month', e -> 'month'))))
        and ((e ->> 'time')::timestamptz > now() + interval '1 day' or not exists (select 1 from private.imported_visits i
          where i.site_id = task_changes.site_id and i.task_id = (e ->> 'id')::bigint and e @> i.filed))
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
  -- No id is lost, so whatever is there beyond the old tasks and the added ids is there for the second time. An id that looks
  -- added may be that of a task that stayed in its place.
  if jsonb_array_length(is_now) > jsonb_array_length(was) + (
    select count(*) from unnest(added) a
    where not exists (select 1 from jsonb_array_elements(was) e where e ->> 'id' = a)) then
    raise check_violation using message = format('Task %s: the same id twice',
      (select e ->> 'id' from jsonb_array_elements(is_now) e group by 1 having count(*) > 1 limit 1));
  end if;
end $$;
