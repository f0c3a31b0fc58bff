-- Why: who added, changed and removed documents, contacts and notes of a site is evidence as all else is, and is found and taken back like it. Lines
-- about notes are read by admins only, as the whole log is.
set local lock_timeout = '5s';

-- Takes one change back: { revision } of the row it was made in. A line of a move takes back the whole move. 404 unknown, 409 changed
-- again since, 422 not of a kind that can be taken back (new records, keys), or of a column that is gone or that the database sets itself, or
-- of a visit that was moved since (hint moved). It stands on the revision that is stored, which it holds. What stands as it was before the
-- change, as after another restoring of it, stays: neither is it refused nor is there a line of it. A task that the change had added is hidden.
create or replace function private.revert_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  change private.change_log;
  stored_in text;
  key_column text;
  stored jsonb;
  restored jsonb;
  settable text[];
  lost text;
  raised bigint;
  move private.visit_moves;
begin
  perform private.require_admin();
  select * into change from private.change_log c where c.id = change_id;
  if not found then raise sqlstate 'PT404' using message = 'No such change'; end if;
  if change.operation <> 'UPDATE' or change.table_name not in ('maintable', 'carpost', 'site_documents', 'site_contacts', 'site_notes') or change.before is null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back';
  end if;

  select * into move from private.visit_moves m where change_id in (m.hidden_in, m.shown_in);
  if move.id is not null then return private.revert_move(move, change.site_id); end if;

  stored_in := format('%I.%I', case change.table_name when 'site_documents' then 'private' else 'public' end, change.table_name);
  select array_agg(a.attname::text) into settable from pg_attribute a
  where a.attrelid = stored_in::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attname not in ('id', 'site_id', 'revision', 'updated_at');
  select string_agg(key, ', ' order by key) into lost from jsonb_object_keys(change.before || change.after) key
  where key <> all (settable);
  if lost is not null then
    raise sqlstate 'PT422' using message = 'This change cannot be taken back: ' || lost || ' cannot be set';
  end if;

  key_column := case change.table_name when 'carpost' then 'site_id' else 'id' end;
  execute format('select to_jsonb(t) from %s t where t.%I = $1 for update', stored_in, key_column)
    into stored using change.row_id;
  if not exists (select 1 from jsonb_each(change.before - 'tasks2024') b where stored -> b.key is distinct from b.value)
    and not exists (select 1 from jsonb_array_elements(change.before -> 'tasks2024') b
      where not exists (select 1 from jsonb_array_elements(stored -> 'tasks2024') t where t = b))
    and not exists (select 1 from jsonb_array_elements(change.after -> 'tasks2024') a
      join jsonb_array_elements(stored -> 'tasks2024') t on t -> 'id' = a -> 'id'
      where t ->> 'showing' is distinct from 'False'
        and not exists (select 1 from jsonb_array_elements(change.before -> 'tasks2024') b where b -> 'id' = a -> 'id')) then
    return json_build_object('revision', (stored ->> 'revision')::bigint);
  end if;
  if exists (select 1 from jsonb_each(change.after - 'tasks2024') a where stored -> a.key is distinct from a.value) then
    raise sqlstate 'PT409' using message = 'Changed again since';
  end if;
  restored := change.before;
  if change.after ? 'tasks2024' then
    restored := restored || jsonb_build_object('tasks2024',
      private.tasks_restored(stored -> 'tasks2024', change.before -> 'tasks2024', change.after -> 'tasks2024'));
  end if;
  execute format('update %1$s t set revision = t.revision + 1, %2$s from jsonb_populate_record(null::%1$s, $1) r where t.%3$I = $2 returning t.revision',
      stored_in, (select string_agg(format('%1$I = r.%1$I', key), ', ') from jsonb_object_keys(restored) key), key_column)
    into raised using restored, change.row_id;
  return json_build_object('revision', raised);
end $$;
