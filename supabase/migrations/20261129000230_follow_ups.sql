-- Why: a technician sees at each site what visits recommended and nobody has done yet (decisions §14), also without a connection, and the tasks
-- of all sites would be too much to read for that.
set local lock_timeout = '5s';

-- The shown visits that recommend something or carried something out, with these two members as stored; of a technician's key those of
-- its sites. What is open is decided by src/records/task/follow-ups.ts. In one value, as the API cuts a set of rows off at 1,000.
create function private.follow_ups() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  -- of a technician; none for everybody else
  given bigint[] := coalesce(private.session_sites(), '{}');
begin
  if who not in ('admin', 'technician') then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site_id', v.site_id, 'id', v.task_id, 'time', v.time, 'follow', v.members -> 'follow',
      'closes', v.members -> 'closes') order by v.site_id, v.task_id), '[]')
    from private.visits v
    where v.showing and (who = 'admin' or v.site_id = any (given)) and v.members ?| array['follow', 'closes']);
end $$;

create function public.follow_ups() returns jsonb
  language sql stable set search_path = '' return private.follow_ups();

revoke all on function private.follow_ups, public.follow_ups from public, anon, authenticated, service_role;
grant execute on function private.follow_ups, public.follow_ups to anon;
