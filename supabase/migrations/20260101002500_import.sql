-- Why: a company that moves here has years of visits in the old portal, and in tables. They come in through one function, so
-- that of a site everything is taken over or nothing, and that what was taken over once is known again for good, whatever was
-- corrected since. Old visits keep the month that they were filed under (decisions §8).

-- A lock that is not had at once would make everybody wait who is logged in: better to fail, and to be tried again.
set local lock_timeout = '5s';

-- Which visits came from where. filed: time, year and month as they came, which may disagree for these alone.
create table private.imported_visits (
  site_id bigint not null references public.maintable (id) on delete restrict,
  source text not null check (char_length(source) between 1 and 100),
  task_id bigint not null,
  filed jsonb not null,
  primary key (site_id, source),
  unique (site_id, task_id)
);
comment on table private.imported_visits is 'The source of each visit that was imported, so that it is imported once';

-- Numbers of sites that are to come: their files go up before the record that points at them.
create table private.reserved_sites (
  name text primary key check (private.text_ok(name, 120) and name = btrim(name) and name <> ''),
  id bigint not null unique
);
comment on table private.reserved_sites is 'Sites of an import that was begun and has not come through yet';

alter table private.imported_visits enable row level security;
create policy nobody on private.imported_visits using (false);
alter table private.reserved_sites enable row level security;
create policy nobody on private.reserved_sites using (false);
revoke all on private.imported_visits, private.reserved_sites from public, anon, authenticated, service_role;

-- A key of the old portal: weaker than an issued one, so it is marked, runs out, and is to be rotated.
alter table public.main drop constraint main_kind_check,
  add constraint main_kind_check check (kind in ('issued', 'demo', 'old'));

-- Files may go up for a site that is to come, too.
create or replace function private.object_site_exists(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.maintable t where t.id = private.object_site(object_name))
    or exists (select 1 from private.reserved_sites r where r.id = private.object_site(object_name));
end $$;

-- As before, but for imported visits.
create or replace function private.task_changes(site_id bigint, was jsonb, is_now jsonb, out olds jsonb[], out news jsonb[])
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

-- What there is of a site: { site_id, sources, has_counts, has_key }; site_id is NULL for none of that name.
create function private.import_state(site text) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  of_site bigint;
begin
  perform private.require_admin();
  of_site := (select t.id from public.maintable t where t.name || '' = site);
  return json_build_object('site_id', of_site,
    'sources', (select coalesce(json_agg(i.source), '[]') from private.imported_visits i where i.site_id = of_site),
    'has_counts', exists (select 1 from public.carpost c where c.site_id = of_site),
    'has_key', private.has_key_in_use(of_site));
end $$;

create function private.has_key_in_use(of_site bigint) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from public.main m
    where m.site_id = of_site and m.revoked_at is null and (m.expires_at is null or m.expires_at > now()));
end $$;

-- The number under which the files of a site go up that is to come: the same for a name until the site is there.
create function private.reserve_site(site text) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if exists (select 1 from public.maintable t where t.name || '' = site) then
    raise sqlstate 'PT409' using message = 'There is a site of this name';
  end if;
  insert into private.reserved_sites (name, id)
  values (site, nextval(pg_get_serial_sequence('public.maintable', 'id'))) on conflict (name) do nothing;
  return (select r.id from private.reserved_sites r where r.name = site);
end $$;

-- Adds the site that a number was reserved for, with the columns that record names, and answers that number.
create function private.add_reserved_site(of_name text, record jsonb) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  columns text[] := array(select key from jsonb_object_keys(record - 'name') key);
  of_site bigint;
begin
  delete from private.reserved_sites r where r.name = of_name returning r.id into of_site;
  if of_site is null then raise sqlstate 'PT404' using message = 'No such site, and no number reserved for one'; end if;
  if exists (select 1 from unnest(columns) c where not exists (select 1 from pg_attribute a
      where a.attrelid = 'public.maintable'::regclass and a.attname = c and c <> 'tasks2024'
        and has_column_privilege('anon', a.attrelid, a.attnum, 'INSERT'))) then
    raise sqlstate 'PT422' using message = 'The record of a site has no such column';
  end if;
  execute 'insert into public.maintable (' || array_to_string(array['id', 'name'] || array(select format('%I', c) from unnest(columns) c), ', ')
    || ') select ' || array_to_string(array['$2', '$3'] || array(select format('r.%I', c) from unnest(columns) c), ', ')
    || ' from jsonb_populate_record(null::public.maintable, $1) r' using record, of_site, of_name;
  return of_site;
end $$;

