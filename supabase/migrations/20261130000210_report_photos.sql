-- Why: a photo shows in a second what a guard would write in five minutes. Strangers send it, so it may go nowhere but under the names that the
-- answer to its own report gave, as one upload of a JPEG, and whoever sent it reads nothing back (decisions §15). The bucket is one of its own: its
-- size and type are refused by the storage, whatever a page says.
set local lock_timeout = '5s';

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('rfidboomgatefaults', 'rfidboomgatefaults', false, 2097152, array['image/jpeg'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- What the storage says it is doing, without the word that some of its releases put before; '' where it says nothing, as outside of it.
create function private.storage_operation() returns text
language plpgsql stable set search_path = '' as $$
begin return regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', ''); end $$;

-- Whether a photo of a report may go up now under this name. All doors but an upload stay shut: a signed upload URL would live for two hours in
-- another's hands, and a copy, a resumable or an S3 upload asks the bucket for no type.
create function private.photo_awaited(object_name text, file jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.storage_operation() = 'object.upload' and coalesce(file ->> 'mimetype' = 'image/jpeg', false)
    and exists (
      select from private.fault_photos p join private.fault_voices v on v.id = p.voice_id
      where p.name = object_name and p.open_until > now() and v.forgotten_at is null);
end $$;

-- Whether an admin may remove the photo of a report: somebody asked to be forgotten, or it was no fault and 30 days are over.
create function private.photo_removable(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.fault_photos p join private.fault_voices v on v.id = p.voice_id join private.faults f on f.id = v.fault_id
    where p.name = object_name
      and (v.forgotten_at is not null or (f.closed_as = 'not-a-fault' and f.closed_at < now() - interval '30 days')));
end $$;

-- Whether a session may read the photo of a report, by a download or a signed link and no other door. The fault says of which site it is: its site
-- may have been corrected since the photo got its name, and a client sees only what is told to it (is_told). What a person asked to be
-- forgotten is only shown to who can remove it.
create function private.photo_readable(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  operation constant text := private.storage_operation();
  who constant text := private.session_role();
begin
  if who is null or operation not in ('object.get_authenticated', 'object.sign', 'object.sign_many', 'object.delete', 'object.delete_many') then
    return false;
  end if;
  -- a row that a policy hides cannot be removed
  if operation in ('object.delete', 'object.delete_many') and who <> 'admin' then return false; end if;
  return case who
    when 'admin' then exists (select from private.fault_photos p where p.name = object_name)
    when 'technician' then private.fault_photo_site(object_name) = any (private.session_sites())
    else private.fault_photo_site(object_name) = private.session_site() and exists (
      select from private.fault_photos p join private.fault_voices v on v.id = p.voice_id
      where p.name = object_name and private.is_told(v, private.session_site())) end;
end $$;

-- The existing policies again, with the second bucket. There is one for each verb, because the database would have to ask all of several.
alter policy portal_read on storage.objects using (
  (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))))
  or (bucket_id = 'rfidboomgatefaults' and private.photo_readable(name)));
alter policy portal_add on storage.objects with check (
  (bucket_id = 'rfidboomgatephoto' and private.file_fits(name, metadata)
    and (((select private.session_role()) = 'admin' and private.object_site_exists(name))
      or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))))
  or (bucket_id = 'rfidboomgatefaults' and private.photo_awaited(name, metadata)));
alter policy portal_remove on storage.objects using (
  (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin'
    and private.object_site(name) is not null and not private.object_in_use(name))
  or (bucket_id = 'rfidboomgatefaults' and (select private.session_role()) = 'admin' and private.photo_removable(name)));

revoke all on function private.storage_operation, private.photo_awaited, private.photo_removable, private.photo_readable
  from public, anon, authenticated, service_role;
grant execute on function private.photo_awaited, private.photo_removable, private.photo_readable to anon;
