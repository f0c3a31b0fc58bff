-- Why: a visit ends the faults that it answers (decisions §15). It says so itself, as it does of its files: hiding, moving, restoring and
-- correcting a visit, the outbox and the attempt need no second rule.
set local lock_timeout = '5s';

create or replace function private.task_members() returns table (name text, known_since integer, max integer)
language sql immutable set search_path = '' as $$
  values ('kind', 0, null), ('ref', 1, 40), ('by', 2, 120), ('reported', 2, null), ('arrived', 2, null), ('left', 2, null), ('follow', 2, null),
    ('closes', 2, null), ('answers', 3, null)
$$;

-- A whole number from 1; NULL for anything else.
create function private.whole_number(stored jsonb) returns bigint
language sql immutable set search_path = ''
return case when jsonb_typeof(stored) = 'number' and (stored #>> '{}') ~ '^[1-9][0-9]{0,14}$' then (stored #>> '{}')::bigint end;

-- Whether this is the number of a fault of the site. Of no fault and of another site's it is the same answer.
create function private.is_fault_of(of_site bigint, stored jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.faults f where f.site_id = of_site and f.id = private.whole_number(stored));
end $$;

-- The tasks that differ between two arrays of a site, by id: as they were and as they are, NULL where there is none, and
-- their indexes in the new array. Tasks are compared by index first, byte by byte, and by id only where they differ. Refuses, with
-- a reason and without the row in the message, what may not be stored (spec §3 "Task object"), an id that vanished, and an id that
-- is there twice. The ids of `was` are told apart already.
-- Each rule is asked of the members that differ from the stored task, so that a task stored under older rules can be hidden, and
-- corrected in everything else. A stored photo may stay. What the change log shows as stored once may come back. A visit that is
-- moved was stored where it came from: the same transaction hides it there before it is added here. Its files are other files, which have
-- no past. Imported visits stay in the month that they were filed under.
-- One function with the patterns inline: nested helpers cost about half a millisecond a task. work_mem, because the arrays of a
-- large site would go through files.
create or replace function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
language plpgsql stable set search_path = '' set work_mem = '64MB' as $$
declare
  members constant text[] := array['id', 'time', 'urls', 'year', 'month', 'tasks', 'title', 'pdf', 'showing'];
  optional constant text[] := array(select m.name from private.task_members() m);
  moments constant text[] := array['reported', 'arrived', 'left'];
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
  indexes bigint[];
  added text[];
  missing bigint;
  lost text;
  origin jsonb;
  bad record;
begin
  with differing as materialized (
    select o, n, index from rows from (jsonb_array_elements(was), jsonb_array_elements(is_now)) with ordinality as t(o, n, index)
    where record_image_ne(row(o), row(n)))
  select array_agg(o.e order by coalesce(n.id, o.id)), array_agg(n.e order by coalesce(n.id, o.id)),
      array_agg(n.index order by coalesce(n.id, o.id)), array_agg(distinct n.id) filter (where o.e is null),
      count(*) filter (where n.e is null), min(o.id) filter (where n.e is null)
    into olds, news, indexes, added, missing, lost
  from (select o ->> 'id' as id, o as e from differing where o is not null) o
  full join (select n ->> 'id' as id, n as e, index from differing where n is not null) n on n.id = o.id
  where o.e is distinct from n.e;

  if cardinality(added) = 1 then
    select e into origin
    from (select * from private.change_log l order by l.id desc limit 20) c
    cross join lateral jsonb_array_elements(c.after -> 'tasks2024') e
    where c.at >= now() and c.site_id <> task_changes.site_id and e ->> 'showing' = 'False' limit 1;
  end if;

  -- s: as stored here; o: as stored here, or where it came from; e: as it is to be. said: the members that a rule is about, NULL for all.
  select index, problem into bad
  from (select s, coalesce(s, origin) as o, e, index from unnest(olds, news, indexes) as t(s, e, index) where e is not null) t
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
        -- an imported visit stays in the month that it was filed under
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
      (moments || array['time'], case
        when not e ?| moments then null
        when (o -> 'reported', o -> 'arrived', o -> 'left', o -> 'time') is not distinct from (e -> 'reported', e -> 'arrived', e -> 'left', e -> 'time')
          then null
        when exists (select from unnest(moments) m where e ? m and (o -> m = e -> m) is not true and private.instant_of(e -> m) is null)
          then 'reported, arrived and left must be ISO times with +08:00'
        when private.instant_of(e -> 'reported') > private.instant_of(e -> 'arrived') or private.instant_of(e -> 'arrived') > private.instant_of(e -> 'left')
          or private.instant_of(e -> 'reported') > private.instant_of(e -> 'left') then 'reported, arrived and left must follow each other'
        when exists (select from unnest(moments) m where (o -> m = e -> m) is not true and private.instant_of(e -> m) > now() + interval '1 day')
          then 'reported, arrived and left must not be more than a day ahead'
        when private.instant_of(e -> 'arrived') <> private.instant_of(e -> 'time') then 'arrived must be the time of the visit' end),
      (array['follow'], case
        when not e ? 'follow' or o -> 'follow' = e -> 'follow' then null
        when jsonb_typeof(e -> 'follow') <> 'array' or jsonb_array_length(e -> 'follow') not between 1 and 5
          then 'follow must be 1 to 5 recommendations'
        when exists (select from jsonb_array_elements(e -> 'follow') l where not private.is_element(o -> 'follow', l) and not private.is_follow_line(l))
          then 'each recommendation must be a line from 1 to 99 and 1 to 300 characters of plain text in one line'
        when exists (select from jsonb_array_elements(e -> 'follow') l group by l -> 'line' having count(*) > 1)
          then 'each recommendation must have a line of its own' end),
      (array['closes'], case
        when not e ? 'closes' or o -> 'closes' = e -> 'closes' then null
        when jsonb_typeof(e -> 'closes') <> 'array' or jsonb_array_length(e -> 'closes') not between 1 and 10
          or exists (select from jsonb_array_elements(e -> 'closes') c group by c having count(*) > 1)
          then 'closes must be 1 to 10 different recommendations'
        when exists (select from jsonb_array_elements(e -> 'closes') c
          where not private.is_element(o -> 'closes', c) and not private.is_line_of_another(is_now, e -> 'id', c))
          then 'closes must be recommendations of other visits of this site' end),
      (array['answers'], case
        when not e ? 'answers' or s -> 'answers' = e -> 'answers' then null
        when jsonb_typeof(e -> 'answers') <> 'array' or jsonb_array_length(e -> 'answers') not between 1 and 10
          or exists (select from jsonb_array_elements(e -> 'answers') a group by a having count(*) > 1)
          then 'answers must be 1 to 10 different faults'
        when exists (select from jsonb_array_elements(e -> 'answers') a
          where not private.is_element(s -> 'answers', a) and not private.is_fault_of(task_changes.site_id, a))
          then 'answers must be faults of this site' end),
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
        case when said is null then e else (select jsonb_object_agg(m, e -> m) from unnest(said || array['id']) m where e ? m) end))
      and b -> 'id' = e -> 'id'
      and case when said is null then b = e else not exists (select from unnest(said) m where b -> m is distinct from e -> m) end)
  order by index, said is not null limit 1;
  if found then
    raise check_violation using message = format('Task at position %s: %s', bad.index, bad.problem);
  end if;
  if missing > 0 then
    raise check_violation using message = format('Task %s: missing. Tasks are hidden, never removed', lost);
  end if;
  -- No id is lost, so whatever is there beyond the old tasks and the added ids is there for the second time. An id that looks
  -- added may be that of a task whose index is the same.
  if jsonb_array_length(is_now) > jsonb_array_length(was) + (
    select count(*) from unnest(added) a
    where not exists (select 1 from jsonb_array_elements(was) e where e ->> 'id' = a)) then
    raise check_violation using message = format('Task %s: the same id twice',
      (select e ->> 'id' from jsonb_array_elements(is_now) e group by 1 having count(*) > 1 limit 1));
  end if;
