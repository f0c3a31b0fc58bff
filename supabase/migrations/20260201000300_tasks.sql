-- Why: the record of visits is evidence, so ids stay, and every save says on which revision it stands. Only what changed is
-- checked: a check of all of 12,000 tasks took the three seconds that a request has. And a rule is asked of what a save changes, and of
-- nothing else: a rule that became stricter made a stored visit impossible to hide, to correct and to move.
--
-- Questions about all sites at once cannot be asked of task arrays: those of 300 sites are 90 MB of JSON. So each task has a row of its own
-- too. The array remains the record, and the rows follow it in the same transaction: log_change knows which tasks differ, and nothing else
-- writes them.
--
-- A page that was loaded before a release drops the members of a task that it does not know, and saves the whole array: it would erase what
-- others said (decisions §8). So a save says which members it knows, and the database gives the others back.

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
  added_by bigint,                    -- the access record; NULL for the owner in SQL
  added_at timestamptz,
  ref text,                           -- a company's job number (decisions §14)
  -- All copies of a moved visit but one point at that one, at once and not through each other: it is where the visit is, shown or deleted.
  moved_to_site bigint,
  moved_to_task integer,
  primary key (site_id, task_id),
  constraint visits_moved_to_whole check ((moved_to_site is null) = (moved_to_task is null))
);
comment on table private.visits is 'One row for each task in maintable.tasks2024, written by its trigger';
comment on column private.visits.moved_to_site is 'Where the visit is now; NULL where it is here';
-- all that the overview asks of a visit, without the texts beside it
create index visits_shown_idx on private.visits (site_id, visited_at, task_id) include (kind, time) where showing;
create index visits_moved_idx on private.visits (moved_to_site, moved_to_task) where moved_to_site is not null;

-- Which visits came from where. filed: time, year and month as they came, which may disagree for these alone.
-- change_id: the line of the change log in which an import, or its undoing, wrote the visit last; NULL where that is not known.
-- previous_change: the line before, if the visit was as that line left it. undone: hidden because its import was undone.
-- row_hash: the row of the file, whatever its columns were taken for.
create table private.imported_visits (
  site_id bigint not null references public.maintable (id) on delete restrict,
  source text not null check (char_length(source) between 1 and 100),
  task_id bigint not null,
  filed jsonb not null,
  change_id bigint,
  previous_change bigint,
  undone boolean not null default false,
  row_hash text check (char_length(row_hash) between 1 and 100),
  primary key (site_id, source),
  unique (site_id, task_id)
);
comment on table private.imported_visits is 'The source of each visit that was imported, so that it is imported once';

-- The members that a task may lack, and the version of the portal from which on pages know each. max is the length of a plain text;
-- NULL where task_changes has a rule of its own. A later member is a line here, in a later migration.
create function private.task_members() returns table (name text, known_since integer, max integer)
language sql immutable set search_path = '' as $$
  values ('kind', 0, null), ('ref', 1, 40)
$$;

-- A page says its version in x-portal-members; one that says none is of version 0. Members that it cannot know are given back to each
-- task that lacks them. What a page knows it may take away. What is no array, and no task, passes on to the rules that refuse it.
create function private.give_members_back() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  given constant text := private.request_header('x-portal-members');
  version constant integer := case when given ~ '^[0-9]{1,6}$' then given::integer else 0 end;
  unknown constant text[] := array(select m.name from private.task_members() m where m.known_since > version);
  indexes bigint[];
  whole jsonb[];
begin
  if unknown = '{}' or jsonb_typeof(new.tasks2024) is distinct from 'array' then return new; end if;
  with changed as materialized (
    select o, n, index
    from rows from (jsonb_array_elements(old.tasks2024), jsonb_array_elements(new.tasks2024)) with ordinality as t(o, n, index)
    where record_image_ne(row(o), row(n)))
  select array_agg(n.index), array_agg(n.n || lost.members) into indexes, whole
  from changed n join changed o on o.o ->> 'id' = n.n ->> 'id'
  cross join lateral (select jsonb_object_agg(m, o.o -> m) as members from unnest(unknown) m where o.o ? m and not n.n ? m) lost
  where jsonb_typeof(n.n) = 'object' and lost.members is not null;
  if indexes is null then return new; end if;
  new.tasks2024 := (
    select jsonb_agg(coalesce(w.e, n.e) order by n.index)
    from jsonb_array_elements(new.tasks2024) with ordinality as n(e, index)
    left join unnest(indexes, whole) as w(index, e) on w.index = n.index);
  return new;
end $$;
-- Its name runs it after attempt_once, which answers a repetition, and before every rule. The functions of the API write as the owner,
-- and know every member.
create trigger give_members_back before update of tasks2024 on public.maintable
  for each row when (current_user = 'anon') execute function private.give_members_back();

-- How many tasks a site may have.
create function private.max_tasks() returns integer
language sql immutable parallel safe set search_path = '' return 20000;

