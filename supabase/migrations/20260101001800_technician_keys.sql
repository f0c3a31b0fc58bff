-- Why: a technician needed an admin's key, which hides every record and issues keys, on a phone that can be lost
-- (decisions §10). A technician's key names the sites it is for: one, several, or all. This migration makes such keys;
-- what they open comes with the next ones. Until then they open nothing.

-- A lock that is not had at once would make everybody wait who is logged in: better to fail, and to be tried again.
set local lock_timeout = '5s';

alter table public.main add column site_ids bigint[];
comment on column public.main.site_ids is 'Of a technician''s key: the sites it is for, NULL for all. NULL of the others';
alter table public.main drop constraint main_role_check,
  add constraint main_role_check check (role in ('admin', 'user', 'technician')),
  add constraint main_site_ids_check check (site_ids is null
    or (role = 'technician' and cardinality(site_ids) > 0 and array_position(site_ids, null) is null));
grant select (site_ids) on public.main to anon;

create or replace trigger log_change after insert or update of label, role, site_id, site_ids, expires_at, revoked_at
  on public.main for each row execute function private.log_change();

-- The sites that an admin chose for a technician's key, NULL for all, or 422.
create function private.chosen_sites(of_role text, site_ids bigint[]) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  site bigint;
begin
  if site_ids is null then return null; end if;
  if of_role is distinct from 'technician' then
    raise sqlstate 'PT422' using message = 'Only a technician''s key has a list of sites';
  end if;
  if cardinality(site_ids) = 0 then
    raise sqlstate 'PT422' using message = 'Choose at least one site, or all';
  end if;
  for site in select s from unnest(site_ids) s loop
    if not exists (select 1 from public.maintable t where t.id = site) then
      raise sqlstate 'PT422' using message = format('There is no site %s', coalesce(site::text, 'without a number'));
    end if;
  end loop;
  if (select count(*) > count(distinct s) from unnest(site_ids) s) then
    raise sqlstate 'PT422' using message = 'The same site twice';
  end if;
  return array(select s from unnest(site_ids) s order by s);
end $$;

drop function public.issue_key(text, text, bigint, timestamptz);
drop function private.issue_key(text, bigint, text, timestamptz);
drop function private.create_key(text, bigint, text, timestamptz);

create function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[] default null)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  key text := private.new_key();
  new_id bigint;
begin
  insert into public.main (token, label, role, site_id, site_ids, expires_at)
  values (private.key_hash(key), with_label, of_role, of_site, of_sites, until) returning id into new_id;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', new_id, 'key', key);
end $$;

create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if of_role = 'user' and of_site is null then
    raise sqlstate 'PT422' using message = 'A key for a building needs its site';
  end if;
  return private.create_key(of_role, of_site, with_label, until, private.chosen_sites(of_role, of_sites));
end $$;

-- A new key for the same building, sites or admin; the old one goes on working for keep_old.
create or replace function private.rotate_key(key_id bigint, keep_old interval) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main := private.usable_key(key_id);
  made json;
begin
  if keep_old is null or keep_old < interval '0' or keep_old > interval '30 days' then
    raise sqlstate 'PT422' using message = 'The old key may go on working for 0 to 30 days';
  end if;
  made := private.create_key(access.role, access.site_id, access.label, access.expires_at, access.site_ids);
  update public.main m set expires_at = least(m.expires_at, now() + keep_old) where m.id = key_id;
  return made;
end $$;

-- Gives a technician's key other sites, NULL for all. They count from the next call of its sessions on.
create function private.set_key_sites(key_id bigint, of_sites bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main := private.usable_key(key_id);
begin
  if access.role <> 'technician' then
    raise sqlstate 'PT422' using message = 'Only a technician''s key has a list of sites';
  end if;
  update public.main m set site_ids = private.chosen_sites(access.role, of_sites) where m.id = key_id;
end $$;

create function public.issue_key(role text, label text, site_id bigint default null, expires_at timestamptz default null,
    site_ids bigint[] default null) returns json
  language sql volatile set search_path = '' return private.issue_key(role, site_id, label, expires_at, site_ids);
create function public.set_key_sites(key_id bigint, site_ids bigint[] default null) returns void
  language sql volatile set search_path = '' return private.set_key_sites(key_id, site_ids);

revoke all on function private.chosen_sites(text, bigint[]), private.create_key(text, bigint, text, timestamptz, bigint[]),
  private.issue_key(text, bigint, text, timestamptz, bigint[]), private.set_key_sites(bigint, bigint[]),
  public.issue_key(text, text, bigint, timestamptz, bigint[]), public.set_key_sites(bigint, bigint[])
  from public, anon, authenticated, service_role;
grant execute on function private.issue_key(text, bigint, text, timestamptz, bigint[]), private.set_key_sites(bigint, bigint[]),
  public.issue_key(text, text, bigint, timestamptz, bigint[]), public.set_key_sites(bigint, bigint[]) to anon;
