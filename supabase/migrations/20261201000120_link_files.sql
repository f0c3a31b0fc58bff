-- Why: whoever has a link sees the photos and PDFs of its visits, and nothing else of the bucket (decisions §16). They are fetched with the
-- secret in a header and never signed: what the storage signs lives on after End, for as long as was asked.
set local lock_timeout = '5s';

-- What a link may read: the files of its visits that are shown now, without their endings, as shown_files. By a download and no other door. Asked
-- once a statement, however many files are asked for.
create function private.linked_files() returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  secret constant text := private.request_header('x-portal-link');
  link private.share_links;
begin
  if secret is null or private.storage_operation() <> 'object.get_authenticated' then return; end if;
  link := private.live_link(secret);
  if link.id is null then return; end if;
  return query
    select regexp_replace(split_part(file, '/rfidboomgatephoto/', 2), '\.[a-z]+$', '')
    from private.linked_tasks(link) e
    cross join lateral (select jsonb_array_elements_text(e -> 'urls') union all select e ->> 'pdf') files (file)
    where file <> '';
end $$;

-- The existing policy again, with the files of links. There is one for each verb, because the database would have to ask all of several.
alter policy portal_read on storage.objects using (
  (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.linked_files())))
  or (bucket_id = 'rfidboomgatefaults' and private.photo_readable(name)));

revoke all on function private.linked_files from public, anon, authenticated, service_role;
grant execute on function private.linked_files to anon;
