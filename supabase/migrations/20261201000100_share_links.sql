-- Why: a building shows a visit to an insurer or a contractor, who has no key and should get none (decisions §16). A link to chosen visits of a site
-- opens what is shown of them now, and nothing else, for some days. It is decided by the secret alone, as at a sticker: what opens
-- nothing is answered in one way, and everything is counted. A visit that is hidden or moved is not in it any more, at once.
set local lock_timeout = '5s';

create table private.share_links (
  id bigint generated always as identity primary key,
  site_id bigint not null references public.maintable (id) on delete restrict,
  task_ids integer[] not null check (cardinality(task_ids) between 1 and 200 and array_position(task_ids, null) is null),
  label text not null check (label ~ '\S' and private.text_ok(label, 120)),      -- for whom
  secret text not null unique check (secret ~ '^[0-9a-f]{64}$'),                 -- SHA-256 (secret_hash)
  made_at timestamptz not null default now(),
  made_by bigint,                     -- the access record; NULL when the owner wrote in SQL
  until timestamptz not null,
  ended_at timestamptz,
  ended_by bigint,
  opened integer not null default 0,
  last_opened_at timestamptz,
  constraint share_links_until_later check (until > made_at),
  constraint share_links_opened_whole check ((opened = 0) = (last_opened_at is null))
);
comment on table private.share_links is 'Links to chosen visits of a site, for people without a key. The secret itself is never stored';
create index share_links_site_idx on private.share_links (site_id);
alter table private.share_links enable row level security;
create policy nobody on private.share_links using (false);
create trigger keep_rows before delete on private.share_links for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.share_links for each statement execute function private.refuse_change();

-- How many links of a site may live at a time.
create function private.max_links() returns integer
language sql immutable parallel safe set search_path = '' return 200;

-- How many visits a link has at most.
create function private.max_linked_visits() returns integer
language sql immutable parallel safe set search_path = '' return 200;

-- A new secret, as strong as a key. In an attempt it is made of the attempt's id, as a sticker's is; the word makes it another one.
create function private.new_link_secret() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
begin
  return replace(private.key_from(case when attempt is null then private.random_bytes()
    else sha256((select s.secret from private.attempt_secret s) || convert_to('link ' || attempt, 'UTF8')) end), '-', '');
end $$;

-- When a key and all that replaced it have ended; infinity where one of them goes on, NULL for no key. A rotation must not break what somebody
-- holds. A key that was revoked leaves its links to no key that was issued later: it may have been stolen, and what ended must not come back.
-- without: keys that are left out, as if they had just been revoked.
create function private.key_line_end(of_key bigint, without bigint[] default '{}') returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with recursive line as (
      select m.id, m.kind, m.revoked_at, m.expires_at from public.main m where m.id = of_key
      union
      select s.id, s.kind, s.revoked_at, s.expires_at from public.main s join line l on s.successor_of = l.id
      where l.revoked_at is null or s.created_at <= l.revoked_at)
    select max(case when l.kind = 'demo' and not c.demo then '-infinity' else coalesce(least(l.revoked_at, l.expires_at), 'infinity') end)
    from line l cross join private.settings c where l.id <> all (without));
end $$;

-- When a link ends or ended: after its days, when somebody ends it, or with its key. The rule stands here only.
create function private.link_end(link private.share_links) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin return least(link.until, link.ended_at, private.key_line_end(link.made_by)); end $$;

-- The link that a secret opens, or a row of NULLs: it lives, and one of its visits is shown. It costs one look-up of a hash, whatever the secret is.
create function private.live_link(given text) returns private.share_links
language plpgsql stable security definer set search_path = '' as $$
declare
  hash constant text := private.secret_hash('link', given);
  link private.share_links;
begin
  select l.* into link from private.share_links l where l.secret = hash and octet_length(given) <= private.max_key_bytes();
  if link.id is null or private.link_end(link) <= now() or not exists (
      select from private.visits v where v.site_id = link.site_id and v.task_id = any (link.task_ids) and v.showing) then
    return null;
  end if;
  return link;
end $$;

-- The visits of a link that are shown now, as they are stored, newest first. No nested loops, and the tasks of the site are unpacked in a step of
-- their own: where statistics are those of a small portal, one visit is expected, and the tasks would be unpacked or read again for each of 200.
create function private.linked_tasks(link private.share_links) returns setof jsonb
language plpgsql stable security definer set search_path = '' set enable_nestloop = off as $$
begin
  return query
    with stored as materialized (
      select e as task, (e ->> 'id')::integer as id from public.maintable t cross join jsonb_array_elements(t.tasks2024) e where t.id = link.site_id)
    select s.task from stored s join private.visits v on v.site_id = link.site_id and v.task_id = s.id
    where v.task_id = any (link.task_ids) and v.showing
    order by v.visited_at desc, v.task_id desc;
