-- Why: this file alone says who may do what. Every call arrives as the role anon; the session in its header decides.

-- The sites of the caller: an admin's and a technician's whole, a client's own with nothing but the outline of hidden tasks.
create function private.my_sites() returns setof public.maintable
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
      jsonb_build_object('id', e -> 'id', 'year', e -> 'year', 'month', e -> 'month', 'showing', 'False') end order by index), '[]')
    from jsonb_array_elements(site.tasks2024) with ordinality as t(e, index));
  return next site;
end $$;

create view public.maintables with (security_invoker = true) as
  select id, name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024, revision, updated_at, visit_every_months, equipment
  from private.my_sites();
comment on view public.maintables is 'The site of the logged-in key; the given sites of a technician''s; all sites for an admin';
-- A view of a function cannot be written, which Postgres would say before it asks for the right. With a trigger instead
-- of the write it asks first, and answers as for every table: nobody has that right.
create trigger keep_rows instead of insert or update or delete on public.maintables
  for each row execute function private.refuse_change();

-- For migrations: lets the API read, add and change a new column of the site record. One call a column, by name, so that
-- no column is open because somebody forgot to think of it.
create function private.publish_site_column(column_name text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  execute format('grant insert (%1$I), update (%1$I) on public.maintable to anon', column_name);
  -- a view takes new columns at its end only
  execute format('create or replace view public.maintables with (security_invoker = true) as select %s, %I from private.my_sites()',
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = 'public.maintables'::regclass and a.attnum > 0 and not a.attisdropped), column_name);
end $$;

-- The API: thin functions with the caller's rights, in the exposed schema. The SQL-standard bodies are resolved here and
-- now, so that anon needs no way into the schema private. Of each name there is one function, with defaults: a portal that was
-- loaded before an update asks without what came with it.
create function public.login(secret_key text, keep boolean default false, browser text default null) returns json
  language sql volatile set search_path = '' return private.login(secret_key, keep, browser);
create function public.logout() returns void
  language sql volatile set search_path = '' return private.logout();
create function public.whoami() returns json
  language sql volatile set search_path = '' return private.whoami();
create function public.unlock_analytics(secret_key text) returns json
  language sql volatile set search_path = '' return private.unlock_analytics(secret_key);
create function public.list_sessions(key_id bigint default null) returns json
  language sql stable set search_path = '' return private.list_sessions(key_id);
create function public.end_session(session_id uuid) returns boolean
  language sql volatile set search_path = '' return private.end_session(session_id);
create function public.end_sessions(key_id bigint default null) returns integer
  language sql volatile set search_path = '' return private.end_sessions(key_id);
create function public.issue_key(role text, label text, site_id bigint default null, expires_at timestamptz default null,
    site_ids bigint[] default null, successor_of bigint default null) returns json
  language sql volatile set search_path = '' return private.issue_key(role, site_id, label, expires_at, site_ids, successor_of);
create function public.rotate_key(key_id bigint, keep_old interval default '7 days', expires_at timestamptz default null) returns json
  language sql volatile set search_path = '' return private.rotate_key(key_id, keep_old, expires_at);
create function public.revoke_key(key_id bigint) returns void
  language sql volatile set search_path = '' return private.revoke_key(key_id);
create function public.set_key_sites(key_id bigint, site_ids bigint[] default null) returns void
  language sql volatile set search_path = '' return private.set_key_sites(key_id, site_ids);
create function public.set_key_end(key_id bigint, expires_at timestamptz default null) returns void
  language sql volatile set search_path = '' return private.set_key_end(key_id, expires_at);
create function public.mend_key_ends(key_ids bigint[]) returns json
  language sql volatile set search_path = '' return private.mend_key_ends(key_ids);
create function public.ended_keys(key_ids bigint[]) returns json
  language sql stable set search_path = '' return private.ended_keys(key_ids);
create function public.my_visits(site_id bigint) returns integer[]
  language sql stable set search_path = '' return private.my_visits(site_id);
create function public.move_visit(site_id bigint, revision bigint, task_id bigint, to_site bigint, to_revision bigint, photos jsonb,
    pdf text default null) returns json
  language sql volatile set search_path = '' return private.move_visit(site_id, revision, task_id, to_site, to_revision, photos, pdf);
create function public.moved_visits(site_id bigint) returns jsonb
  language sql stable set search_path = '' return private.moved_visits(site_id);
create function public.list_changes(of_site bigint default null, by_access bigint default null, older_than bigint default null,
    page_size integer default 50, of_kind text default null, from_day date default null, to_day date default null,
    words text default null)
  returns table (id bigint, at timestamptz, access_id bigint, access_label text, table_name text, row_id bigint,
    site_id bigint, site_name text, operation text, before jsonb, after jsonb)
  language sql stable set search_path = ''
  begin atomic
    select * from private.list_changes(of_site, by_access, older_than, page_size, of_kind, from_day, to_day, words);
  end;
