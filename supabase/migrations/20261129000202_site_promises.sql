-- Why: a building pays for being helped within hours and for some calls a year; as numbers they can be held against what happened
-- (decisions §14). A promise that was changed holds from a day, and what was promised until then stays in promised_before.
set local lock_timeout = '5s';
-- the view before its table, as readers do: the other order may end in a deadlock
do $$ begin lock table public.maintables; end $$;

-- Whether this is a list of at most 20 earlier promises in the order of their last days: { until, hours, calls }, null where nothing was promised.
create function private.promises_valid(promises jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  promise jsonb;
  before date;
begin
  if promises is null then return true; end if;
  if jsonb_typeof(promises) <> 'array' or jsonb_array_length(promises) not between 1 and 20 then return false; end if;
  for promise in select p from jsonb_array_elements(promises) p loop
    if jsonb_typeof(promise) <> 'object' or not promise ?& array['until', 'hours', 'calls'] or promise - array['until', 'hours', 'calls'] <> '{}'
      or jsonb_typeof(promise -> 'until') <> 'string' or (promise ->> 'until') !~ '^20[0-9][0-9]-[01][0-9]-[0-3][0-9]$'
      or jsonb_typeof(promise -> 'hours') not in ('number', 'null') or jsonb_typeof(promise -> 'calls') not in ('number', 'null')
      or (promise ->> 'hours')::numeric not between 0.25 and 720 or (promise ->> 'hours')::numeric * 100 % 1 <> 0
      or (promise ->> 'calls')::numeric not between 1 and 366 or (promise ->> 'calls')::numeric % 1 <> 0
      or (promise ->> 'until')::date <= before then return false; end if;
    before := (promise ->> 'until')::date;
  end loop;
  return true;
exception when data_exception then
  return false;
end $$;
revoke all on function private.promises_valid from public, service_role, authenticated;
-- a row check runs with the writer's rights
grant execute on function private.promises_valid to anon;

alter table public.maintable
  -- to the hundredth, as the portal reads them
  add column response_hours double precision
    check (response_hours between 0.25 and 720 and round(response_hours::numeric, 2) = response_hours::numeric),
  add column emergency_calls_a_year smallint check (emergency_calls_a_year between 1 and 366),
  add column promised_before jsonb check (private.promises_valid(promised_before));
comment on column public.maintable.response_hours is 'Within how many hours an emergency call is answered; NULL: not agreed';
comment on column public.maintable.emergency_calls_a_year is 'Emergency calls that a contract year includes; NULL: not agreed, or unlimited';
comment on column public.maintable.promised_before is 'What was promised before: { until, hours, calls }, each until the end of a day';
select private.publish_site_column('response_hours');
select private.publish_site_column('emergency_calls_a_year');
select private.publish_site_column('promised_before');
