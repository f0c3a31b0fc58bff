-- Why: which part of which car post failed how often in a year, edited by admins, and by a client whose session an admin opened.

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

create table public.carpost (
  site_id bigint primary key references public.maintable (id) on delete restrict,
  json jsonb not null default '{}' check (private.car_posts_valid(json)),
  revision bigint not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.carpost is 'Failure counts of each site, by car post';
create trigger raise_revision before insert or update on public.carpost
  for each row execute function private.raise_revision();
create trigger keep_rows before delete on public.carpost for each row execute function private.refuse_change();
create trigger keep_all before truncate on public.carpost for each statement execute function private.refuse_change();
create trigger one_row after update on public.carpost referencing old table as written
  for each statement execute function private.refuse_many();