-- What a task array may be at all. A site that has more tasks, or larger ones, than it may have can still be corrected: what does not grow
-- is stored. Hiding a visit is no growth, though its word is longer. The size while it is still in memory; the stored array is compressed,
-- so texts are compared.
create function private.limit_tasks() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  most constant integer := private.max_tasks();
  -- NULL is left to the column
  reason text := case
    when jsonb_typeof(new.tasks2024) <> 'array' then 'Tasks: not an array'
    when jsonb_array_length(new.tasks2024) > most
      and (tg_op = 'INSERT' or jsonb_array_length(new.tasks2024) > jsonb_array_length(old.tasks2024)) then 'Tasks: more than ' || most
    when pg_column_size(new.tasks2024) > 16000000
      and (tg_op = 'INSERT' or octet_length(replace(new.tasks2024::text, '"showing": "False"', '"showing": "True"'))
        > octet_length(replace(old.tasks2024::text, '"showing": "False"', '"showing": "True"'))) then 'Tasks: larger than 16 MB'
  end;
begin
  if reason is not null then raise check_violation using message = reason; end if;
  return new;
end $$;
create trigger limit_tasks before insert or update of tasks2024 on public.maintable
  for each row execute function private.limit_tasks();

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
create function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
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

create function private.mirror_visits(of_site bigint, tasks jsonb[], by_key bigint default null) returns void
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

-- Whether a key added this visit today, which ends at midnight in Singapore.
create function private.added_today(added_by bigint, added_at timestamptz, by_key bigint) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(added_by = by_key
    and added_at >= date_trunc('day', now() at time zone 'Asia/Singapore') at time zone 'Asia/Singapore', false);
end $$;

-- What a technician may write of a site: more tasks at the end, and its own visits of today, but one that an admin moved: that is at
-- the other site, and no longer its own here. The tasks are compared by index, byte by byte. Everybody else passes. Before the row is
-- written, so that no other rule answers first: the unique name would tell which sites there are. Its name runs it after the revision is
-- looked at, because a stale array always lacks tasks.
-- What it adds may not take from others that they can add: an id has nine digits at most and a new one is the highest plus
-- one, so after a visit with the highest id there is nobody could add another; and a site has room for 20,000 tasks, of
-- which nobody makes more than 50 a day. An admin is trusted with both, as the one who brings in the records of before.
create function private.refuse_all_but_adding() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  own constant text[] := array['tasks2024', 'revision', 'updated_at'];
  live record;
  was public.maintable := old;
  is_now public.maintable := new;
  columns text;
  next_id bigint;
  added bigint;
  bad record;
begin
  select s.main_id, s.role into live from private.live_session() s;
  if live.role is distinct from 'technician' then return new; end if;

  -- small rows, before those become JSON
  was.tasks2024 := null;
  is_now.tasks2024 := null;
  select string_agg(n.key, ', ' order by n.key) into columns
  from jsonb_each(to_jsonb(is_now) - own) n where n.value is distinct from to_jsonb(was) -> n.key;
  if columns is not null then
    raise sqlstate 'PT403' using message = 'Only an admin changes the record of a site: ' || columns;
  end if;

  select o ->> 'id' as id, case
      when n ->> 'id' = o ->> 'id' then case when n = o || '{"showing": "False"}' then 'hidden' else 'changed' end
      when exists (select 1 from jsonb_array_elements(new.tasks2024) e where e ->> 'id' = o ->> 'id') then 'moved'
      else 'left out' end as done
    into bad
  from rows from (jsonb_array_elements(old.tasks2024), jsonb_array_elements(new.tasks2024)) with ordinality as t(o, n, index)
  where o is not null and record_image_ne(row(o), row(n))
    and not (n ->> 'id' is not distinct from o ->> 'id' and exists (select 1 from private.visits v
      where v.site_id = new.id and v.task_id = (o ->> 'id')::integer and v.moved_to_site is null
        and private.added_today(v.added_by, v.added_at, live.main_id)))
  order by index limit 1;
  if found then
    raise sqlstate 'PT403' using message =
      format('Task %s was %s. Only an admin may do that, but for a visit that this key added today', bad.id, bad.done);
  end if;

  -- jsonb puts texts and null below numbers, lists and objects above: what is no id at all is refused here or by the next rule
  select coalesce(max((e ->> 'id')::bigint), 0) + 1 into next_id from jsonb_array_elements(old.tasks2024) e;
  select e ->> 'id' as id into bad from jsonb_array_elements(new.tasks2024) with ordinality as t(e, index)
  where index > jsonb_array_length(old.tasks2024)
    and e -> 'id' > to_jsonb(next_id + index - 1 - jsonb_array_length(old.tasks2024))
  order by index limit 1;
  if found then
    raise sqlstate 'PT403' using message = format('Task %s: the next id is %s', bad.id, next_id);
  end if;
  added := jsonb_array_length(new.tasks2024) - jsonb_array_length(old.tasks2024);
  if added > 0 and added + (select count(*) from private.visits v
      where v.site_id = new.id and v.added_by = live.main_id and private.added_today(v.added_by, v.added_at, live.main_id)) > 50 then
    raise sqlstate 'PT403' using message = 'A technician adds at most 50 visits a day to a site';
  end if;
  return new;
end $$;
create trigger refuse_all_but_adding before update on public.maintable
  for each row execute function private.refuse_all_but_adding();

-- The ids of the visits of a site that this session may correct or hide now, without those that were moved away: an admin all, a
-- technician what it added today, a client none. Role and sites are asked first: in the query they would be looked up once a visit.
create function private.my_visits(of_site bigint) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '{}'; end if;
  return array(
    select v.task_id from private.visits v
    where v.site_id = of_site and v.moved_to_site is null and (who = 'admin' or private.added_today(v.added_by, v.added_at, own))
    order by v.task_id);
end $$;
