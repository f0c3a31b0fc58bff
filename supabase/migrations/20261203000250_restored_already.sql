-- Why: whoever undoes an action again after he had cancelled it read of what the first press had undone that it was changed again since,
-- and a second tab read the same of one change.
set local lock_timeout = '5s';

-- { revision } of the row of a change that stands as it was before that change, so that nothing is left to take back; NULL otherwise, and for
-- a line of a move. A task that the change had added is hidden.
create function private.already_restored(change_id bigint) returns json
language plpgsql stable set search_path = '' as $$
declare
  change private.change_log;
  stored jsonb;
begin
  select * into change from private.change_log c
  where c.id = change_id and c.operation = 'UPDATE'
    and c.table_name in ('maintable', 'carpost', 'site_documents', 'site_contacts', 'site_notes')
    and not exists (select 1 from private.visit_moves m where c.id in (m.hidden_in, m.shown_in));
  if not found then return null; end if;
  execute format('select to_jsonb(t) from %I.%I t where t.%I = $1', case change.table_name when 'site_documents' then 'private' else 'public' end,
    change.table_name, case change.table_name when 'carpost' then 'site_id' else 'id' end) into stored using change.row_id;
  if exists (select 1 from jsonb_each(change.before - 'tasks2024') b where stored -> b.key is distinct from b.value)
    or exists (select 1 from jsonb_array_elements(change.before -> 'tasks2024') b
      where not exists (select 1 from jsonb_array_elements(stored -> 'tasks2024') t where t = b))
    or exists (select 1 from jsonb_array_elements(change.after -> 'tasks2024') a
      join jsonb_array_elements(stored -> 'tasks2024') t on t -> 'id' = a -> 'id'
      where t ->> 'showing' is distinct from 'False'
        and not exists (select 1 from jsonb_array_elements(change.before -> 'tasks2024') b where b -> 'id' = a -> 'id')) then
    return null;
  end if;
  return json_build_object('revision', (stored ->> 'revision')::bigint);
end $$;

-- Takes a change back, or answers as the first time where this attempt did so. What is taken back already stays as it is.
create or replace function private.restore_change(change_id bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  answer json;
begin
  perform private.require_admin();
  did := private.start_attempt('restore_change');
  if did is not null then
    if private.last_change_beside(change_id) > (did ->> 'change')::bigint then perform private.refuse_outdated_attempt(); end if;
    return did -> 'answer';
  end if;
  answer := coalesce(private.already_restored(change_id), private.revert_change(change_id));
  perform private.record_attempt(jsonb_build_object('answer', answer, 'change', private.last_change_beside(change_id)));
  return answer;
end $$;
revoke all on function private.already_restored from public, anon, authenticated, service_role;
