-- Why: everything below stands on "nothing is reachable unless granted by name". Supabase's defaults for new
-- objects differ between projects and have changed over the years, so they are switched off first.

create schema private;
revoke all on schema private from public;

-- The PUBLIC grant on new functions is a global default: revoking it "in schema x" would silently do nothing.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- One row of settings, changed by the owner only.
create table private.settings (
  only_row boolean primary key default true check (only_row),
  demo boolean not null default false,                        -- demo keys are refused unless true
  session_lifetime interval not null default '12 hours',
  session_idle interval not null default '60 minutes',
  unlock_lifetime interval not null default '30 minutes',
  login_window interval not null default '15 minutes',
  login_failures integer not null default 10
);
insert into private.settings default values;

-- Free text: at most max characters, no control or text-direction characters. NULL is "not given" and fine.
create function private.text_ok(value text, max integer) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return value is null
    or (char_length(value) <= max
        and value !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]');
end $$;

-- The site whose file an object name belongs to; NULL when the name is not one of ours.
-- Names: sites/<site id>/<13-digit time>-<uuid v4>.<extension>, and .small.jpg for the small rendition of a photo.
create function private.object_site(object_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(object_name) <= 100 and object_name ~
     '^sites/[1-9][0-9]{0,9}/[0-9]{13}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(small\.jpg|jpg|jpeg|png|webp|pdf)$'
  then
    return split_part(object_name, '/', 2)::bigint;
  end if;
  return null;
end $$;

-- The whole task array of a site (spec §3 "Task object"): true, or a check violation that says what is wrong
-- and keeps the row out of the message.
-- One function with the patterns inline: nested helpers cost about half a millisecond a task.
create function private.tasks_valid(tasks jsonb, site_id bigint) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  members constant text[] := array['id', 'time', 'urls', 'year', 'month', 'tasks', 'title', 'pdf', 'showing'];
  control constant text := '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  visible constant text := '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]';
  -- The names that object_site takes: the lengths by LIKE, because {m,n} bounds make this twice as slow.
  lengths constant text := '%/sites/' || site_id || '/_____________-________-____-4___-____-____________.%';
  file constant text := '^https?://[A-Za-z0-9.:-]+/storage/v1/object/public/rfidboomgatephoto/sites/' || site_id
    || '/[0-9]+-[0-9a-f]+-[0-9a-f]+-4[0-9a-f]+-[89ab][0-9a-f]+-[0-9a-f]+\.';
  photo constant text := file || '(jpg|jpeg|png|webp)$';
  document constant text := file || 'pdf$';
  reason text;
  bad record;