end $$;

-- Of the site only its name and address, of a visit not what it answers or closes: those are numbers of other records. Opening uses nothing up, so
-- a preview of the link does no harm.
create function private.open_link(given text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  link private.share_links;
  wait integer;
begin
  perform private.refuse_uncounted();
  link := private.live_link(given);
  if link.id is null then return private.closed_door(); end if;
  wait := private.passes('look', format('link %s from %s', link.id, private.client_ip()),
    (select c.looks_of_address from private.settings c));
  if wait > 0 then return private.refusal(429, 'Too many looks', wait); end if;
  -- a page that is loaded again within half an hour was not opened again
  update private.share_links l set last_opened_at = now(),
    opened = l.opened + (coalesce(l.last_opened_at, '-infinity') <= now() - interval '30 minutes')::integer where l.id = link.id;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return (
    select json_build_object('site', coalesce(nullif(btrim(t.sitename), ''), t.name), 'address', t.address,
      'until', private.stored_time(link.until),
      'visits', (select json_agg(v.task - array['showing', 'answers', 'closes'] order by v.n)
        from private.linked_tasks(link) with ordinality v (task, n)))
    from public.maintable t where t.id = link.site_id);
end $$;

-- The role of a key that may have to do with links, or 401 and 403: a client's and an admin's.
create function private.require_link_maker() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  who constant text := private.require_session();
begin
  if who not in ('admin', 'user') then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return who;
end $$;

-- What an attempt made, or 409 where that link is over.
create function private.link_of_attempt(did jsonb) returns private.share_links
language plpgsql volatile security definer set search_path = '' as $$
declare
  made private.share_links;
begin
  select l.* into made from private.share_links l where l.id = (did ->> 'id')::bigint and private.link_end(l) > now();
  if made.id is null then perform private.refuse_outdated_attempt(); end if;
  return made;
end $$;

-- Stores a link, or 422 with a hint: visits, label, days or links-full. Hidden visits, those of another site and those that are not there are
-- refused in the same words. Of two at once at a site the second counts the first.
create function private.add_link(of_site bigint, of_tasks bigint[], for_whom text, days integer, with_secret text) returns private.share_links
language plpgsql volatile security definer set search_path = '' as $$
declare
  named constant text := btrim(for_whom);
  chosen integer[];
  reason text[];
  made private.share_links;
begin
  reason := case
    when (cardinality(of_tasks) between 1 and private.max_linked_visits()) is not true
      then array[format('A link is to 1 to %s visits', private.max_linked_visits()), 'visits']
    when private.is_plain_line(to_jsonb(named), 120) is not true
      then array['For whom it is must be 1 to 120 characters of plain text in one line', 'label']
    when (days in (7, 30, 90)) is not true then array['A link lives for 7, 30 or 90 days', 'days']
  end;
  if reason is null then
    chosen := array(select v.task_id from private.visits v
      where v.site_id = of_site and v.task_id = any (of_tasks) and v.showing order by v.task_id);
    if cardinality(chosen) <> cardinality(of_tasks) then
      reason := array['A link is to visits that the site shows, each of them once', 'visits'];
    end if;
  end if;
  if reason is null then
    perform pg_advisory_xact_lock(hashtextextended('links of ' || of_site, 0));
    if (select count(*) from private.share_links l where l.site_id = of_site and l.ended_at is null and l.until > now()
        and private.link_end(l) > now()) >= private.max_links() then
      reason := array[format('A site has at most %s links that live', private.max_links()), 'links-full'];
    end if;
  end if;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  insert into private.share_links (site_id, task_ids, label, secret, made_by, until)
  values (of_site, chosen, named, private.secret_hash('link', with_secret), (select s.main_id from private.live_session() s),
    now() + make_interval(hours => 24 * days))
  returning * into made;
  return made;
exception when unique_violation then
  -- the attempt is older than the database remembers, and so is its link
  perform private.refuse_outdated_attempt();
  return null;
end $$;

-- The secret is shown once, by the call that makes it: a client's for its own site, an admin's for any. A repetition is not counted.
create function private.make_link(of_site bigint, of_tasks bigint[], for_whom text, days integer) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  who constant text := private.require_link_maker();
  secret text;
  did jsonb;
  made private.share_links;
  wait integer;
begin
  if who <> 'admin' and (of_site = private.session_site()) is not true then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  if not exists (select from public.maintable t where t.id = of_site) then
    raise sqlstate 'PT404' using message = 'No such site';
  end if;
  did := private.start_attempt('make_link');
  secret := private.new_link_secret();
  if did is null then
    wait := private.passes('make', 'key ' || (select s.main_id from private.live_session() s),
      (select c.links_of_key from private.settings c));
    if wait > 0 then return private.refusal(429, 'Too many links', wait); end if;
    made := private.add_link(of_site, of_tasks, for_whom, days, secret);
    perform private.record_attempt(jsonb_build_object('id', made.id));
  else
    made := private.link_of_attempt(did);
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', made.id, 'secret', secret, 'until', private.stored_time(made.until));
end $$;

-- The links of a site, or of all that the key may see, newest first: those that live, and the newest 200 of those that ended within 30 days.
-- shown: how many of its visits are shown now. made_by: the label of the key, and for a client NULL where the office made the link, as its
-- labels name people whom the client does not know.
create function private.list_links(of_site bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  who constant text := private.require_link_maker();
  own constant bigint := private.session_site();
begin
  if who <> 'admin' and of_site is not null and (of_site = own) is not true then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  return (
    with listed as (
      select l.*, e.ends, e.ends > now() as living, row_number() over (partition by e.ends > now() order by l.id desc) as place
      from private.share_links l cross join lateral (select private.link_end(l) as ends) e
      where (of_site is null or l.site_id = of_site) and (who = 'admin' or l.site_id = own)
        and least(l.until, l.ended_at) > now() - interval '30 days' and e.ends > now() - interval '30 days')
    select coalesce(json_agg(json_build_object('id', l.id, 'site_id', l.site_id, 'site', coalesce(nullif(btrim(t.sitename), ''), t.name),
        'label', l.label, 'task_ids', l.task_ids,
        'shown', (select count(*) from private.visits v where v.site_id = l.site_id and v.task_id = any (l.task_ids) and v.showing),
        'made_at', private.stored_time(l.made_at), 'made_by', (select m.label from public.main m where m.id = l.made_by and (who = 'admin' or m.role = 'user')),
        'until', private.stored_time(l.until), 'ended_at', case when not l.living then private.stored_time(l.ends) end,
        'opened', l.opened, 'last_opened_at', private.stored_time(l.last_opened_at)) order by l.id desc), '[]')
    from listed l join public.maintable t on t.id = l.site_id where l.living or l.place <= 200);
end $$;

-- Ends a link at once. One that has ended stays as it is. Where its key has, it is ended too: another key may replace that one later.
create function private.end_link(link_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  who constant text := private.require_link_maker();
  own constant bigint := private.session_site();
begin
  if not exists (select from private.share_links l where l.id = link_id and (who = 'admin' or l.site_id = own)) then
    raise sqlstate 'PT404' using message = 'No such link';
  end if;
  update private.share_links l set ended_at = now(), ended_by = (select s.main_id from private.live_session() s)
  where l.id = link_id and l.ended_at is null and l.until > now();
end $$;

create function public.make_link(site_id bigint, task_ids bigint[], label text, days integer) returns json
  language sql volatile set search_path = '' return private.make_link(site_id, task_ids, label, days);
create function public.list_links(site_id bigint default null) returns json
  language sql stable set search_path = '' return private.list_links(site_id);
create function public.end_link(link_id bigint) returns void
  language sql volatile set search_path = '' return private.end_link(link_id);
create function public.open_link(secret text) returns json
  language sql volatile set search_path = '' return private.open_link(secret);

revoke all on private.share_links from public, anon, authenticated, service_role;
revoke all on all sequences in schema private from public, anon, authenticated, service_role;
revoke all on function private.max_links, private.max_linked_visits, private.new_link_secret, private.key_line_end, private.link_end,
  private.live_link, private.linked_tasks, private.open_link, private.require_link_maker, private.link_of_attempt, private.add_link,
  private.make_link, private.list_links, private.end_link, public.make_link, public.list_links, public.end_link, public.open_link
  from public, anon, authenticated, service_role;
grant execute on function private.make_link, private.list_links, private.end_link, private.open_link, public.make_link,
  public.list_links, public.end_link, public.open_link to anon;
