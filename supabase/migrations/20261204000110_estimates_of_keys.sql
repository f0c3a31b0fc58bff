-- Why: how many rows the planner expects can be asked for without a session (count=planned with limit=0), and with thousands of keys it was more than
-- one: by filters of every kind a stranger learned how their names and ends are spread. Compared as an array the planner expects ten roles that all agree, so next to
-- no row, whatever the filter.
set local lock_timeout = '5s';

alter policy admins_read on public.main using ((select private.has_session()) and 'admin' = all ((select array[private.session_role()])::text[]));
