-- Why: restore_change had a list of columns of its own. A column added later was not in it, so taking a change of it back
-- answered success and restored nothing. Now it sets what the change says, and refuses what it cannot set. A new column
-- of the site record is offered to the API by one call that names it.

-- Takes one change back: { revision } of the row it was made in. 404 unknown, 409 changed again since, 422 not of a kind
-- that can be taken back (new records, keys), or of a column that is gone or that the database sets itself.
create or replace function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  key_column text;
  stored jsonb;
  restored jsonb;
  settable text[];
  lost text;
  raised bigint;
begin
  perform private.require_admin();
  select * into change from private.change_log c where c.id = change_id;
  if not found then raise sqlstate 'PT404' using message = 'No such change'; end if;
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost') or change.before is null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

  select array_agg(a.attname::text) into settable from pg_attribute a
  where a.attrelid = format('public.%I', change.table_name)::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname not in ('id', 'site_id', 'revision', 'updated_at');
  select string_agg(key, ', ' order by key) into lost from jsonb_object_keys(change.before || change.after) key
  where key <> all (settable);
  if lost is not null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back: ' || lost || ' cannot be set';
  end if;

  key_column := case change.table_name when 'maintable' then 'id' else 'site_id' end;
  execute format('select to_jsonb(t) from public.%I t where t.%I = $1 for update', change.table_name, key_column)
    into stored using change.row_id;
  if exists (select 1 from jsonb_each(change.after - 'tasks2024') a where stored -> a.key is distinct from a.value) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  restored := change.before;
  if change.after ? 'tasks2024' then
    restored := restored || jsonb_build_object('tasks2024',
      private.tasks_restored(stored -> 'tasks2024', change.before -> 'tasks2024', change.after -> 'tasks2024'));
  end if;
  execute format('update public.%1$I t set %2$s from jsonb_populate_record(null::public.%1$I, $1) r where t.%3$I = $2 returning t.revision',
      change.table_name, (select string_agg(format('%1$I = r.%1$I', key), ', ') from jsonb_object_keys(restored) key), key_column)
    into raised using restored, change.row_id;
  return json_build_object('revision', raised);
end $$;

-- For migrations: lets the API read, add and change a new column of the site record. One call a column, by name, so that
-- no column is open because somebody forgot to think of it.
create function private.publish_site_column(column_name text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format('grant insert (%1$I), update (%1$I) on public.maintable to anon', column_name);
  -- a view takes new columns at its end only
  execute format('create or replace view public.maintables with (security_invoker = true) as select %s, %I from private.my_sites()',
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = 'public.maintables'::regclass and a.attnum > 0 and not a.attisdropped), column_name);
end $$;
