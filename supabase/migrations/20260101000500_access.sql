-- Why: the one place that says who may do what. Every call arrives as the role anon; the session in its header decides.

-- The sites of the caller: an admin's whole, a client's own with nothing but the outline of hidden tasks.
create function private.my_sites() returns setof public.maintable
language plpgsql stable security definer rows 10 set search_path = '' as $$
declare
  site public.maintable;
begin
  if private.require_session() = 'admin' then
    return query select * from public.maintable;
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

create view public.maintables with (security_invoker = true) as
  select id, name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024, revision, updated_at
  from private.my_sites();
comment on view public.maintables is 'The site of the logged-in key; all sites for an admin';

-- The API: thin functions with the caller's rights, in the exposed schema. The SQL-standard bodies are resolved here and
-- now, so that anon needs no way into the schema private.
create function public.login(secret_key text) returns json
  language sql volatile set search_path = '' return private.login(secret_key);
create function public.logout() returns void
  language sql volatile set search_path = '' return private.logout();
create function public.whoami() returns json
  language sql volatile set search_path = '' return private.whoami();
create function public.unlock_analytics(secret_key text) returns json
  language sql volatile set search_path = '' return private.unlock_analytics(secret_key);
create function public.issue_key(role text, label text, site_id bigint default null, expires_at timestamptz default null) returns json
  language sql volatile set search_path = '' return private.issue_key(role, site_id, label, expires_at);
create function public.rotate_key(key_id bigint, keep_old interval default '7 days') returns json
  language sql volatile set search_path = '' return private.rotate_key(key_id, keep_old);
create function public.revoke_key(key_id bigint) returns void
  language sql volatile set search_path = '' return private.revoke_key(key_id);
create function public.restore_change(change_id bigint) returns json
  language sql volatile set search_path = '' return private.restore_change(change_id);
create function public.list_changes(of_site bigint default null, by_access bigint default null, older_than bigint default null,
    page_size integer default 50)
  returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
    site_id bigint, site_name text, operation text, before jsonb, after jsonb)
  language sql stable set search_path = ''
  begin atomic
    select * from private.list_changes(of_site, by_access, older_than, page_size);
  end;

-- Row level security. Each policy begins with the bare gate, which raises 401: the planner takes it for free and puts it
-- before every filter of the caller. Behind a filter, 401 or an empty list would tell a stranger whether a row matched.
-- "is not distinct from", because the planner would merge "= 'admin'" with a filter on the same word and skip the gate.
create function private.has_session() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin perform private.require_session(); return true; end $$;

alter table public.main enable row level security;
alter table public.maintable enable row level security;
alter table public.carpost enable row level security;
create policy admins_read on public.main for select to anon
  using ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy admins_read on public.maintable for select to anon
  using ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy admins_add on public.maintable for insert to anon
  with check ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy admins_change on public.maintable for update to anon
  using ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin')
  with check ((select private.session_role()) is not distinct from 'admin');
create policy own_site_read on public.carpost for select to anon
  using ((select private.has_session())
    and ((select private.session_role()) is not distinct from 'admin' or site_id = (select private.session_site())));
create policy admins_add on public.carpost for insert to anon
  with check ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy unlocked_change on public.carpost for update to anon
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or (site_id = (select private.session_site()) and (select private.session_unlocked()))))
  with check ((select private.session_role()) is not distinct from 'admin'
    or (site_id = (select private.session_site()) and (select private.session_unlocked())));

alter table private.settings enable row level security;
alter table private.sessions enable row level security;
alter table private.login_attempts enable row level security;
alter table private.change_log enable row level security;
create policy nobody on private.settings using (false);
create policy nobody on private.sessions using (false);
create policy nobody on private.login_attempts using (false);
create policy nobody on private.change_log using (false);

-- Grants: everything taken away, then given by name.
revoke all on all tables in schema public, private from public, anon, authenticated, service_role;
revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
revoke all on all functions in schema public, private from public, anon, authenticated, service_role;

grant select on public.maintables to anon;
grant select on public.maintable to anon;
grant insert (name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024),
  update (name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024)
  on public.maintable to anon;
grant select, insert (site_id, json), update (json) on public.carpost to anon;
grant select (id, label, role, site_id, kind, created_at, last_used_at, expires_at, revoked_at) on public.main to anon;

grant execute on function public.login(text), public.logout(), public.whoami(), public.unlock_analytics(text),
  public.issue_key(text, text, bigint, timestamptz), public.rotate_key(bigint, interval), public.revoke_key(bigint),
  public.list_changes(bigint, bigint, bigint, integer), public.restore_change(bigint) to anon;
-- What those, the view and the policies call; each asks for the session itself. Row checks run with the writer's rights.
grant execute on function private.login(text), private.logout(), private.whoami(), private.unlock_analytics(text),
  private.issue_key(text, bigint, text, timestamptz), private.rotate_key(bigint, interval), private.revoke_key(bigint),
  private.list_changes(bigint, bigint, bigint, integer), private.restore_change(bigint),
  private.my_sites(), private.has_session(), private.session_role(), private.session_site(), private.session_unlocked(),
  private.text_ok(text, integer), private.tasks_valid(jsonb, bigint), private.car_posts_valid(jsonb) to anon;
