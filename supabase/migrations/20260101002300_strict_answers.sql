-- Why: three answers said too much or too late. A key that the table refused was answered with the failing row, its hash
-- in it; a key could be made that had ended long ago; a write to the view was answered as a fault of the server. And the
-- address of a file may name any host: nobody contacts it, but a record should not carry the address of a stranger.

set local lock_timeout = '5s';

-- As before, but that everything the table would refuse is refused first, in words and without the row.
create or replace function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text;
begin
  perform private.require_admin();
  reason := case
    when of_role is null or of_role not in ('admin', 'user', 'technician') then 'There is no such kind of key'
    when of_role = 'user' and of_site is null then 'A key for a building needs its site'
    when of_role <> 'user' and of_site is not null then 'Only a key for a building has a site'
    when of_site is not null and not exists (select 1 from public.maintable t where t.id = of_site) then format('There is no site %s', of_site)
    when with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120)
      then 'The label must be 1 to 120 characters of plain text'
    when until <= now() then 'A key must end in the future'
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason; end if;
  return private.create_key(of_role, of_site, with_label, until, private.chosen_sites(of_role, of_sites));
end $$;

-- A view of a function cannot be written, which Postgres would say before it asks for the right. With a trigger in the place
-- of the write it asks first, and answers as for every table: nobody has that right.
create trigger keep_rows instead of insert or update or delete on public.maintables
  for each row execute function private.refuse_change();

-- Which hosts the addresses of files may name, such as 'abcd.supabase.co'; NULL for any, as before. For the owner to set;
-- what is stored stays, and may come back from the change log.
alter table private.settings add column file_hosts text[];

-- The log has the tasks that differ, and no others, so that nothing else is looked at.
create function private.refuse_other_hosts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hosts constant text[] := (select c.file_hosts from private.settings c);
  other text;
begin
  if hosts is null or new.after -> 'tasks2024' is null then return new; end if;
  select file into other from jsonb_array_elements(new.after -> 'tasks2024') e
  cross join lateral (select jsonb_array_elements_text(e -> 'urls') union all select e ->> 'pdf') files (file)
  where file <> '' and split_part(file, '/', 3) <> all (hosts)
    and position(to_jsonb(file)::text in coalesce(new.before::text, '')) = 0
    and not exists (select 1 from private.change_log c
      where c.site_id = new.site_id and position(to_jsonb(file)::text in c.before::text) > 0)
  limit 1;
  if found then
    raise check_violation using message = format('A file must be one of this portal, not of %s', split_part(other, '/', 3));
  end if;
  return new;
end $$;
revoke all on function private.refuse_other_hosts() from public, anon, authenticated, service_role;
create trigger refuse_other_hosts before insert on private.change_log
  for each row when (new.table_name = 'maintable') execute function private.refuse_other_hosts();
