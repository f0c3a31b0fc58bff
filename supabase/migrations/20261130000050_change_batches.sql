-- Why: one press can change 300 sites, and then the change log had 300 lines of it, with everything else pages below. Lines that one
-- action wrote are a batch: the log shows them as one, and what one press did is taken back by one. A request says which action it
-- belongs to by the header x-portal-batch; an import is a batch by its own id.

-- The batch of this request: NULL where it says none, and 422 for one that can be guessed, which could be another's. Only the office acts on
-- many records at once: nobody else hides what he did behind another line.
create function private.request_batch() returns uuid
language plpgsql stable set search_path = '' as $$
declare
  given constant text := coalesce(nullif(current_setting('portal.batch', true), ''),
    case when private.session_role() = 'admin' then private.request_header('x-portal-batch') end);
begin
  if given is not null and private.is_random_uuid(given) is not true then
    raise sqlstate 'PT422' using message = 'A batch is a random UUID';
  end if;
  return given::uuid;
end $$;

-- The lines of earlier imports join theirs; what they say stays as it was.
alter table private.change_log add column batch uuid;
alter table private.change_log disable trigger append_only;
update private.change_log c set batch = s.import_id
from private.import_sites s where s.site_id = c.site_id and c.id = any (s.changes);
alter table private.change_log enable trigger append_only;
alter table private.change_log alter column batch set default private.request_batch();
comment on column private.change_log.batch is 'The action that wrote the line together with others; the id of an import, if it was one';
create index change_log_batch_idx on private.change_log (batch, id) where batch is not null;

-- Starts the run of an import with its first site: { id, file }. NULL where the import names none. The run is locked before the site, as by
-- undo_import. 409 for a run that was undone: what comes late would stay. All that the request writes is a batch of the log.
create or replace function private.start_import(given jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  run private.imports;
begin
  if given is null then return null; end if;
  if private.is_random_uuid(given ->> 'id') is not true
    or not private.text_ok(given ->> 'file', 200) then
    raise sqlstate 'PT422' using message = 'An import has a random UUID, and the name of a file of up to 200 characters';
  end if;
  insert into private.imports (id, main_id, file)
  values ((given ->> 'id')::uuid, (select s.main_id from private.live_session() s), given ->> 'file') on conflict (id) do nothing;
  select * into run from private.imports i where i.id = (given ->> 'id')::uuid for share;
  if run.undone_at is not null then
    raise sqlstate 'PT409' using message = 'This import was undone', hint = 'import-undone';
  end if;
  perform set_config('portal.batch', run.id::text, true);
  return run.id;
end $$;
revoke all on function private.request_batch from public, anon, authenticated, service_role;