-- The key of an imported site: { id, key }, of an old one without the key; NULL when there is nothing to do. An old key comes in
-- the clear, is stored as every other, and runs out at until.
create function private.import_key(of_site bigint, with_label text, old_key text, until timestamptz) returns json
language plpgsql volatile set search_path = '' as $$
declare
  known public.main;
  new_id bigint;
begin
  if with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120) then
    raise sqlstate 'PT422' using message = 'The label must be 1 to 120 characters of plain text';
  end if;
  if old_key is null then
    return case when not private.has_key_in_use(of_site) then private.create_key('user', of_site, with_label, null) end;
  end if;
  if until is null or until <= now() or until > now() + interval '1 year' then
    raise sqlstate 'PT422' using message = 'An old key runs out within a year, and in the future';
  end if;
  if char_length(private.normal_key(old_key)) < 8 or octet_length(old_key) > 256 then
    raise sqlstate 'PT422' using message = 'The old key is too short or too long to be kept safely';
  end if;
  select * into known from public.main m where m.token = private.key_hash(old_key);
  if known.id is null then
    insert into public.main (token, label, role, site_id, kind, expires_at)
    values (private.key_hash(old_key), with_label, 'user', of_site, 'old', until) returning id into new_id;
    return json_build_object('id', new_id, 'key', null);
  elsif known.site_id is distinct from of_site then
    raise sqlstate 'PT409' using message = 'The old key is in use for something else';
  end if;
  return null;
end $$;

-- Takes over a site, or more visits of one: all of it or, when anything is refused, nothing. What is there stays as it is.
-- Members of site: name; record, the columns of a new site; visits, each { source, visit }, the visit without its id; posts;
-- key: { label, old, until }. All but name and visits may be left out.
-- Answers { site_id, added, key }: how many visits are new, and what import_key answers.
create function private.import_site(site jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_name constant text := site ->> 'name';
  key constant jsonb := nullif(site -> 'key', 'null');
  of_site bigint;
  stored jsonb;
  highest bigint;
  added jsonb;
begin
  perform private.require_admin();
  if of_name is null or jsonb_typeof(site -> 'visits') is distinct from 'array' then
    raise sqlstate 'PT422' using message = 'An import has a name and visits';
  end if;
  select t.id, t.tasks2024 into of_site, stored from public.maintable t where t.name || '' = of_name for update;
  if of_site is null then
    of_site := private.add_reserved_site(of_name, coalesce(nullif(site -> 'record', 'null'), '{}'));
    stored := '[]';
  end if;

  highest := (select coalesce(max((e ->> 'id')::bigint), 0) from jsonb_array_elements(stored) e);
  with found as (
    select v ->> 'source' as source, v -> 'visit' as visit, highest + row_number() over (order by place) as id
    from jsonb_array_elements(site -> 'visits') with ordinality as t(v, place)
    where not exists (select 1 from private.imported_visits i where i.site_id = of_site and i.source = v ->> 'source')
  ), noted as (
    insert into private.imported_visits (site_id, source, task_id, filed)
    select of_site, source, id, jsonb_build_object('time', visit -> 'time', 'year', visit -> 'year', 'month', visit -> 'month')
    from found
  )
  select jsonb_agg(visit || jsonb_build_object('id', id) order by id) into added from found;
  if added is not null then
    update public.maintable t set tasks2024 = stored || added, revision = t.revision + 1 where t.id = of_site;
  end if;

  if nullif(site -> 'posts', 'null') is not null then
    insert into public.carpost (site_id, json) values (of_site, site -> 'posts') on conflict (site_id) do nothing;
  end if;
  return json_build_object('site_id', of_site, 'added', coalesce(jsonb_array_length(added), 0),
    'key', case when key is not null
      then private.import_key(of_site, key ->> 'label', key ->> 'old', (key ->> 'until')::timestamptz) end);
end $$;

create function public.import_state(site text) returns json
  language sql stable set search_path = '' return private.import_state(site);
create function public.reserve_site(site text) returns bigint
  language sql volatile set search_path = '' return private.reserve_site(site);
create function public.import_site(site jsonb) returns json
  language sql volatile set search_path = '' return private.import_site(site);

revoke all on function private.import_state(text), private.has_key_in_use(bigint), private.reserve_site(text),
  private.add_reserved_site(text, jsonb), private.import_key(bigint, text, text, timestamptz), private.import_site(jsonb),
  public.import_state(text), public.reserve_site(text), public.import_site(jsonb)
  from public, anon, authenticated, service_role;
grant execute on function private.import_state(text), private.reserve_site(text), private.import_site(jsonb),
  public.import_state(text), public.reserve_site(text), public.import_site(jsonb) to anon;
