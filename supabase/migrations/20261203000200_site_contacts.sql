-- Why: a site has more people than the one of its record: a managing agent, a supervisor, the guards, an accounts office. The first contact stays
-- the columns jmb_name and person_in_charge of the site; the further ones are rows here. Whoever reads the site reads them, and only the office
-- writes them. A contact is hidden, never deleted.
set local lock_timeout = '5s';

-- How many contacts a site shows at most, besides the first one.
create function private.max_contacts() returns integer
language sql immutable parallel safe set search_path = '' return 50;

create table public.site_contacts (
  id bigint generated always as identity primary key,
  site_id bigint not null references public.maintable (id) on delete restrict,
  name text not null check (private.text_ok(name, 120) and name = btrim(name) and name !~ '[\t\n\r]'
    and name ~ '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]'),
  role text check (private.text_ok(role, 80) and role !~ '[\t\n\r]'),
  phone bigint not null check (phone between 0 and 999999999999999),          -- as maintable.person_in_charge
  email text check (private.text_ok(email, 254) and email ~ '^[^\s@?&%<>(),:;"]+@[^\s@?&%<>(),:;"]+$'),
  hidden boolean not null default false,
  revision bigint not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.site_contacts is 'The contacts of a site after the first one, which its record has';
-- No index on the site: a filter that is an index search runs before the row policy, and its 401 for a row and silence for none would tell a
-- caller without a session at which sites there are contacts. All of them are few, and small, and no site is deleted or gets another number.

-- What an attempt wrote to a table whose rows have a number of their own. Runs after log_change.
create function private.note_row_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.request_attempt() is null then return null; end if;
  perform private.record_attempt(jsonb_build_object('id', new.id, 'revision', new.revision));
  return null;
end $$;

-- Refuses a row that a site would have too many with: 422 and the hint, both from the trigger's arguments (most, what, hint). It runs after the
-- row policies, so that nobody else learns how many there are. Of two at once at a site the second counts the first.
create function private.refuse_too_many() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended(format('%s of %s', tg_table_name, new.site_id), 0));
  execute format('select count(*) from public.%I t where t.site_id = $1 and not t.hidden', tg_table_name) into shown using new.site_id;
  if shown > tg_argv[0]::bigint then
    raise sqlstate 'PT422' using message = format('A site has at most %s %s', tg_argv[0], tg_argv[1]), hint = tg_argv[2];
  end if;
  return null;
end $$;

create trigger attempt_once before insert or update on public.site_contacts
  for each row execute function private.refuse_repetition();
create trigger raise_revision before insert or update on public.site_contacts
  for each row execute function private.raise_revision();
create trigger keep_rows before delete on public.site_contacts for each row execute function private.refuse_change();
create trigger keep_all before truncate on public.site_contacts for each statement execute function private.refuse_change();
create trigger one_row after update on public.site_contacts referencing old table as written
  for each statement execute function private.refuse_many();
create trigger log_change after insert or update on public.site_contacts for each row execute function private.log_change();
create trigger note_write after insert or update on public.site_contacts for each row execute function private.note_row_write();
do $$ begin
  execute format('create trigger room after insert or update of hidden on public.site_contacts
    for each row when (not new.hidden) execute function private.refuse_too_many(%s, ''contacts'', ''contacts-full'')', private.max_contacts());
end $$;

alter table public.site_contacts enable row level security;
-- A hidden contact is there for the office only, which can show it again. The role is compared as an array: the planner expects ten roles in it that
-- all agree, so next to no row, whatever the filter. Its estimate can be asked for without a session (count=planned with limit=0), and would else tell
-- how the names and numbers of all sites are spread.
create policy own_sites_read on public.site_contacts for select to anon
  using ((select private.has_session()) and ('admin' = all ((select array[private.session_role()])::text[])
    or ('user' = all ((select array[private.session_role()])::text[]) and not hidden and site_id = (select private.session_site()))
    or ('technician' = all ((select array[private.session_role()])::text[]) and not hidden
      and site_id = any ((select private.session_sites())::bigint[]))));
create policy admins_add on public.site_contacts for insert to anon
  with check ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy admins_change on public.site_contacts for update to anon
  using ((select private.has_session()) and 'admin' = all ((select array[private.session_role()])::text[]))
  with check ((select private.session_role()) is not distinct from 'admin');

revoke all on public.site_contacts from public, anon, authenticated, service_role;
revoke all on function private.max_contacts, private.note_row_write, private.refuse_too_many from public, anon, authenticated, service_role;
grant select, insert (site_id, name, role, phone, email), update (name, role, phone, email, hidden, revision) on public.site_contacts to anon;