begin
  reason := case
    when jsonb_typeof(tasks) is distinct from 'array' then 'Tasks: not an array'
    when jsonb_array_length(tasks) > 20000 then 'Tasks: more than 20000'
    when pg_column_size(tasks) > 16000000 then 'Tasks: larger than 16 MB'
  end;
  if reason is not null then raise check_violation using message = reason; end if;

  select position, problem into bad from (
    select t.position, case
      when jsonb_typeof(e) <> 'object' then 'not an object'
      when not (e ?& members) or e - members <> '{}' then 'members must be exactly ' || array_to_string(members, ', ')
      when jsonb_typeof(e -> 'id') <> 'number' or (e ->> 'id') !~ '^[1-9][0-9]{0,8}$' then 'id must be a whole number from 1'
      when jsonb_typeof(e -> 'time') <> 'string' or char_length(e ->> 'time') > 40
        or (e ->> 'time') !~ '^20[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]+)?\+08:00$'
        or (e ->> 'time')::timestamptz is null then 'time must be an ISO time with +08:00'
      when jsonb_typeof(e -> 'year') <> 'string' or (e ->> 'year') !~ '^20(2[2-9]|30)$' then 'year must be ''2022'' to ''2030'''
      when jsonb_typeof(e -> 'month') <> 'string' or (e ->> 'month') not in
        ('january', 'february', 'mar', 'apr', 'may', 'june', 'july', 'august', 'sep', 'oct', 'nov', 'dec') then 'month is unknown'
      when jsonb_typeof(e -> 'title') <> 'string' or (e ->> 'title') !~ visible or char_length(e ->> 'title') > 200
        or (e ->> 'title') ~ control then 'title must be 1 to 200 characters of plain text'
      when jsonb_typeof(e -> 'tasks') <> 'string' or (e ->> 'tasks') !~ visible or char_length(e ->> 'tasks') > 10000
        or (e ->> 'tasks') ~ control then 'text must be 1 to 10000 characters of plain text'
      when e -> 'showing' not in ('"True"', '"False"') then 'showing must be ''True'' or ''False'''
      when jsonb_typeof(e -> 'pdf') <> 'string' or ((e ->> 'pdf') <> '' and (char_length(e ->> 'pdf') > 400 or (e ->> 'pdf') not like lengths
        or (e ->> 'pdf') !~ document))
        then 'pdf must be a PDF of this site, or empty'
      when jsonb_typeof(e -> 'urls') <> 'array' then 'urls must be an array'
      when jsonb_array_length(e -> 'urls') > 60 then 'more than 60 photos'
      when exists (select 1 from jsonb_array_elements(e -> 'urls') u
        where jsonb_typeof(u) <> 'string' or char_length(u #>> '{}') > 400 or (u #>> '{}') not like lengths or (u #>> '{}') !~ photo)
        then 'each photo must be a picture of this site'
    end as problem
    from jsonb_array_elements(tasks) with ordinality as t(e, position)
  ) checked where problem is not null limit 1;
  if found then
    raise check_violation using message = format('Task at position %s: %s', bad.position, bad.problem);
  end if;
  if (select count(*) <> count(distinct e ->> 'id') from jsonb_array_elements(tasks) e) then
    raise check_violation using message = 'Tasks: the same id twice';
  end if;
  return true;
end $$;

-- The failure entries of a site's car posts (spec §3 "Car post record"): true, or a check violation.
create function private.car_posts_valid(posts jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  members constant text[] := array['type', 'entrance', 'exit', 'year'];
  control constant text := '[\u0001-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  whole constant text := '^(0|[1-9][0-9]{0,5})$';
  reason text;
  bad record;
begin
  reason := case
    when jsonb_typeof(posts) is distinct from 'object' then 'Car posts: not an object'
    when pg_column_size(posts) > 4000000 then 'Car posts: larger than 4 MB'
    when (select count(*) > 200 from jsonb_object_keys(posts)) then 'Car posts: more than 200'
  end;
  if reason is not null then raise check_violation using message = reason; end if;

  -- Names that are members of every JavaScript object would break a reader that uses the name as a key.
  select key, problem into bad from (
    select p.key, case
      when p.key ~ '^\s*$' or char_length(p.key) > 80 or p.key ~ control then 'name must be 1 to 80 characters of plain text'
      when p.key ~ '^__' or p.key in ('constructor', 'prototype', 'toString', 'toLocaleString', 'valueOf', 'hasOwnProperty',
        'isPrototypeOf', 'propertyIsEnumerable') then 'name is reserved'
      when jsonb_typeof(p.value) <> 'array' then 'not an array'
      when jsonb_array_length(p.value) > 5000 then 'more than 5000 entries'
    end as problem
    from jsonb_each(posts) p
  ) checked where problem is not null limit 1;
  if found then
    raise check_violation using message = format('Car post %s: %s', left(bad.key, 80), bad.problem);
  end if;

  select key, problem into bad from (
    select p.key, case
      when jsonb_typeof(f) <> 'object' then 'an entry is not an object'
      when not (f ?& members) or f - members <> '{}' then 'members of an entry must be exactly ' || array_to_string(members, ', ')
      when jsonb_typeof(f -> 'type') <> 'string' or char_length(f ->> 'type') > 120 or (f ->> 'type') ~ control
        then 'type must be at most 120 characters of plain text'
      when jsonb_typeof(f -> 'entrance') <> 'number' or (f ->> 'entrance') !~ whole
        or jsonb_typeof(f -> 'exit') <> 'number' or (f ->> 'exit') !~ whole then 'counts must be whole numbers from 0 to 999999'
      when jsonb_typeof(f -> 'year') <> 'number' or (f ->> 'year') !~ '^20(2[0-9]|30)$' then 'year must be 2020 to 2030'
    end as problem
    from jsonb_each(posts) p cross join jsonb_array_elements(p.value) f
  ) checked where problem is not null limit 1;
  if found then raise check_violation using message = format('Car post %s: %s', bad.key, bad.problem); end if;
  return true;
end $$;
