-- Why: who filed, renamed, opened to others or removed a document is evidence as every change of a record is, and a slip is taken back like any other.
set local lock_timeout = '5s';

create trigger log_change after insert or update on private.site_documents for each row execute function private.log_change();

-- A line names its document, whatever changed of it: its title is before and after, the same where it stayed. So a change is restored only while the
-- title is that of the line, as after a newer one.
create function private.name_document() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  named constant jsonb := jsonb_build_object('title', (select d.title from private.site_documents d where d.id = new.row_id));
begin
  new.before := named || new.before;
  new.after := named || new.after;
  return new;
end $$;
create trigger name_document before insert on private.change_log
  for each row when (new.table_name = 'site_documents' and new.operation = 'UPDATE') execute function private.name_document();
revoke all on function private.name_document from public, anon, authenticated, service_role;