end $$;

-- Follows the tasks that were written: a row for each, and what the shown ones answer.
create or replace function private.mirror_visits(of_site bigint, tasks jsonb[], by_key bigint default null) returns void
language plpgsql volatile set search_path = '' as $$
declare
  -- the members without a column
  later constant text[] := array(select m.name from private.task_members() m where m.name not in ('kind', 'ref'));
begin
  insert into private.visits (site_id, task_id, visited_at, kind, showing, time, year, month, photos, has_pdf, title, text, ref,
    members, more_text, added_by, added_at)
  select of_site, (e ->> 'id')::integer, (e ->> 'time')::timestamptz, e ->> 'kind', e ->> 'showing' = 'True', e ->> 'time',
    e ->> 'year', e ->> 'month', jsonb_array_length(e -> 'urls'), e ->> 'pdf' <> '', e ->> 'title', e ->> 'tasks', e ->> 'ref',
    -- most visits have none of them
    case when e ?| later then (select jsonb_object_agg(m, e -> m) from unnest(later) m where e ? m) end,
    case when e ?| later then private.more_text(e) end, by_key, now()
  from unnest(tasks) e where e is not null
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, kind = excluded.kind, showing = excluded.showing,
    time = excluded.time, year = excluded.year, month = excluded.month, photos = excluded.photos, has_pdf = excluded.has_pdf,
    title = excluded.title, text = excluded.text, ref = excluded.ref,
    members = excluded.members, more_text = excluded.more_text;
  delete from private.fault_answers a where a.site_id = of_site and a.task_id in (select (e ->> 'id')::integer from unnest(tasks) e where e is not null);
  -- a fault that was of this site once is answered at its own
  insert into private.fault_answers (site_id, fault_id, task_id)
  select of_site, f.id, (e ->> 'id')::integer from unnest(tasks) e
  cross join jsonb_array_elements(case when jsonb_typeof(e -> 'answers') = 'array' then e -> 'answers' else '[]' end) a
  join private.faults f on f.site_id = of_site and f.id = private.whole_number(a)
  where e ? 'answers' and e ->> 'showing' = 'True' on conflict do nothing;
