-- Why: the bucket's list of types is asked at some doors of the storage only. A copy could give a photo the type of a page with
-- script, a resumable upload could leave its type out, and whoever holds a signed upload URL chose the type afterwards: opened by a
-- signed URL, such a page runs on the host of the storage. So the policy itself reads name and type of what comes in. An error
-- report is measured before anything is done with it.
set local lock_timeout = '5s';

-- The type that a file of this name has. Its values are the bucket's list of types.
create function private.type_of_name(object_name text) returns text
language sql immutable set search_path = '' as $$
  select case substring(object_name from '[a-z]+$')
    when 'jpg' then 'image/jpeg' when 'jpeg' then 'image/jpeg' when 'png' then 'image/png' when 'webp' then 'image/webp'
    when 'pdf' then 'application/pdf' end
$$;

-- Whether a file may come in under this name, as the storage describes it: by an upload or a copy, with the type that the
-- name says. All other doors stay shut: at a signed upload the type is chosen after the policy was asked, and nothing here
-- uses the resumable and the S3 interface. The copy of a file that was stored before this rule keeps name and type as they are.
-- Storage before 1.45 tells no policy the type, so nothing comes in there.
create function private.file_fits(object_name text, file jsonb) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  operation text := regexp_replace(coalesce(current_setting('storage.operation', true), ''), '^storage\.', '');
  given text := file ->> 'mimetype';
begin
  if operation not in ('object.upload', 'object.copy') or given is null then return false; end if;
  if given = private.type_of_name(object_name) then return true; end if;
  return operation = 'object.copy' and given in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')
    and exists (
      select from storage.objects o
      where o.bucket_id = 'rfidboomgatephoto' and o.metadata ->> 'mimetype' = given and o.metadata ->> 'eTag' = file ->> 'eTag'
        and private.type_of_name(o.name) = private.type_of_name(object_name));
end $$;

alter policy portal_add on storage.objects
  with check (bucket_id = 'rfidboomgatephoto' and private.file_fits(name, metadata)
    and (((select private.session_role()) = 'admin' and private.object_site_exists(name))
      or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))));

-- The function of 20260201000500_reading.sql: new is the first check. A browser sends a few hundred characters.
create or replace function private.report_client_error(message text, screen text, release text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met text;
  by_role text := coalesce(private.session_role(), 'none');
begin
  if octet_length(concat(message, screen, release)) > 100000 then
    raise sqlstate 'PT413' using message = 'The report is too long';
  end if;
  met := private.plain_error(message);
  if met is null then raise sqlstate 'PT422' using message = 'No message'; end if;
  perform private.count_error_report(case by_role when 'none' then 'without a session' else 'with a session' end);
  delete from private.client_errors e where e.last_seen < now() - interval '30 days';
  insert into private.client_errors as e (message, screen, release, role)
  values (met,
    case when screen ~ '^/[A-Za-z/_-]*$' and char_length(screen) <= 60 then screen else 'unknown' end,
    case when release ~ '^[A-Za-z0-9._-]+$' and char_length(release) <= 40 then release else 'unknown' end,
    by_role)
  on conflict on constraint client_errors_pkey do update set times = e.times + 1, last_seen = now();
  -- The newest 300 of those with a session and of those without stay.
  delete from private.client_errors e using (
    select o.message, o.screen, o.release, o.role from private.client_errors o
    where (o.role = 'none') = (by_role = 'none') order by o.last_seen desc, o.first_seen desc offset 300) old
  where (e.message, e.screen, e.release, e.role) = (old.message, old.screen, old.release, old.role);
end $$;

revoke all on function private.type_of_name(text), private.file_fits(text, jsonb) from public, anon, authenticated, service_role;
grant execute on function private.file_fits(text, jsonb) to anon;
