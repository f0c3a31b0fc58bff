-- Why: whoever had typed counts while somebody else renamed a post saved them under the old name, and the post was there twice, with its
-- counts doubled. A save that merges must know which names changed since the record was read. The database compares each write with what
-- it replaces, so that every writer is understood: the screens, pages that were loaded before, a restored change, raw requests.

set local lock_timeout = '5s';

-- Which names changed, oldest first: [{revision, post, was, is, taken?}]. post is null where a post itself changed its name, and the
-- post of a failure type otherwise. is null: removed. was null: there again after a removal. taken: the counts that left the type `was`
-- for the type `is`, as when an admin takes back that two types were added together.
alter table public.carpost add column renames jsonb not null default '[]';
comment on column public.carpost.renames is 'The latest changes of names, which the database finds in each write';

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
-- has another name where exactly one is gone, and exactly one came, with the same entries.
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

-- Whoever writes `renames` only says what a type of zeros became, or came out of: [{was, is}]. The database finds the rest, and keeps the latest 100. A new
-- name is noted only where it was removed before: a new post or type is none of another name.
create function private.note_renames() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  said constant jsonb := case when new.renames is distinct from old.renames then new.renames -> 0 end;
begin
  new.renames := old.renames;
  -- what is no record of posts is refused by its checks, or here
  if new.json is null or new.json = old.json or not private.car_posts_valid(new.json) then return new; end if;
  select coalesce(jsonb_agg(l.fact order by l.place), '[]') into new.renames from (
    select f.fact, f.place, count(*) over () - row_number() over (order by f.place) as later
    from (
      select fact, place from jsonb_array_elements(old.renames) with ordinality o (fact, place)
      union all
      select fact || jsonb_build_object('revision', new.revision), 1000 + place
      from jsonb_array_elements(private.renames_between(old.json, new.json, said)) with ordinality n (fact, place)
      where fact ->> 'was' is not null
        or old.renames @> jsonb_build_array(jsonb_build_object('post', fact -> 'post', 'was', fact -> 'is', 'is', null))
    ) f) l
  where l.later < 100;
  return new;
end $$;
-- after raise_revision, by its name
create trigger tell_renames before update on public.carpost for each row execute function private.note_renames();

-- The log has the posts before and after, from which its screen knows what was renamed; a restored change is a write as others are.
create function private.unlog_renames() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.before := new.before - 'renames';
  new.after := new.after - 'renames';
  return new;
end $$;
create trigger unlog_renames before insert on private.change_log
  for each row when (new.table_name = 'carpost') execute function private.unlog_renames();

revoke all on function private.type_sums(jsonb, text, text), private.type_heir(jsonb, jsonb, text, text),
  private.renames_between(jsonb, jsonb, jsonb), private.note_renames(), private.unlog_renames()
  from public, anon, authenticated, service_role;
grant update (renames) on public.carpost to anon;
