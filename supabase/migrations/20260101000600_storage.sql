-- Why: photos of a building show number plates and faces, so the bucket is private and every file has its site in its name.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('rfidboomgatephoto', 'rfidboomgatephoto', false, 10485760,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Evidence stays: a file that a task points at cannot be removed, nor its small rendition.
create function private.object_in_use(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.maintable t
    where t.id = private.object_site(object_name)
      and position(regexp_replace(object_name, '(\.small)?\.[a-z]+$', '.') in t.tasks2024::text) > 0);
end $$;
create function private.object_site_exists(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin return exists (select 1 from public.maintable t where t.id = private.object_site(object_name)); end $$;
-- What a client may read: the files of the tasks that are shown, without their endings, because the small rendition of a
-- photo goes with it. Asked once a statement, however many files are asked for.
create function private.shown_files() returns setof text
language plpgsql stable security definer set search_path = '' as $$
declare
  own_site bigint := private.session_site();
begin
  return query
    select regexp_replace(split_part(file, '/rfidboomgatephoto/', 2), '\.[a-z]+$', '')
    from public.maintable t
    cross join jsonb_array_elements(t.tasks2024) e
    cross join lateral (select jsonb_array_elements_text(e -> 'urls') union all select e ->> 'pdf') files (file)
    where t.id = own_site and e ->> 'showing' = 'True' and file <> '';
end $$;
revoke all on function private.object_in_use(text), private.object_site_exists(text), private.object_site(text), private.shown_files()
  from public, anon, authenticated, service_role;
grant execute on function private.object_in_use(text), private.object_site_exists(text), private.object_site(text),
  private.shown_files() to anon;

-- No policy for update: a file is never overwritten.
create policy portal_read on storage.objects for select to anon
  using (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())));
create policy portal_add on storage.objects for insert to anon
  with check (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin' and private.object_site_exists(name));
create policy portal_remove on storage.objects for delete to anon
  using (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin'
    and private.object_site(name) is not null and not private.object_in_use(name));
