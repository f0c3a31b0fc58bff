-- Why: the screen of the keys told the refusals of one function apart by their English messages, so that a better sentence
-- here would have changed what the screen says. Where one status has several reasons, `hint` names the reason now, in a word
-- that stays. The messages are as before: a page that was opened before the update still reads them.

set local lock_timeout = '5s';

-- The sites that an admin chose for a technician's key, NULL for all, or 422.
create or replace function private.chosen_sites(of_role text, site_ids bigint[]) returns bigint[]
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
      raise sqlstate 'PT422' using message = format('There is no site %s', coalesce(site::text, 'without a number')),
        hint = 'sites-gone';
    end if;
  end loop;
  if (select count(*) > count(distinct s) from unnest(site_ids) s) then
    raise sqlstate 'PT422' using message = 'The same site twice';
  end if;
  return array(select s from unnest(site_ids) s order by s);
end $$;

-- Everything the table would refuse is refused first, in words and without the row. A reason is its message and its hint.
create or replace function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  reason text[];
begin
  perform private.require_admin();
  reason := case
    when of_role is null or of_role not in ('admin', 'user', 'technician') then array['There is no such kind of key', 'role-unknown']
    when of_role = 'user' and of_site is null then array['A key for a building needs its site', 'site-missing']
    when of_role <> 'user' and of_site is not null then array['Only a key for a building has a site', 'site-refused']
    when of_site is not null and not exists (select 1 from public.maintable t where t.id = of_site)
      then array[format('There is no site %s', of_site), 'site-gone']
    when with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120)
      then array['The label must be 1 to 120 characters of plain text', 'label-refused']
    when until <= now() then array['A key must end in the future', 'end-passed']
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  return private.create_key(of_role, of_site, with_label, until, private.chosen_sites(of_role, of_sites));
end $$;
