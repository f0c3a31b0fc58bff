-- Why: a key is read out, copied from chats and typed on phones, so it forgives case, blanks and look-alike letters, and carries
-- check symbols. A person types it once and travels with a session, which the database can end at any moment. Both are stored as
-- SHA-256 only: they carry 130 and 256 random bits, so no password hash is needed.

create table private.sessions (
  token_hash bytea primary key,
  main_id bigint not null references public.main (id) on delete restrict,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unlocked_until timestamptz,         -- an admin key opened this client's own failure counts until then
  unlocked_by bigint references public.main (id) on delete restrict,
  id uuid not null default gen_random_uuid() unique,   -- says nothing of the token
  kept boolean not null default false,
  device text not null default 'Unknown device'
);
create index sessions_main_id_idx on private.sessions (main_id);
create index sessions_unlocked_by_idx on private.sessions (unlocked_by);

-- One counter for each IP address and window, so that wrong keys cannot fill the disk.
create table private.login_attempts (
  ip text not null,
  window_start timestamptz not null,
  wrong_keys integer not null,
  primary key (ip, window_start)
);

-- Keys: 26 random symbols of Crockford's base32 (130 bits) and 2 check symbols, shown in groups of four.
create function private.base32(bytes bytea, symbols integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(bytes, i) & 31) + 1, 1), '' order by i)
          from generate_series(0, symbols - 1) i);
end $$;

