-- Why: a company that moves here has years of visits in the old portal, and in tables. They come in through one function, so
-- that of a site everything is taken over or nothing, and that what was taken over once is known again for good, whatever was
-- corrected since. Old visits keep the month that they were filed under (decisions §8).

-- Numbers of sites that are to come: their files go up before the record that points at them.
create table private.reserved_sites (
  name text primary key check (private.text_ok(name, 120) and name = btrim(name) and name <> ''),
  id bigint not null unique
);
comment on table private.reserved_sites is 'Sites of an import that was begun and has not come through yet';

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
-- the clear, is stored as every other, and runs out at until. Refuses a GET before it looks for the key.
create function private.import_key(of_site bigint, with_label text, old_key text, until timestamptz) returns json
language plpgsql volatile set search_path = '' as $$
declare
  known public.main;
  new_id bigint;
begin
  perform private.refuse_uncounted();
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
  select * into known from public.main m
  where m.token in (private.key_hash(old_key),
    encode(sha256(convert_to(private.former_normal_key(old_key), 'UTF8')), 'hex'))
  order by m.token = private.key_hash(old_key) desc limit 1;
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
