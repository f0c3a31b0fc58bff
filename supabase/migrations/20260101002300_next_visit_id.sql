-- Why: an id has nine digits at most, no task is ever removed, and a new one gets the highest id plus one. So one visit with the
-- highest id there is would end a site's record for good: nobody could add another. A technician adds, and nothing that it
-- adds may take that from others. An admin is trusted with ids, as the one who brings records of before into the portal.
-- The same holds for the 20,000 tasks that a site may have: 50 visits a day are more than a technician makes.

set local lock_timeout = '5s';

-- As before, and the tasks that a technician adds get the next ids, and are at most 50 a day for a key and a site.
create or replace function private.refuse_all_but_adding() returns trigger
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
  from rows from (jsonb_array_elements(old.tasks2024), jsonb_array_elements(new.tasks2024)) with ordinality as t(o, n, place)
  where o is not null and record_image_ne(row(o), row(n))
    and not (n ->> 'id' is not distinct from o ->> 'id' and exists (select 1 from private.visits v
      where v.site_id = new.id and v.task_id = (o ->> 'id')::integer and private.added_today(v.added_by, v.added_at, live.main_id)))
  order by place limit 1;
  if found then
    raise sqlstate 'PT403' using message =
      format('Task %s was %s. Only an admin may do that, but for a visit that this key added today', bad.id, bad.done);
  end if;

  -- jsonb puts texts and null below numbers, lists and objects above: what is no id at all is refused here or by the next rule
  select coalesce(max((e ->> 'id')::bigint), 0) + 1 into next_id from jsonb_array_elements(old.tasks2024) e;
  select e ->> 'id' as id into bad from jsonb_array_elements(new.tasks2024) with ordinality as t(e, place)
  where place > jsonb_array_length(old.tasks2024)
    and e -> 'id' > to_jsonb(next_id + place - 1 - jsonb_array_length(old.tasks2024))
  order by place limit 1;
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