-- As typed or pasted: any case and width, with or without dashes, blanks and invisible marks, O and I and L read as 0 and 1 and 1.
-- The class is Unicode's controls, format characters, white space, ignorable characters, the Braille blank, and its dashes. The
-- portal drops the same but the dashes (src/records/access-key/pasted-key.ts). Listed, as \s depends on the locale.
create function private.normal_key(key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  ignored constant text := '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160'
    '\u1680\u17B4-\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB'
    '\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
    '\u002D\u058A\u05BE\u1400\u1806\u2010-\u2015\u2043\u207B\u208B\u2212\u2E17\u2E1A\u2E3A-\u2E3B\u2E40\u2E5D\u301C\u3030\u30A0'
    '\uFE31-\uFE32\uFE58\uFE63\uFF0D\U00010D6E\U00010EAD]';
begin
  return translate(upper(normalize(regexp_replace(key, ignored, '', 'g'), nfkc)), 'OIL', '011');
end $$;

-- The normal form of keys of the former portal, which were stored by it: it kept some signs that the one above drops.
create function private.former_normal_key(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin return translate(upper(regexp_replace(key, '[\s-]', '', 'g')), 'OIL', '011'); end $$;

create function private.key_hash(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin return encode(sha256(convert_to(private.normal_key(key), 'UTF8')), 'hex'); end $$;

-- Whether a key has the full strength of an issued one: guessing those is hopeless, so they are never locked out.
create function private.key_is_strong(key text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  k text := private.normal_key(key);
begin
  return k ~ '^[0-9A-HJKMNP-TV-Z]{28}$'
    and private.base32(sha256(convert_to(left(k, 26), 'UTF8')), 2) = right(k, 2);
end $$;

create function private.random_bytes() returns bytea
language plpgsql volatile set search_path = '' as $$
begin
  -- 366 random bits from the server's strong source, condensed to 256: no extension needed
  return sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'));
end $$;

create function private.new_key() returns text
language plpgsql volatile set search_path = '' as $$
declare
  body text := private.base32(private.random_bytes(), 26);
begin
  return rtrim(regexp_replace(body || private.base32(sha256(convert_to(body, 'UTF8')), 2), '(.{4})', '\1-', 'g'), '-');
end $$;

create function private.request_header(name text) returns text
language plpgsql stable set search_path = '' as $$
begin
  -- '' instead of NULL on a pooled connection that served a request before
  return nullif(current_setting('request.headers', true), '')::json ->> name;
end $$;

-- The sessions that open something, with what their key may do: the one place of that rule.
create view private.live_sessions as
  select s.id, s.token_hash, s.main_id, s.kept, s.device, s.created_at, s.seen_at, s.unlocked_until, s.unlocked_by,
    least(s.expires_at, m.expires_at) as expires_at, m.role, m.site_id
  from private.sessions s
  join public.main m on m.id = s.main_id
  cross join private.settings c
  where s.expires_at > now() and s.seen_at > now() - case when s.kept then c.kept_idle else c.session_idle end
    and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
    and (m.kind <> 'demo' or c.demo);

-- The live session of this request, or no row. plpgsql keeps its plan; nested SQL functions cost seven times as much.
create function private.live_session()
returns table (token_hash bytea, main_id bigint, role text, site_id bigint, expires_at timestamptz, unlocked boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  given text := private.request_header('x-portal-session');
begin
  if given is null or char_length(given) <> 64 then return; end if;
  return query
    select s.token_hash, s.main_id, s.role, s.site_id, s.expires_at,
      s.unlocked_until > now() and exists (select 1 from public.main a
        where a.id = s.unlocked_by and a.revoked_at is null and (a.expires_at is null or a.expires_at > now()))
    from private.live_sessions s
    where s.token_hash = sha256(convert_to(given, 'UTF8'));
end $$;

-- For policies, always as (select private.f()), so that it runs once a statement and not once a row.
create function private.session_role() returns text
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.role from private.live_session() s); end $$;

create function private.session_site() returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin return (select s.site_id from private.live_session() s); end $$;

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

create function private.session_unlocked() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin return coalesce((select s.unlocked from private.live_session() s), false); end $$;

-- The role of this request. Raises 401 without a live session: row level security alone would answer an empty 200,
-- which looks like "no data" instead of "log in again".
create function private.require_session() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  live_role text := private.session_role();
begin
  if live_role is null then raise sqlstate 'PT401' using message = 'Session expired'; end if;
  return live_role;
end $$;

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.require_session() <> 'admin' then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
end $$;

-- Who knocks. Hosted: set by the gateway. The first hop of x-forwarded-for is the caller's own word, so the last counts.
-- A household or office has a /64 of IPv6, so that counts as one address.
create function private.client_ip() returns text
language plpgsql stable set search_path = '' as $$
declare
  said text := coalesce(
    private.request_header('cf-connecting-ip'),
    reverse(split_part(reverse(private.request_header('x-forwarded-for')), ',', 1)));
  address inet;
begin
  address := regexp_replace(btrim(said), '^::ffff:(?=[0-9.]+$)', '');
  if address is null then return 'unknown'; end if;
  return host(network(set_masklen(address, case family(address) when 6 then 64 else 32 end)));
exception when others then
  return 'unknown';
end $$;

-- Seconds until this IP may try again; 0 when it may now.
create function private.login_wait() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select ceil(extract(epoch from a.window_start + c.login_window - now()))::integer
    from private.login_attempts a cross join private.settings c
    where a.ip = private.client_ip()
      and a.window_start = date_bin(c.login_window, now(), 'epoch')
      and a.wrong_keys >= c.login_failures), 0);
end $$;

create function private.count_failure() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.login_attempts where window_start < now() - interval '1 day';
  insert into private.login_attempts (ip, window_start, wrong_keys)
  select private.client_ip(), date_bin(c.login_window, now(), 'epoch'), 1 from private.settings c
  on conflict (ip, window_start) do update set wrong_keys = private.login_attempts.wrong_keys + 1;
end $$;

-- A refusal that is returned, not raised: raising would roll the failure counter back.
create function private.refusal(status integer, message text, wait integer) returns json
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', case when wait > 0
    then json_build_array(json_build_object('Cache-Control', 'no-store'), json_build_object('Retry-After', wait::text))
    else json_build_array(json_build_object('Cache-Control', 'no-store')) end::text, true);
  return json_build_object('code', 'PT' || status, 'message', message, 'details', null,
    'hint', case when wait > 0 then wait::text end);
end $$;

-- A check that cannot be counted says nothing about the key: a GET runs in a transaction that cannot write.
create function private.refuse_uncounted() returns void
language plpgsql volatile set search_path = '' as $$
begin
  if current_setting('transaction_read_only') = 'on' then
    raise sqlstate '25006' using message = 'A key is checked by POST only';
  end if;
end $$;

-- The access record of a key, of one role if it is given, or a row of NULLs. Counts a wrong key; says in wait how long the IP must
-- pause.
create function private.check_key(secret_key text, of_role text default null, out access public.main, out wait integer)
language plpgsql volatile security definer set search_path = '' as $$
declare
  strong boolean;
  former text;
begin
  perform private.refuse_uncounted();
  strong := coalesce(octet_length(secret_key) <= 256 and private.key_is_strong(secret_key), false);
  wait := 0;
  if not strong then
    -- one after the other: of many at once, each would be checked before the others are counted
    perform pg_advisory_xact_lock(hashtextextended('key check from ' || private.client_ip(), 0));
    wait := private.login_wait();
  end if;
  if wait > 0 then return; end if;
  if octet_length(secret_key) <= 256 then
    former := encode(sha256(convert_to(private.former_normal_key(secret_key), 'UTF8')), 'hex');
    select m.* into access from public.main m cross join private.settings c
    where (m.token = private.key_hash(secret_key) or (m.kind = 'old' and m.token = former))
      and (of_role is null or m.role = of_role)
      and m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.kind <> 'demo' or c.demo)
    -- two old keys may differ in nothing but a sign that is dropped now
    order by m.token = former desc limit 1;
  end if;
  if access.id is null then
    perform private.count_failure();
  else
    update public.main m set last_used_at = now() where m.id = access.id;
  end if;
