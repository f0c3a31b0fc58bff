-- Why: a technician reads the sites that its key is for, as an admin reads them (decisions §10): hidden visits too, because
-- a save writes the whole array. Keys, change log and the questions about all sites stay with admins.

set local lock_timeout = '5s';

-- The sites of a technician's session; NULL for everybody else.
create function private.session_sites() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  live record;
begin
  select s.main_id, s.role into live from private.live_session() s;
  if live.role is distinct from 'technician' then return null; end if;
  return coalesce((select m.site_ids from public.main m where m.id = live.main_id), array(select t.id from public.maintable t));
end $$;
revoke all on function private.session_sites() from public, anon, authenticated, service_role;
grant execute on function private.session_sites() to anon;

-- The sites of the caller: an admin's and a technician's whole, a client's own with nothing but the outline of hidden tasks.
create or replace function private.my_sites() returns setof public.maintable
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  who text := private.require_session();
  sites bigint[];
  site public.maintable;
begin
  if who = 'admin' then
    return query select * from public.maintable;
    return;
  elsif who = 'technician' then
    sites := private.session_sites();
    return query select * from public.maintable t where t.id = any (sites);
    return;
  end if;
  select * into site from public.maintable t where t.id = private.session_site();
  if not found then return; end if;
  site.tasks2024 := (
    select coalesce(jsonb_agg(case when e ->> 'showing' = 'True' then e else
      jsonb_build_object('id', e -> 'id', 'year', e -> 'year', 'month', e -> 'month', 'showing', 'False') end order by place), '[]')
    from jsonb_array_elements(site.tasks2024) with ordinality as t(e, place));
  return next site;
end $$;
comment on view public.maintables is 'The site of the logged-in key; the given sites of a technician''s; all sites for an admin';

-- The role stands before the sites, so that the planner expects next to no row, whatever the filter: its estimates can be
-- asked for, and would tell others what is stored. The cast makes an array of the answer: ANY would ask for rows.
alter policy admins_read on public.maintable rename to given_sites_read;
alter policy given_sites_read on public.maintable
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[]))));
alter policy own_site_read on public.carpost
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or site_id = (select private.session_site())
    or ((select private.session_role()) is not distinct from 'technician' and site_id = any ((select private.session_sites())::bigint[]))));

-- Files: a technician reads all of its sites and adds to them. Nothing is written over, moved or removed.
alter policy portal_read on storage.objects
  using (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))));
alter policy portal_add on storage.objects
  with check (bucket_id = 'rfidboomgatephoto' and (((select private.session_role()) = 'admin' and private.object_site_exists(name))
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))));

-- An admin's key, typed into a client's session, opens that client's failure counts for a while (spec §5 "Admin prompt").
-- A technician edits no counts, whoever stands beside it.
create or replace function private.unlock_analytics(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  live record;
  until timestamptz := now() + (select unlock_lifetime from private.settings);
begin
  if private.require_session() = 'technician' then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  if (found_key.access).role is distinct from 'admin' then return private.refusal(403, 'Invalid token.', 0); end if;
  select * into live from private.live_session();
  update private.sessions s set unlocked_until = until, unlocked_by = (found_key.access).id
  where s.token_hash = live.token_hash;
  return json_build_object('unlocked_until', until);
end $$;
