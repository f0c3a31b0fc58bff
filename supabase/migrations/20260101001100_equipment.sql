-- Why: the equipment of a site stood in every form anew, typed from the last one. Now the site record keeps it, and the next
-- visit's form begins with it.

-- Equipment as the form names it (spec §3): true, or a check violation that names what is wrong. Null is "none kept", and the
-- only way to say so.
create function private.equipment_valid(equipment jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  fields constant text[] := array['deviceModel', 'barrierGate', 'rfidReader', 'firmwareVersion', 'accessControllerSoftware',
    'softwareVersion', 'accessController', 'subAccessController', 'dataConverter', 'loopDetector', 'wgLoopDetector', 'spd', 'avr'];
  -- both as in text_ok, which the writer cannot reach from here: anon has no way into the schema private
  visible constant text := '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]';
  control constant text := '[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]';
  bad record;
begin
  if equipment is null then return true; end if;
  if jsonb_typeof(equipment) <> 'object' then
    raise check_violation using message = 'Equipment: not an object';
  end if;
  if equipment = '{}' then
    raise check_violation using message = 'Equipment: nothing in it; it is null where none is kept';
  end if;
  select key, problem into bad from (
    select e.key, case
      when e.key <> all (fields) then 'no such field'
      when jsonb_typeof(e.value) <> 'string' then 'not a text'
      when e.value #>> '{}' !~ visible then 'empty'
      when char_length(e.value #>> '{}') > 500 or (e.value #>> '{}') ~ control then 'must be at most 500 characters of plain text'
    end as problem
    from jsonb_each(equipment) e
  ) checked where problem is not null order by key limit 1;
  if found then
    raise check_violation using message = format('Equipment, %s: %s', left(bad.key, 80), bad.problem);
  end if;
  return true;
end $$;

-- who writes a row runs its checks
revoke all on function private.equipment_valid(jsonb) from public;
grant execute on function private.equipment_valid(jsonb) to anon;

alter table public.maintable add column equipment jsonb check (private.equipment_valid(equipment));
select private.publish_site_column('equipment');