end $$;

-- Files a shown visit at another site: under the id that it had there before, or else the next one. Stands on the revisions of both
-- sites. photos: the URL of the copy of each photo in its order, null for a photo that is not in the storage; pdf: that of the report,
-- null for none or one that is not there. Whether they are files of the other site is checked as for every save. Answers
-- { site_id, task_id } of the visit there, and the line of the change log (change) by which the move is taken back. 404 for no such visit
-- or site, 409 where somebody else was faster, 422 with a hint: same-site, hidden, moved, full or files.
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
  did := private.start_attempt('move_visit');
  if did is not null then
    -- the visit was brought back after this attempt, so a retry is a new move
    if exists (select 1 from private.visits v where v.site_id = from_site and v.task_id = visit and v.showing) then
      perform private.refuse_outdated_attempt();
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
  if new_id is null and jsonb_array_length(there.tasks2024) >= private.max_tasks() then
    raise sqlstate 'PT422' using message = 'The other site has no room for another visit', hint = 'full';
  elsif jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) <> jsonb_array_length(moved -> 'urls')
    or (moved ->> 'pdf' = '' and coalesce(pdf, '') <> '') then
    raise sqlstate 'PT422' using message = 'The copies are not those of the files of this visit', hint = 'files';
  end if;

  new_id := coalesce(new_id, (select coalesce(max((e ->> 'id')::bigint), 0) + 1 from jsonb_array_elements(there.tasks2024) e));
  -- what it closed and answered is of the site that it leaves, where the faults are open again
  moved := moved - array['closes', 'answers'] || jsonb_build_object('id', new_id, 'pdf', coalesce(pdf, ''), 'urls', (
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
  perform private.record_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

revoke all on function private.whole_number, private.is_fault_of from public, anon, authenticated, service_role;
