-- Why: the office knows things about a site that are not for its client: who pays late, which guard to avoid, what was said on the telephone. Notes
-- are read and written with the keys of admins only. A note is hidden, never deleted.
set local lock_timeout = '5s';

-- How many notes a site shows at most.
create function private.max_notes() returns integer
language sql immutable parallel safe set search_path = '' return 500;

create table public.site_notes (
  id bigint generated always as identity primary key,
  site_id bigint not null,            -- of public.maintable, as refuse_no_site asks: see there
  text text not null check (private.text_ok(text, 4000) and text ~ '[^\s\u00A0\u200B-\u200F\u2060\u3164\uFEFF]'),
  author text,                        -- the label of the key at that time; NULL when the owner wrote in SQL
  made_at timestamptz not null default now(),
  edited_at timestamptz,              -- when its text was last changed
  hidden boolean not null default false,
  revision bigint not null default 1,
  updated_at timestamptz not null default now()
);
comment on table public.site_notes is 'Notes of the office about a site. Nobody else reads them';
-- No index on the site: a filter that is an index search runs before the row policy, and its 401 for a row and silence for none would tell a
-- caller without a session about which sites there are notes. All of them are few, and small.

-- Who wrote a note, and when its text was changed. No request says this itself.
create function private.sign_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.author := (select m.label from public.main m where m.id = (select s.main_id from private.live_session() s));
  elsif new.text is distinct from old.text then
    new.edited_at := now();
  end if;
  return new;
end $$;

-- In place of a foreign key, which wants that index. It runs after the row policies: who may not write a note does not learn which sites there are.
create function private.refuse_no_site() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.maintable t where t.id = new.site_id) then
    raise foreign_key_violation using message = 'No such site';
  end if;
  return null;
end $$;

create trigger attempt_once before insert or update on public.site_notes
  for each row execute function private.refuse_repetition();
create trigger raise_revision before insert or update on public.site_notes
  for each row execute function private.raise_revision();
create trigger sign_note before insert or update on public.site_notes
  for each row execute function private.sign_note();
create trigger of_site after insert or update of site_id on public.site_notes
  for each row execute function private.refuse_no_site();
create trigger keep_rows before delete on public.site_notes for each row execute function private.refuse_change();
create trigger keep_all before truncate on public.site_notes for each statement execute function private.refuse_change();
create trigger one_row after update on public.site_notes referencing old table as written
  for each statement execute function private.refuse_many();
create trigger log_change after insert or update on public.site_notes for each row execute function private.log_change();
create trigger note_write after insert or update on public.site_notes for each row execute function private.note_row_write();
do $$ begin
  execute format('create trigger room after insert or update of hidden on public.site_notes
    for each row when (not new.hidden) execute function private.refuse_too_many(%s, ''notes'', ''notes-full'')', private.max_notes());
end $$;

alter table public.site_notes enable row level security;
-- The role is compared as an array for the reason that site_contacts has.
create policy admins_read on public.site_notes for select to anon
  using ((select private.has_session()) and 'admin' = all ((select array[private.session_role()])::text[]));
create policy admins_add on public.site_notes for insert to anon
  with check ((select private.has_session()) and (select private.session_role()) is not distinct from 'admin');
create policy admins_change on public.site_notes for update to anon
  using ((select private.has_session()) and 'admin' = all ((select array[private.session_role()])::text[]))
  with check ((select private.session_role()) is not distinct from 'admin');

revoke all on public.site_notes from public, anon, authenticated, service_role;
revoke all on function private.max_notes, private.sign_note, private.refuse_no_site from public, anon, authenticated, service_role;
grant select, insert (site_id, text), update (text, hidden, revision) on public.site_notes to anon;
