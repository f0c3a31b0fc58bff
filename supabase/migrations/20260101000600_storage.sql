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
revoke all on function private.object_in_use(text), private.object_site_exists(text), private.object_site(text)
  from public, anon, authenticated, service_role;
grant execute on function private.object_in_use(text), private.object_site_exists(text), private.object_site(text) to anon;

-- No policy for update: a file is never overwritten.
create policy portal_read on storage.objects for select to anon
  using (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or private.object_site(name) = (select private.session_site())));
create policy portal_add on storage.objects for insert to anon
  with check (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin' and private.object_site_exists(name));
create policy portal_remove on storage.objects for delete to anon
  using (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin'
    and private.object_site(name) is not null and not private.object_in_use(name));
