-- The day of a technician of site One: what the database lets somebody in the field see and do. Runs on the rows of
-- tests/database/support/base-rows.ts.
begin;
create extension if not exists pgtap with schema extensions;
grant usage on schema extensions to anon;
grant execute on all functions in schema extensions to anon;
set local search_path = public, extensions;
select plan(39);

create function pg_temp.arrive(key text) returns void language plpgsql as $$
declare answer json;
begin
  perform set_config('request.headers', '{}', true);
  answer := public.login(key, true);
  perform set_config('request.headers', json_build_object('x-portal-session', answer ->> 'session')::text, true);
end $$;
create temp table made (id bigint, key text);
grant all on made to anon;
grant execute on function pg_temp.arrive(text) to anon;
-- a new visit with this id
create function pg_temp.visit(id integer, title text default 'New') returns jsonb language sql as $$
  select jsonb_build_array(jsonb_build_object('id', id, 'time', '2026-04-02T09:30:00+08:00', 'urls', '[]'::jsonb, 'year', '2026',
    'month', 'apr', 'tasks', 'Text', 'title', title, 'pdf', '', 'showing', 'True'))
$$;
grant execute on function pg_temp.visit(integer, text) to anon;

set local role anon;
select pg_temp.arrive('ADMIN-TEST-0001');
insert into made select (k ->> 'id')::bigint, k ->> 'key' from public.issue_key('technician', 'In the field', site_ids => '{1}') k;
select results_eq('select site_ids from public.main where id = (select id from made)', $$values ('{1}'::bigint[])$$, 'an admin reads the sites of a key');
select throws_ok('select public.issue_key(''technician'', ''x'', site_ids => ''{1,99}'')', 'PT422', 'There is no site 99', 'sites must be there');

select pg_temp.arrive((select key from made));
select is(public.whoami() ->> 'role', 'technician', 'a technician is told its role');
select is(public.whoami() ->> 'site', null, 'and no site');
select is(public.whoami() ->> 'kept', 'true', 'and that it stays logged in');
select results_eq('select name from public.maintables', array['One'], 'it sees the site that it was given');
select results_eq('select name from public.maintable', array['One'], 'by way of the table too');
select is((select tasks2024 -> 1 ->> 'title' from public.maintables), 'One hidden', 'and hidden tasks whole');
select results_eq('select site_id from public.carpost', array[1::bigint], 'and its counts');
select is_empty('select 1 from public.maintable where name = ''Two''', 'and nothing of another site');
select is_empty('select id from public.main', 'no key');
select throws_ok('select * from public.list_changes()', 'PT403', 'Not allowed with this key', 'no change log');
select results_eq('select r ->> ''name'' from jsonb_array_elements(public.site_overview()) r', array['One'], 'the overview has its site alone');
select is_empty('select k from jsonb_array_elements(public.site_overview()) r, jsonb_object_keys(r) k where k like ''keys%''',
  'and says nothing of keys');
select throws_ok('select public.search_visits(''one'')', 'PT403', null, 'no search over all sites');
select throws_ok('select public.restore_change(1)', 'PT403', null, 'it takes nothing back');
select throws_ok('select public.issue_key(''admin'', ''me'')', 'PT403', null, 'it issues no key');
select throws_ok('select public.set_key_sites((select id from made), null)', 'PT403', null, 'and gives itself no sites');
select throws_ok('select public.unlock_analytics(''ADMIN-TEST-0001'')', 'PT403', null, 'it unlocks no counts');
select throws_ok('select * from private.visits', '42501', null, 'the schema private is out of reach');
select throws_ok('select private.session_sites()', '42501', null, 'with its functions');
select throws_ok('insert into public.maintable (name) values (''Mine'')', '42501', null, 'no site can be added');
select throws_ok('delete from public.maintable', '42501', null, 'nor deleted');
select is_empty('update public.carpost set json = ''{}'', revision = 2 where site_id = 1 returning 1', 'counts stay');
select throws_ok('update public.maintable set capacity = ''9'', revision = 2 where id = 1', 'PT403',
  'Only an admin changes the record of a site: capacity', 'the record stays');
select throws_ok('update public.maintable set name = ''Two'', revision = 2 where id = 1', 'PT403',
  'Only an admin changes the record of a site: name', 'and no name tells which sites there are');
select throws_ok('update public.maintable set tasks2024 = tasks2024 - 0, revision = 2 where id = 1', 'PT403', null, 'no task is left out');
select throws_ok('update public.maintable set tasks2024 = jsonb_set(tasks2024, ''{0,showing}'', ''"False"''), revision = 2 where id = 1', 'PT403',
  'Task 1 was hidden. Only an admin may do that, but for a visit that this key added today', 'none is hidden');
select throws_ok('update public.maintable set tasks2024 = pg_temp.visit(3) || tasks2024, revision = 2 where id = 1', 'PT403',
  'Task 1 was moved. Only an admin may do that, but for a visit that this key added today', 'none is put in front');
select is_empty('update public.maintable set tasks2024 = tasks2024 || pg_temp.visit(3), revision = 2 where id = 2 returning 1', 'and none is added elsewhere');

select results_eq('update public.maintable set tasks2024 = tasks2024 || pg_temp.visit(3), revision = 2 where id = 1 and revision = 1 returning revision',
  array[2::bigint], 'a visit is added');
select is(public.my_visits(1), '{3}', 'it may be corrected today');
select results_eq('update public.maintable set tasks2024 = jsonb_set(tasks2024, ''{2,title}'', ''"Better"''), revision = 3 where id = 1 returning revision',
  array[3::bigint], 'and is');
reset role;
update private.visits set added_at = added_at - interval '1 day' where site_id = 1 and task_id = 3;
select is((select added_by from private.visits where task_id = 3 and site_id = 1), (select id from made), 'who added it is kept');
set local role anon;
select is(public.my_visits(1), '{}', 'tomorrow it is not its own any more');
select throws_ok('update public.maintable set tasks2024 = jsonb_set(tasks2024, ''{2,title}'', ''"Late"''), revision = 4 where id = 1', 'PT403',
  'Task 3 was changed. Only an admin may do that, but for a visit that this key added today', 'and stays as it is');

select is(json_array_length(public.list_sessions()), 1, 'it sees where its key is logged in');
select ok(public.end_session((public.list_sessions() -> 0 ->> 'id')::uuid), 'and can end that');
select throws_ok('select public.whoami()', 'PT401', 'Session expired', 'at once');
select * from finish();
rollback;