end $$;

-- A device in a few words, as "Chrome on Android"; of the header nothing else is kept. Most browsers also claim to be
-- Chrome or Safari, so the particular ones come first.
create function private.device_name(user_agent text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  agent constant text := left(user_agent, 500);
  browser constant text := case
    when agent ~ 'Edg(e|A|iOS)?/' then 'Edge'
    when agent ~ '(OPR|OPT|Opera)/' then 'Opera'
    when agent ~ 'SamsungBrowser/' then 'Samsung Internet'
    when agent ~ '(Firefox|FxiOS)/' then 'Firefox'
    when agent ~ '(Chrome|CriOS)/' then 'Chrome'
    when agent ~ 'Safari/' then 'Safari' end;
  system constant text := case
    when agent ~ 'iPhone' then 'iPhone'
    when agent ~ 'iPad' then 'iPad'
    when agent ~ 'Android' then 'Android'
    when agent ~ 'Windows' then 'Windows'
    when agent ~ 'CrOS' then 'Chromebook'
    when agent ~ 'Macintosh' then 'Mac'
    when agent ~ 'Linux' then 'Linux' end;
begin
  return coalesce(browser || ' on ' || system, browser, system, 'Unknown device');
end $$;

-- keep: the session is for this device, not for this visit. The number of the key is for what somebody typed and has not saved,
-- which belongs to the key it was typed under; it says nothing about the key itself.
create function private.login(secret_key text, keep boolean) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  who public.main;
  is_kept constant boolean := coalesce(keep, false);
  token text := encode(private.random_bytes(), 'hex');
  ends timestamptz := now() + (select case when is_kept then c.kept_lifetime else c.session_lifetime end from private.settings c);
begin
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  who := found_key.access;
  if who.id is null then return private.refusal(401, 'Invalid token', 0); end if;

  delete from private.sessions s where s.expires_at < now();
  -- A shared key may be in many browsers, but not in any number of them.
  delete from private.sessions s where s.token_hash in (
    select o.token_hash from private.sessions o where o.main_id = who.id order by o.seen_at desc offset 49);
  insert into private.sessions (token_hash, main_id, expires_at, kept, device)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at), is_kept,
    private.device_name(private.request_header('user-agent')));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'key_id', who.id, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at),
    'kept', is_kept);
end $$;

create function private.logout() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.sessions s
  where s.token_hash = sha256(convert_to(private.request_header('x-portal-session'), 'UTF8'));
end $$;

-- Tells who is logged in, and that the session is in use: this alone moves the idle limit.
create function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
begin
  perform private.require_session();
  select * into live from private.live_session();
  update private.sessions s set seen_at = now()
  where s.token_hash = live.token_hash and s.seen_at < now() - interval '1 minute';
  return json_build_object('key_id', live.main_id, 'role', live.role,
    'site', (select t.name from public.maintable t where t.id = live.site_id), 'expires_at', live.expires_at,
    'kept', (select s.kept from private.sessions s where s.token_hash = live.token_hash));
end $$;

