-- The day of an admin: saving, the change log, keys. Runs on the rows of tests/database/support/base-rows.ts.
begin;
create extension if not exists pgtap with schema extensions;
grant usage on schema extensions to anon;
grant execute on all functions in schema extensions to anon;
set local search_path = public, extensions;
select plan(29);

create function pg_temp.arrive(key text) returns void language plpgsql as $$
declare answer json;
begin
  perform set_config('request.headers', '{}', true);
  answer := public.login(key);
  perform set_config('request.headers', json_build_object('x-portal-session', answer ->> 'session')::text, true);
end $$;
create temp table made (id bigint, key text);
grant all on made to anon;

grant execute on function pg_temp.arrive(text) to anon;

set local role anon;
select pg_temp.arrive('ADMIN-TEST-0001');
select results_eq('select name from public.maintables order by 1', array['One', 'Two'], 'an admin sees every site');
select is((select tasks2024 -> 1 ->> 'title' from public.maintables where name = 'One'), 'One hidden', 'and hidden tasks whole');

select results_eq('update public.maintable set capacity = ''9'', revision = 2 where name = ''One'' and revision = 1 returning revision',
  array[2::bigint], 'a save raises the revision');
select is_empty('update public.maintable set capacity = ''8'', revision = 2 where name = ''One'' and revision = 1 returning 1', 'a late save changes nothing');
select throws_ok('update public.maintable set capacity = ''8'' where name = ''One''', 'PT409', null, 'a save without a revision is refused');
select throws_ok('update public.maintable set capacity = ''8'', revision = 2 where name = ''One''', 'PT409', null, 'and over an old one');
select throws_ok('update public.maintable set capacity = ''8'', revision = revision + 1', '21000', null, 'and of all sites at once');
select throws_ok('update public.maintable set tasks2024 = ''[{}]'', revision = 3 where name = ''One''', '23514', null, 'a broken task is refused');
select throws_ok('update public.maintable set tasks2024 = null, revision = 3 where name = ''One''', '23502', null, 'and so is no array');
select throws_ok('update public.maintable set tasks2024 = tasks2024 - 0, revision = 3 where name = ''One''', '23514',
  'Task 1: missing. Tasks are hidden, never removed', 'a task cannot be left out');
select throws_ok('update public.carpost set json = ''{"__proto__": []}'', revision = 2 where site_id = 1', '23514', null, 'and a reserved name');
select throws_ok('delete from public.maintable', '42501', null, 'a site cannot be deleted');

select is((select count(*)::int from public.list_changes()), 1, 'only the save that was accepted is in the log');
select is((select before ->> 'capacity' from public.list_changes()), null, 'with what was before');
select is((select after ->> 'capacity' from public.list_changes()), '9', 'and after');
select is((select public.restore_change(id) ->> 'revision' from public.list_changes()), '3', 'it can be taken back');
select is((select capacity from public.maintable where name = 'One'), null, 'and is');

select is(public.site_overview() -> 0 ->> 'last_visit', '2026-03-26T16:05:00+08:00', 'the overview knows the last visit of a site');
select is((select string_agg(e ->> 'visits', ',') from jsonb_array_elements(public.site_overview()) e), '1,1', 'and counts what is shown');
select is((select string_agg(e ->> 'title', ', ') from jsonb_array_elements(public.search_visits('ONE text')) e), 'One hidden, One seen',
  'the visits of all sites are searched, hidden ones too');
select is(public.search_visits('one', page_size => 1, before => public.search_visits('one', page_size => 1) -> 0) -> 0 ->> 'task_id', '1',
  'in pages');
select throws_ok('select public.search_visits(repeat(''x'', 201))', 'PT422', null, 'but not for whole letters');
select is((select count(*)::int from public.list_changes(of_kind => 'site', words => 'one', from_day => current_date - 1)), 2,
  'the change log is asked by kind, word and day');

insert into made select (k ->> 'id')::bigint, k ->> 'key' from public.issue_key('user', 'New', 1) k;
select matches((select key from made), '^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$', 'a key is shown once, in groups of four');
select ok((select revoked_at is null from public.main where id = (select id from made)), 'it is in use');
select lives_ok('select public.revoke_key((select id from made))', 'it can be withdrawn');
select is(public.login((select key from made)) ->> 'message', 'Invalid token', 'and does not open the door any more');
select throws_ok('select public.revoke_key(1)', 'PT409', null, 'the last admin key stays');

reset role;
select throws_ok('delete from private.change_log', 'P0001', null, 'the log stays, even for the owner');
select * from finish();
rollback;