create function public.list_changers() returns bigint[]
  language sql stable set search_path = '' return private.list_changers();
create function public.logged_moves(change_ids bigint[]) returns jsonb
  language sql stable set search_path = '' return private.logged_moves(change_ids);
create function public.restore_change(change_id bigint) returns json
  language sql volatile set search_path = '' return private.restore_change(change_id);
create function public.site_overview() returns jsonb
  language sql stable set search_path = '' return private.site_overview();
create function public.search_visits(words text, before jsonb default null, page_size integer default 50, forms jsonb default null,
  of_sites text[] default null, of_years text[] default null, of_kinds text[] default null, shown boolean default null,
  with_total boolean default false) returns jsonb
  language sql stable set search_path = ''
  return private.search_visits(words, before, page_size, forms, of_sites, of_years, of_kinds, shown, with_total);
create function public.import_state(site text) returns json
  language sql stable set search_path = '' return private.import_state(site);
create function public.reserve_site(site text) returns bigint
  language sql volatile set search_path = '' return private.reserve_site(site);
create function public.import_site(site jsonb) returns json
  language sql volatile set search_path = '' return private.import_site(site);
create function public.list_imports() returns json
  language sql stable set search_path = '' return private.list_imports();
create function public.undo_import(import_id uuid) returns json
  language sql volatile set search_path = '' return private.undo_import(import_id);
create function public.report_client_error(message text, screen text default null, release text default null) returns void
  language sql volatile set search_path = '' return private.report_client_error(message, screen, release);
create function public.list_client_errors() returns json
  language sql stable set search_path = '' return private.list_client_errors();

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
-- A technician reads hidden visits too, because a save writes the whole array. The role stands before the sites, so that the planner
-- expects next to no row, whatever the filter: its estimates can be asked for, and would tell others what is stored. The cast makes
-- an array of the answer: ANY would ask for rows.
create policy given_sites_read on public.maintable for select to anon
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[]))));
create policy admins_add on public.maintable for insert to anon
  with check ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy given_sites_change on public.maintable for update to anon
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[]))))
  with check ((select private.session_role()) is not distinct from 'admin'
    or ((select private.session_role()) is not distinct from 'technician' and id = any ((select private.session_sites())::bigint[])));
create policy own_site_read on public.carpost for select to anon
  using ((select private.has_session()) and ((select private.session_role()) is not distinct from 'admin'
    or site_id = (select private.session_site())
    or ((select private.session_role()) is not distinct from 'technician' and site_id = any ((select private.session_sites())::bigint[]))));
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
alter table private.visits enable row level security;
alter table private.imported_visits enable row level security;
alter table private.visit_moves enable row level security;
alter table private.change_log enable row level security;
alter table private.attempt_secret enable row level security;
alter table private.attempts enable row level security;
alter table private.visit_words enable row level security;
alter table private.search_words enable row level security;
alter table private.site_words enable row level security;
alter table private.reserved_sites enable row level security;
alter table private.imports enable row level security;
alter table private.import_sites enable row level security;
alter table private.client_errors enable row level security;
alter table private.client_error_counts enable row level security;
create policy nobody on private.settings using (false);
create policy nobody on private.sessions using (false);
create policy nobody on private.login_attempts using (false);
create policy nobody on private.visits using (false);
create policy nobody on private.imported_visits using (false);
create policy nobody on private.visit_moves using (false);
create policy nobody on private.change_log using (false);
create policy nobody on private.attempt_secret using (false);
create policy nobody on private.attempts using (false);
create policy nobody on private.visit_words using (false);
create policy nobody on private.search_words using (false);
create policy nobody on private.site_words using (false);
create policy nobody on private.reserved_sites using (false);
create policy nobody on private.imports using (false);
create policy nobody on private.import_sites using (false);
create policy nobody on private.client_errors using (false);
create policy nobody on private.client_error_counts using (false);

-- The site whose file an object name belongs to; NULL when the name is not one of ours.
-- Names: sites/<site id>/<13-digit time>-<uuid v4>.<extension>, and .small.jpg for the small rendition of a photo.
create function private.object_site(object_name text) returns bigint
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(object_name) <= 100 and object_name ~
     '^sites/[1-9][0-9]{0,9}/[0-9]{13}-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.(small\.jpg|jpg|jpeg|png|webp|pdf)$'
  then
    return split_part(object_name, '/', 2)::bigint;
  end if;
  return null;
end $$;