-- An admin's key, typed into a client's session, opens that client's failure counts for a while (spec §5 "Admin prompt"). A
-- technician edits no counts, whoever stands beside it. Counts a key of another role too: its answer must not tell that the key
-- exists.
create function private.unlock_analytics(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  live record;
  until timestamptz := now() + (select unlock_lifetime from private.settings);
begin
  if private.require_session() = 'technician' then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  found_key := private.check_key(secret_key, 'admin');
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  if (found_key.access).id is null then return private.refusal(403, 'Invalid token.', 0); end if;
  select * into live from private.live_session();
  update private.sessions s set unlocked_until = until, unlocked_by = (found_key.access).id
  where s.token_hash = live.token_hash;
  return json_build_object('unlocked_until', until);
end $$;

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
      raise sqlstate 'PT422' using message = format('There is no site %s', coalesce(site::text, 'without a number')),
        hint = 'sites-gone';
    end if;
  end loop;
  if (select count(*) > count(distinct s) from unnest(site_ids) s) then
    raise sqlstate 'PT422' using message = 'The same site twice';
  end if;
  return array(select s from unnest(site_ids) s order by s);
end $$;

-- A key is shown once, by the call that makes it.
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

-- For the owner of a new project, in the SQL editor: select private.first_admin_key('Head office');
create function private.first_admin_key(with_label text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin return private.create_key('admin', null, with_label, null) ->> 'key'; end $$;

-- Everything the table would refuse is refused first, in words and without the row. Where one status has several reasons, `hint`
-- names the reason in a word that stays.
create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[]) returns json
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

create function private.usable_key(key_id bigint) returns public.main
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main;
begin
  perform private.require_admin();
  -- Two admins who withdraw each other's key at the same moment must not both succeed.
  lock table public.main in share row exclusive mode;
  select * into access from public.main m
  where m.id = key_id and m.revoked_at is null and (m.expires_at is null or m.expires_at > now());
  if access.id is null then raise sqlstate 'PT404' using message = 'No such key in use'; end if;
  return access;
end $$;

-- A new key for the same building, sites or admin; the old one goes on working for keep_old.
create function private.rotate_key(key_id bigint, keep_old interval) returns json
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

-- Ends a key and its sessions at once.
create function private.revoke_key(key_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access public.main := private.usable_key(key_id);
begin
  if access.role = 'admin' and not exists (
      select 1 from public.main m cross join private.settings c
      where m.role = 'admin' and m.id <> key_id and m.revoked_at is null and m.expires_at is null
        and (m.kind <> 'demo' or c.demo)) then
    raise sqlstate 'PT409' using message = 'The last admin key cannot be revoked';
  end if;
  update public.main m set revoked_at = now() where m.id = key_id;
  delete from private.sessions s where s.main_id = key_id;
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

-- The key whose sessions the caller asks for, its own where none is named: 403 for another's, but to an admin.
create function private.key_of_sessions(asked bigint) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  if who <> 'admin' and asked <> own then raise sqlstate 'PT403' using message = 'Not allowed with this key'; end if;
  return coalesce(asked, own);
end $$;

-- The live sessions of a key, in use last first. A key has 50 at most. last_used is moved by whoami.
create function private.list_sessions(key_id bigint) returns json
language plpgsql stable security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine bytea := (select s.token_hash from private.live_session() s);
begin
  return (
    select coalesce(json_agg(json_build_object('id', s.id, 'device', s.device, 'kept', s.kept, 'first_used', s.created_at,
        'last_used', s.seen_at, 'expires_at', s.expires_at, 'current', s.token_hash = mine)
        order by s.seen_at desc, s.created_at desc, s.id), '[]')
    from private.live_sessions s where s.main_id = of_key);
end $$;

-- Ends a session of the caller's own key, an admin any: whether there was one to end. Asked again it answers false, so that
-- a lost answer does no harm.
create function private.end_session(session_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  who text := private.require_session();
  own bigint := (select s.main_id from private.live_session() s);
begin
  delete from private.sessions s where s.id = session_id and (who = 'admin' or s.main_id = own);
  return found;
end $$;

-- Ends all sessions of a key but the one that asks: how many of them still opened something.
create function private.end_sessions(key_id bigint) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  of_key bigint := private.key_of_sessions(key_id);
  mine bytea := (select s.token_hash from private.live_session() s);
  ended integer := (select count(*) from private.live_sessions s where s.main_id = of_key and s.token_hash <> mine);
begin
  delete from private.sessions s where s.main_id = of_key and s.token_hash <> mine;
  return ended;
end $$;
