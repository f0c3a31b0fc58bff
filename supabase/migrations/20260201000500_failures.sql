-- Why: which part of which car post failed how often in a year, edited by admins, and by a client whose session an admin opened.
-- Whoever had typed counts while somebody else renamed a post saved them under the old name, and the post was there twice, with its counts
-- doubled. A save that merges must know which names changed since the record was read. The database compares each write with what it
-- replaces, so that every writer is understood: the screens, a restored change, raw requests.

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
  updated_at timestamptz not null default now(),
  -- Which names changed, oldest first: [{revision, post, was, is, taken?}]. post is null where a post itself changed its name, and the
  -- post of a failure type otherwise. is null: removed. was null: there again after a removal. taken: the counts that left the type `was`
  -- for the type `is`, as when an admin takes back that two types were added together.
  renames jsonb not null default '[]'
);
comment on table public.carpost is 'Failure counts of each site, by car post';
comment on column public.carpost.renames is 'The latest changes of names, which the database finds in each write';
create trigger raise_revision before insert or update on public.carpost
  for each row execute function private.raise_revision();
create trigger keep_rows before delete on public.carpost for each row execute function private.refuse_change();
create trigger keep_all before truncate on public.carpost for each statement execute function private.refuse_change();
create trigger one_row after update on public.carpost referencing old table as written
  for each statement execute function private.refuse_many();

-- The counts of each type and year together, by '["Loop", 2026]': [entrance, exit]. A type may count under another name.
create function private.type_sums(list jsonb, was text default null, is_now text default null) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(s.kind, s.sums), '{}') from (
    select jsonb_build_array(case when e ->> 'type' = was then is_now else e ->> 'type' end, e -> 'year')::text as kind,
      jsonb_build_array(sum((e ->> 'entrance')::integer), sum((e ->> 'exit')::integer)) as sums
    from jsonb_array_elements(list) e group by 1) s
$$;

-- The type that has taken over all counts of a type that is gone: the only one that differs. NULL where there is none. A type of zeros
-- changes no other one, so `said` tells where it went: without that it is removed.
create function private.type_heir(before jsonb, after jsonb, gone text, said text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  sums constant jsonb := private.type_sums(after);
  known constant jsonb := private.type_sums(before);
  differing text[];
begin
  select coalesce(array_agg(distinct s.key::jsonb ->> 0), array[said]) into differing
  from jsonb_each(sums) s where s.value is distinct from known -> s.key;
  if cardinality(differing) > 1 or private.type_sums(before, gone, differing[1]) <> sums then return null; end if;
  return differing[1];
end $$;

-- The changes of names between two versions of the posts, without their revision. Each of the screens' writes changes one name. A post
-- has another name where exactly one is gone, and exactly one came, with the same entries: equal lists of two posts pair with none.
-- `said` is what the writer says of a type of zeros, as {was, is}.
create function private.renames_between(before jsonb, after jsonb, said jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  found jsonb;
  changed record;
  gone text[];
  came text[];
  heir text;
begin
  with gone as (select o.key as name, case count(*) over (partition by o.value) when 1 then o.value end as list
      from jsonb_each(before) o where not after ? o.key),
    came as (select n.key as name, case count(*) over (partition by n.value) when 1 then n.value end as list
      from jsonb_each(after) n where not before ? n.key),
    pairs as (select g.name as was, c.name as is_now from gone g full join came c on c.list = g.list)
  select coalesce(jsonb_agg(jsonb_build_object('post', null, 'was', p.was, 'is', p.is_now) order by p.was), '[]') into found from pairs p;

  for changed in
    select o.key as post, o.value as was, n.value as is_now
    from jsonb_each(before) o join jsonb_each(after) n using (key) where o.value <> n.value
  loop
    gone := array(select e ->> 'type' from jsonb_array_elements(changed.was) e except select e ->> 'type' from jsonb_array_elements(changed.is_now) e);
    came := array(select e ->> 'type' from jsonb_array_elements(changed.is_now) e except select e ->> 'type' from jsonb_array_elements(changed.was) e);
    if cardinality(gone) = 1 and cardinality(came) < 2 then
      heir := private.type_heir(changed.was, changed.is_now, gone[1], case when said ->> 'was' = gone[1] then said ->> 'is' end);
      if heir is not null then
        found := found || jsonb_build_object('post', changed.post, 'was', gone[1], 'is', heir);
        continue;
      end if;
    elsif cardinality(came) = 1 and cardinality(gone) = 0 then
      -- the two versions the other way round: a merge of types was taken back, and its counts came out of the heir
      heir := private.type_heir(changed.is_now, changed.was, came[1], case when said ->> 'is' = came[1] then said ->> 'was' end);
      if heir is not null then
        found := found || jsonb_build_object('post', changed.post, 'was', heir, 'is', came[1], 'taken', (
          select jsonb_agg(jsonb_build_object('year', s.key::jsonb -> 1, 'entrance', s.value -> 0, 'exit', s.value -> 1))
          from jsonb_each(private.type_sums(changed.is_now)) s where s.key::jsonb ->> 0 = came[1]));
        continue;
      end if;
    end if;
    found := found
      || coalesce((select jsonb_agg(jsonb_build_object('post', changed.post, 'was', g, 'is', null)) from unnest(gone) g), '[]')
      || coalesce((select jsonb_agg(jsonb_build_object('post', changed.post, 'was', null, 'is', c)) from unnest(came) c), '[]');
  end loop;
  return found;
end $$;

-- Whoever writes `renames` only says what a type of zeros became, or came out of: [{was, is}]. The database finds the rest, and
-- stores the latest 100. A new name is stored only where it was removed before: a new post or type is none of another name.
create function private.note_renames() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := case when new.renames is distinct from old.renames then new.renames -> 0 end;
begin
  new.renames := old.renames;
  -- what is no record of posts is refused by its checks, or here
  if new.json is null or new.json = old.json or not private.car_posts_valid(new.json) then return new; end if;
  select coalesce(jsonb_agg(l.fact order by l.index), '[]') into new.renames from (
    select f.fact, f.index, count(*) over () - row_number() over (order by f.index) as later
    from (
      select fact, index from jsonb_array_elements(old.renames) with ordinality o (fact, index)
      union all
      select fact || jsonb_build_object('revision', new.revision), 1000 + index
      from jsonb_array_elements(private.renames_between(old.json, new.json, said)) with ordinality n (fact, index)
      where fact ->> 'was' is not null
        or old.renames @> jsonb_build_array(jsonb_build_object('post', fact -> 'post', 'was', fact -> 'is', 'is', null))
    ) f) l
  where l.later < 100;
  return new;
end $$;
-- after raise_revision, by its name
create trigger tell_renames before update on public.carpost for each row execute function private.note_renames();