-- Evidence stays: a file that a task ever had cannot be removed, nor its small rendition, because the change log shows and restores
-- it. One that was uploaded and never saved can be.
create function private.object_in_use(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  site bigint := private.object_site(object_name);
  stem text := regexp_replace(object_name, '(\.small)?\.[a-z]+$', '.');
begin
  return exists (select 1 from public.maintable t where t.id = site and position(stem in t.tasks2024::text) > 0)
    -- what a task had must have been in it before: the log shows it in the change that took it away
    or exists (select 1 from private.change_log c where c.site_id = site and position(stem in c.before::text) > 0);
end $$;

-- Files may be uploaded for a site that an import will add, too.
create function private.object_site_exists(object_name text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.maintable t where t.id = private.object_site(object_name))
    or exists (select 1 from private.reserved_sites r where r.id = private.object_site(object_name));
end $$;

-- The type that a file of this name has. Its values are the bucket's list of types.
create function private.type_of_name(object_name text) returns text
language sql immutable set search_path = '' as $$
  select case substring(object_name from '[a-z]+$')
    when 'jpg' then 'image/jpeg' when 'jpeg' then 'image/jpeg' when 'png' then 'image/png' when 'webp' then 'image/webp'
    when 'pdf' then 'application/pdf' end
$$;

-- Whether a file may come in under this name, as the storage describes it: by an upload or a copy, with the type that the
-- name says. All other doors stay shut: at a signed upload the type is chosen after the policy was asked, and nothing here
-- uses the resumable and the S3 interface. The copy of a file that was stored before this rule has its name and type.
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

-- Photos of a building show number plates and faces, so the bucket is private and every file has its site in its name. Scanned
-- reports of visits are larger than 10 MB; the portal makes photos smaller than that, and the bucket has one limit for all. Its list of types
-- is asked at some doors of the storage only: a copy could give a photo the type of a page with script, a resumable upload could leave
-- its type out, and whoever holds a signed upload URL chooses the type afterwards. Opened by a signed URL, such a page would run on the host of
-- the storage. So the policy itself reads name and type of what comes in.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('rfidboomgatephoto', 'rfidboomgatephoto', false, 26214400,
  array['image/jpeg', 'image/png', 'image/webp', 'application/pdf'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- A technician reads all files of its sites and adds to them. No policy for update: a file is never overwritten.
create policy portal_read on storage.objects for select to anon
  using (bucket_id = 'rfidboomgatephoto' and ((select private.session_role()) = 'admin'
    or regexp_replace(name, '(\.small)?\.[a-z]+$', '') in (select private.shown_files())
    or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))));
create policy portal_add on storage.objects for insert to anon
  with check (bucket_id = 'rfidboomgatephoto' and private.file_fits(name, metadata)
    and (((select private.session_role()) = 'admin' and private.object_site_exists(name))
      or ((select private.session_role()) = 'technician' and private.object_site(name) = any ((select private.session_sites())::bigint[]))));
create policy portal_remove on storage.objects for delete to anon
  using (bucket_id = 'rfidboomgatephoto' and (select private.session_role()) = 'admin'
    and private.object_site(name) is not null and not private.object_in_use(name));

-- Grants: everything taken away, then given by name.
revoke all on all tables in schema public, private from public, anon, authenticated, service_role;
revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
revoke all on all functions in schema public, private from public, anon, authenticated, service_role;

grant select on public.maintables, public.maintable to anon;
grant insert (name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024, visit_every_months, equipment),
  update (name, sitename, address, status, building_type, capacity, gate_numbers, rfid_unit, jmb_name, contract_until,
    preventive_maintenance, emergency_visit, person_in_charge, tasks2024, visit_every_months, equipment, revision)
  on public.maintable to anon;
grant select, insert (site_id, json), update (json, revision, renames) on public.carpost to anon;
grant select (id, label, role, site_id, kind, created_at, last_used_at, expires_at, revoked_at, site_ids, end_reason, granted_until)
  on public.main to anon;

grant execute on function public.login, public.logout, public.whoami, public.unlock_analytics, public.list_sessions,
  public.end_session, public.end_sessions, public.issue_key, public.rotate_key, public.revoke_key, public.set_key_sites,
  public.set_key_end, public.mend_key_ends, public.ended_keys, public.my_visits, public.move_visit, public.moved_visits,
  public.list_changes, public.list_changers, public.logged_moves, public.restore_change, public.site_overview,
  public.search_visits, public.import_state, public.reserve_site, public.import_site, public.list_imports, public.undo_import,
  public.report_client_error, public.list_client_errors to anon;
-- What those, the view and the policies call; each asks for the session itself. Row checks run with the writer's rights.
grant execute on function private.login, private.logout, private.whoami, private.unlock_analytics, private.list_sessions,
  private.end_session, private.end_sessions, private.issue_key, private.rotate_key, private.revoke_key, private.set_key_sites,
  private.set_key_end, private.mend_key_ends, private.ended_keys, private.my_visits, private.move_visit, private.moved_visits,
  private.list_changes, private.list_changers, private.logged_moves, private.restore_change, private.site_overview,
  private.search_visits, private.import_state, private.reserve_site, private.import_site, private.list_imports, private.undo_import,
  private.report_client_error, private.list_client_errors,
  private.my_sites, private.has_session, private.session_role, private.session_site, private.session_sites,
  private.session_unlocked, private.text_ok, private.car_posts_valid, private.equipment_valid,
  private.object_site, private.object_site_exists, private.object_in_use, private.file_fits, private.shown_files to anon;
