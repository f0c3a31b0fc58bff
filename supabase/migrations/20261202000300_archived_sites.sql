-- Why: a customer who left is out of the daily work, and what was done there remains evidence (decisions §8): the record is archived, never
-- removed, and can be brought back. Since when is a column that the database sets alone, by two calls of an admin, and the change log has it
-- as a change of the site. Technicians lose an archived site at once, as one that is taken from their keys; a client's key goes on
-- reading its record, unless the admin ends keys, stickers and links with it.
set local lock_timeout = '5s';

-- The sites of a technician's session, without archived ones; NULL for everybody else.
create or replace function private.session_sites() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
declare
  live record;
  chosen bigint[];
begin
  select s.main_id, s.role into live from private.live_session() s;
  if live.role is distinct from 'technician' then return null; end if;
  chosen := (select m.site_ids from public.main m where m.id = live.main_id);
  return array(select t.id from public.maintable t where t.archived_at is null and (chosen is null or t.id = any (chosen)));
end $$;

-- The keys of a site, its stickers and its links that open something.
create function private.keys_in_use(of_site bigint) returns bigint[]
language sql stable set search_path = ''
return array(select m.id from public.main m
  where m.site_id = of_site and m.revoked_at is null and (m.expires_at is null or m.expires_at > now()) order by m.id);
create function private.stickers_in_use(of_site bigint) returns bigint[]
language sql stable set search_path = ''
return array(select s.id from private.stickers s where s.site_id = of_site and (s.ended_at is null or s.ended_at > now()) order by s.id);
create function private.links_in_use(of_site bigint) returns bigint[]
language sql stable set search_path = ''
return array(select l.id from private.share_links l where l.site_id = of_site and private.link_end(l) > now() order by l.id);

-- How many ways into these sites open something, together: { keys, stickers, links }. For admins; at most as many sites as keys at once. One answer for
-- all, as hundreds of calls would take a minute.
create function private.site_access(of_sites bigint[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(of_sites) > private.max_keys_at_once() then
    raise sqlstate 'PT422' using message = format('At most %s sites are asked for at once', private.max_keys_at_once());
  end if;
  return (
    select json_build_object('keys', coalesce(sum(cardinality(private.keys_in_use(s.id))), 0),
      'stickers', coalesce(sum(cardinality(private.stickers_in_use(s.id))), 0),
      'links', coalesce(sum(cardinality(private.links_in_use(s.id))), 0))
    from (select distinct given as id from unnest(of_sites) given) s);
end $$;

-- Ends all keys, stickers and links of a site, and answers how many there were: { keys, stickers, links }. The links first, as those of a key
-- end with it. New stickers and links of the site wait meanwhile; new keys wait for the lock of revoke_key.
create function private.end_site_access(of_site bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  links bigint[];
  stickers bigint[];
  keys bigint[];
  ended bigint;
begin
  lock table public.main in share row exclusive mode;
  perform pg_advisory_xact_lock(hashtextextended('links of ' || of_site, 0));
  perform pg_advisory_xact_lock(hashtextextended('stickers of ' || of_site, 0));
  links := private.links_in_use(of_site);
  stickers := private.stickers_in_use(of_site);
  keys := private.keys_in_use(of_site);
  foreach ended in array links loop perform private.end_link(ended); end loop;
  foreach ended in array stickers loop perform private.end_sticker(ended); end loop;
  foreach ended in array keys loop perform private.revoke_key(ended); end loop;
  return jsonb_build_object('keys', cardinality(keys), 'stickers', cardinality(stickers), 'links', cardinality(links));
end $$;

-- The site of an admin's call at this revision, locked. 404 for none, 409 where somebody else was faster. The lock lets others point at the
-- site meanwhile: a report from a sticker holds its sticker and waits for nothing here.
create function private.locked_site(of_site bigint, base bigint) returns public.maintable
language plpgsql volatile security definer set search_path = '' as $$
declare
  site public.maintable;
begin
  select * into site from public.maintable t where t.id = of_site for no key update;
  if site.id is null then raise sqlstate 'PT404' using message = 'No such site'; end if;
  if site.revision is distinct from base then raise sqlstate 'PT409' using message = 'Somebody else changed the site first'; end if;
  return site;
end $$;

-- Archives a site under its revision, and with end_access ends its keys, stickers and links in the same step. Answers { revision, archived_at,
-- ended: { keys, stickers, links } }, a repetition as the first time. Of a site that is archived already end_access ends what still works there.
-- 404 unknown, 409 changed meanwhile, 422 with the hint archived.
create function private.archive_site(of_site bigint, base bigint, end_access boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  site public.maintable;
  ended jsonb := jsonb_build_object('keys', 0, 'stickers', 0, 'links', 0);
  answer jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('archive_site');
  if did is not null then
    -- it was brought back after this attempt
    if (select t.archived_at from public.maintable t where t.id = of_site) is null then perform private.refuse_outdated_attempt(); end if;
    return did -> 'answer';
  end if;
  site := private.locked_site(of_site, base);
  if site.archived_at is not null and end_access is not true then
    raise sqlstate 'PT422' using message = 'The site is archived already', hint = 'archived';
  end if;
  if end_access then ended := private.end_site_access(of_site); end if;
  if site.archived_at is null then
    update public.maintable t set archived_at = now(), revision = t.revision + 1 where t.id = of_site returning * into site;
  end if;
  answer := jsonb_build_object('revision', site.revision, 'archived_at', site.archived_at, 'ended', ended);
  perform private.record_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

-- Brings an archived site back under its revision: { revision }. What was ended with it stays ended. Repetitions and refusals as archive_site; the
-- hint is not-archived.
create function private.unarchive_site(of_site bigint, base bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  site public.maintable;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('unarchive_site');
  if did is not null then
    -- it was archived again after this attempt
    if (select t.archived_at from public.maintable t where t.id = of_site) is not null then perform private.refuse_outdated_attempt(); end if;
    return did -> 'answer';
  end if;
  site := private.locked_site(of_site, base);
  if site.archived_at is null then
    raise sqlstate 'PT422' using message = 'The site is not archived', hint = 'not-archived';
  end if;
  update public.maintable t set archived_at = null, revision = t.revision + 1 where t.id = of_site returning * into site;
  answer := jsonb_build_object('revision', site.revision);
  perform private.record_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

create function public.site_access(site_ids bigint[]) returns json
  language sql stable set search_path = '' return private.site_access(site_ids);
create function public.archive_site(site_id bigint, revision bigint, end_access boolean default false) returns json
  language sql volatile set search_path = '' return private.archive_site(site_id, revision, end_access);
create function public.unarchive_site(site_id bigint, revision bigint) returns json
  language sql volatile set search_path = '' return private.unarchive_site(site_id, revision);

revoke all on function private.keys_in_use, private.stickers_in_use, private.links_in_use, private.site_access, private.end_site_access,
  private.locked_site, private.archive_site, private.unarchive_site, public.site_access, public.archive_site, public.unarchive_site
  from public, anon, authenticated, service_role;
grant execute on function private.site_access, private.archive_site, private.unarchive_site, public.site_access, public.archive_site,
  public.unarchive_site to anon;
