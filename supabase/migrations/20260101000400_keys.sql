-- Why: admins hand out, replace and withdraw keys themselves. A key is shown once, by the call that makes it.

create function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  key text := private.new_key();
  new_id bigint;
begin
  insert into public.main (token, label, role, site_id, expires_at)
  values (private.key_hash(key), with_label, of_role, of_site, until) returning id into new_id;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', new_id, 'key', key);
end $$;

-- For the owner of a new project, in the SQL editor: select private.first_admin_key('Head office');
create function private.first_admin_key(with_label text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin return private.create_key('admin', null, with_label, null) ->> 'key'; end $$;

create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if of_role = 'user' and of_site is null then
    raise sqlstate 'PT422' using message = 'A key for a building needs its site';
  end if;
  return private.create_key(of_role, of_site, with_label, until);
end $$;

create function private.usable_key(key_id bigint) returns public.main
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
begin
  perform private.require_admin();
  -- Two admins who withdraw each other's key at the same moment must not both succeed.
  lock table public.main in share row exclusive mode;
  select * into access from public.main m
  where m.id = key_id and m.revoked_at is null and (m.expires_at is null or m.expires_at > now());
  if access.id is null then raise sqlstate 'PT404' using message = 'No such key in use'; end if;
  return access;
end $$;

-- A new key for the same building or admin; the old one goes on working for keep_old.
create function private.rotate_key(key_id bigint, keep_old interval) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main := private.usable_key(key_id);
  made json;
begin
  if keep_old is null or keep_old < interval '0' or keep_old > interval '30 days' then
    raise sqlstate 'PT422' using message = 'The old key may go on working for 0 to 30 days';
  end if;
  made := private.create_key(access.role, access.site_id, access.label, access.expires_at);
  update public.main m set expires_at = least(m.expires_at, now() + keep_old) where m.id = key_id;
  return made;
end $$;

-- Ends a key and its sessions at once.
create function private.revoke_key(key_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main := private.usable_key(key_id);
begin
  if access.role = 'admin' and not exists (
      select 1 from public.main m cross join private.settings c
      where m.role = 'admin' and m.id <> key_id and m.revoked_at is null and m.expires_at is null
        and (m.kind <> 'demo' or c.demo)) then
    raise sqlstate 'PT409' using message = 'The last admin key cannot be revoked';
  end if;
  update public.main m set revoked_at = now() where m.id = key_id;
  delete from private.sessions s where s.main_id = key_id;
end $$;
