-- Why: of a site with 5,000 visits it took half a second to say which ones a technician may correct: from the sixth time on,
-- when PostgreSQL has one plan for all roles, its sites were looked up once a visit. Now they are asked first, and once.

set local lock_timeout = '5s';

-- As before, but for the order of the questions.
create or replace function private.my_visits(of_site bigint) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '{}'; end if;
  return array(
    select v.task_id from private.visits v
    where v.site_id = of_site and (who = 'admin' or private.added_today(v.added_by, v.added_at, own))
    order by v.task_id);
end $$;
