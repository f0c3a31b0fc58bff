-- Why: the files of documents are in the bucket of visits, under documents/, so that whoever may read all files of a site reads no document by that. The
-- row of a document alone says who reads its file; what was uploaded and not filed yet is the office's.
set local lock_timeout = '5s';

-- Whether an admin may upload a file under this name: a PDF of a site that there is, by an upload and through no other door.
create function private.document_fits(object_name text, file jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.storage_operation() = 'object.upload' and coalesce(file ->> 'mimetype' = 'application/pdf', false)
    and exists (select from public.maintable t where t.id = private.document_site(object_name));
end $$;

-- Whether it is the name of a document that was uploaded and never filed: what was filed stays.
create function private.document_unfiled(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.document_site(object_name) is not null and not exists (select from private.site_documents d where d.file = object_name);
end $$;

-- The files of the session's documents. Asked once a statement, however many files are asked for.
create function private.document_files() returns setof text
language plpgsql stable security definer set search_path = '' as $$
begin return query select d.file from private.my_documents() d; end $$;

-- The existing policies again, with documents. There is one policy for each verb, because the database would have to ask all of several.
alter policy portal_read on storage.objects using (
  (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.linked_files())
    or name in (select private.document_files())))
  or (bucket_id = 'rfidboomgatefaults' and private.photo_readable(name)));
alter policy portal_add on storage.objects with check (
  (bucket_id = 'rfidboomgatephoto' and private.file_fits(name, metadata)
    and (((select private.session_role()) = 'admin' and private.object_site_exists(name))
      or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))))
  or (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin' and private.document_fits(name, metadata))
  or (bucket_id = 'rfidboomgatefaults' and private.photo_awaited(name, metadata)));
alter policy portal_remove on storage.objects using (
  (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin'
    and ((private.object_site(name) is not null and not private.object_in_use(name)) or private.document_unfiled(name)))
  or (bucket_id = 'rfidboomgatefaults' and (select private.session_role()) = 'admin' and private.photo_removable(name)));

revoke all on function private.document_fits, private.document_unfiled, private.document_files from public, anon, authenticated, service_role;
grant execute on function private.document_fits, private.document_unfiled, private.document_files to anon;
