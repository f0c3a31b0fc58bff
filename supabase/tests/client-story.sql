-- The day of a client: what the database lets a building see and do. Runs on the rows of tests/database/support/base-rows.ts.
begin;
create extension if not exists pgtap with schema extensions;
grant usage on schema extensions to anon;
grant execute on all functions in schema extensions to anon;
set local search_path = public, extensions;
select plan(26);

create function pg_temp.arrive(key text) returns void language plpgsql as $$
declare answer json;
begin
  perform set_config('request.headers', '{}', true);
  answer := public.login(key);
  perform set_config('request.headers', json_build_object('x-portal-session', answer ->> 'session')::text, true);
end $$;

grant execute on function pg_temp.arrive(text) to anon;

set local role anon;
select is(public.login('WRONG') ->> 'message', 'Invalid token', 'a wrong key is refused in one wording');
select is(current_setting('response.status'), '401', 'and with its status');
select throws_ok('select * from public.maintables', 'PT401', 'Session expired', 'nothing is read without a session');
select throws_ok('select id from public.main', 'PT401', 'Session expired', 'nor is any key');
select throws_ok('update public.maintable set address = ''x'' where name = ''Nowhere''', 'PT401', null, 'nor is a write told what exists');

select pg_temp.arrive('SITEONE-TEST-0001');
select is(public.whoami() ->> 'site', 'One', 'the session knows its site');
select results_eq('select name from public.maintables', array['One'], 'a client sees the own site');
select is_empty('select 1 from public.maintable', 'and no site by way of the table');
select is_empty('select id from public.main', 'and no key');
select is((select tasks2024 -> 1 from public.maintables), '{"id": 2, "year": "2026", "month": "mar", "showing": "False"}',
  'of a hidden task comes the outline');
select throws_ok('select token from public.main', '42501', null, 'the hash of a key is for nobody');
select throws_ok('select private.session_role()', '42501', null, 'the inner functions are out of reach');
select throws_ok('select * from private.sessions', '42501', null, 'and so are the sessions');
select throws_ok('delete from public.carpost', '42501', null, 'nothing can be deleted');
select throws_ok('insert into public.maintable (name) values (''Mine'')', '42501', null, 'no site can be added');
select throws_ok('select public.issue_key(''admin'', ''me'')', 'PT403', 'Not allowed with this key', 'no key can be issued');
select throws_ok('select public.site_overview()', 'PT403', null, 'there is no overview of other sites');
select throws_ok('select public.search_visits(''one'')', 'PT403', null, 'and no search in their visits, or in the own hidden ones');
select throws_ok('select * from public.list_changes(words => ''one'')', 'PT403', null, 'nor in the change log');
select throws_ok('select * from private.visits', '42501', null, 'whose rows are out of reach');
select is_empty('update public.carpost set json = ''{}'', revision = 2 returning 1', 'the failure counts are locked');

select is(public.unlock_analytics('SITETWO-TEST-0002') ->> 'message', 'Invalid token.', 'a client key does not unlock them');
select ok(public.unlock_analytics('ADMIN-TEST-0001') ->> 'unlocked_until' is not null, 'an admin key does');
select results_eq('update public.carpost set json = ''{}'', revision = 2 returning site_id', array[1::bigint], 'for the own site');

select lives_ok('select public.logout()', 'a client can leave');
select throws_ok('select public.whoami()', 'PT401', 'Session expired', 'and is gone');
select * from finish();
rollback;
