-- Why: a key is read out, copied from chats and typed on phones, so it forgives case, blanks and look-alike letters, and carries check
-- symbols. It is stored as SHA-256 only: it carries 130 random bits, so no password hash is needed. Drafts and waiting visits on a device
-- belong to the key they were typed under. A new key gets them by a rotation, or as the successor of a key that has ended, and an admin can
-- hand in on the device what an ended key left there (decisions §8, §17). And the database knows why a key ends: a rotation passes on the
-- end that an admin set, and no other.

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

-- The normal form of keys of the former portal, by which it stored them: some signs stay that the one above drops.
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

-- A key of these random bytes, with its check symbols, in groups of four.
create function private.key_from(random bytea) returns text
language plpgsql immutable set search_path = '' as $$
declare
  body constant text := private.base32(random, 26);
begin
  return rtrim(regexp_replace(body || private.base32(sha256(convert_to(body, 'UTF8')), 2), '(.{4})', '\1-', 'g'), '-');
end $$;

-- A new key. In an attempt it is made of the attempt's id and the secret of the database: a repeated call makes the same key again, which
-- is stored nowhere. Who has the id alone, or the database alone, cannot make it.
create function private.new_key() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  attempt constant text := private.request_attempt();
begin
  return private.key_from(case when attempt is null then private.random_bytes()
    else sha256((select s.secret from private.attempt_secret s) || convert_to(attempt, 'UTF8')) end);
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

-- Whether a label is 1 to 120 characters of plain text, as the table asks; NULL for none.
create function private.label_ok(label text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin return label ~ '\S' and private.text_ok(label, 120); end $$;

-- How long a key may go on working after its rotation.
create function private.max_grace() returns interval
language sql immutable parallel safe set search_path = '' return interval '30 days';

-- How long a key of an old portal may go on working.
create function private.max_old_key_life() returns interval
language sql immutable parallel safe set search_path = '' return interval '1 year';

-- Of how many keys one request may ask.
create function private.max_keys_at_once() returns integer
language sql immutable parallel safe set search_path = '' return 1000;

-- The end that an admin granted to whoever has this key, NULL for none: a rotation passes it on. An old portal's end is nobody's.
create function private.granted_end(access public.main) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return case when access.kind = 'old' then null when access.end_reason is null then access.expires_at else access.granted_until end;
end $$;

-- What is wrong with an end that somebody says: the words and their hint, or NULL.
create function private.end_problem(ends timestamptz) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return case
    when ends <= now() then array['A key must end in the future', 'end-passed']
    when ends >= '2100-01-01T00:00:00+08:00' then array['A key must end before the year 2100', 'end-far']
  end;
end $$;

-- 409 where a last admin key without an end would get one, or a successor with one.
create function private.refuse_no_lasting_admin(access public.main) returns void
language plpgsql stable set search_path = '' as $$
begin
  if access.role = 'admin' and access.expires_at is null and not exists (
      select 1 from public.main other cross join private.settings c
      where other.role = 'admin' and other.id <> access.id and other.revoked_at is null and other.expires_at is null
        and (other.kind <> 'demo' or c.demo)) then
    raise sqlstate 'PT409' using message = 'The last admin key without an end cannot get one', hint = 'last-admin';
  end if;
end $$;

-- The keys that were revoked or have expired, and that no key in use replaces, directly or through others: the one rule of what may be
-- handed in, succeeded or repeated by somebody else.
create function private.unreplaced_keys() returns bigint[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(
    with recursive used as (
      select m.id, m.successor_of from public.main m
      where m.revoked_at is null and (m.expires_at is null or m.expires_at > now())
      union select m.id, m.successor_of from public.main m join used u on m.id = u.successor_of)
    select m.id from public.main m where m.id not in (select u.id from used u) order by m.id);
end $$;

-- Which of these keys have ended without a successor in use, in the order of their numbers. A device asks with the keys whose drafts
-- it holds, the list of keys with those that it shows as ended. replaced: a key replaced it, and has ended too.
create function private.ended_keys(key_ids bigint[]) returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(key_ids) > private.max_keys_at_once() then
    raise sqlstate 'PT422' using message = format('At most %s keys are asked for at once', private.max_keys_at_once());
  end if;
  return (
    select coalesce(json_agg(json_build_object('id', m.id, 'label', m.label, 'role', m.role, 'revoked', m.revoked_at is not null,
        'ended_at', coalesce(m.revoked_at, m.expires_at),
        'replaced', exists (select 1 from public.main s where s.successor_of = m.id)) order by m.id), '[]')
    from public.main m where m.id = any (key_ids) and m.id = any (private.unreplaced_keys()));
end $$;

-- 422 unless a new key of this role and site may replace this one. What the old key left on devices is for whoever had it: a key of
-- another role, or of another building, would show it to somebody else. The sites of a technician are chosen again.
create function private.refuse_successor(of_role text, of_site bigint, replaces bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  old public.main;
  reason text[];
begin
  -- Two admins who issue a successor of the same key, or revoke one, at the same moment wait for each other.
  lock table public.main in share row exclusive mode;
  select * into old from public.main m where m.id = replaces;
  reason := case
    when old.id is null then array[format('There is no key %s', replaces), 'replaced-gone']
    when old.revoked_at is null and (old.expires_at is null or old.expires_at > now())
      then array['A key in use is rotated, it gets no other successor', 'replaced-in-use']
    when old.role <> of_role or old.site_id is distinct from of_site
      then array['A successor has the role and the building of the key that it replaces', 'replaced-other']
    when old.id <> all (private.unreplaced_keys()) then array['This key has a successor', 'replaced-before']
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
end $$;

-- A key is shown once, by the call that makes it. replaces: the change log shows it in the line of the new key. An attempt that is sent
-- again after the database forgot it (30 days) would make the same key: there is its record already, so the attempt is refused as over.
create function private.create_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[] default null,
    replaces bigint default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  key text := private.new_key();
  new_id bigint;
begin
  insert into public.main (token, label, role, site_id, site_ids, expires_at, successor_of)
  values (private.key_hash(key), with_label, of_role, of_site, of_sites, until, replaces)
  on conflict (token) do nothing returning id into new_id;
  if new_id is null then perform private.refuse_outdated_attempt(); end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('id', new_id, 'key', key);
end $$;

-- For the owner of a new project, in the SQL editor: select private.first_admin_key('Head office');
create function private.first_admin_key(with_label text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin return private.create_key('admin', null, with_label, null) ->> 'key'; end $$;

-- Everything the table would refuse is refused first, in words and without the row. Where one status has several reasons, `hint`
-- names the reason in a word that stays. An end at infinity is none.
create function private.make_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[],
    replaces bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  ends constant timestamptz := nullif(until, 'infinity');
  reason text[];
begin
  perform private.require_admin();
  reason := case
    when of_role is null or of_role not in ('admin', 'user', 'technician') then array['There is no such kind of key', 'role-unknown']
    when of_role = 'user' and of_site is null then array['A key for a building needs its site', 'site-missing']
    when of_role <> 'user' and of_site is not null then array['Only a key for a building has a site', 'site-refused']
    when of_site is not null and not exists (select 1 from public.maintable t where t.id = of_site)
      then array[format('There is no site %s', of_site), 'site-gone']
    when private.label_ok(with_label) is not true
      then array['The label must be 1 to 120 characters of plain text', 'label-refused']
    else private.end_problem(ends)
  end;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if replaces is not null then perform private.refuse_successor(of_role, of_site, replaces); end if;
  return private.create_key(of_role, of_site, with_label, ends, private.chosen_sites(of_role, of_sites), replaces);
end $$;

-- Issues a key, or shows again the one that this attempt issued.
create function private.issue_key(of_role text, of_site bigint, with_label text, until timestamptz, of_sites bigint[],
    replaces bigint) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.start_attempt('issue_key');
  if did is not null then return private.key_of_attempt(did); end if;
  made := private.make_key(of_role, of_site, with_label, until, of_sites, replaces);
  perform private.record_attempt(jsonb_build_object('id', made -> 'id'));
  return made;
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

-- A new key for the same building, sites or admin. It ends at until, infinity for never, or where that is NULL at the end that an admin
-- granted. The old key goes on working for keep_old, never longer than it would have, nor than the new one.
create function private.replace_key(key_id bigint, keep_old interval, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  access constant public.main := private.usable_key(key_id);
  granted constant timestamptz := private.granted_end(access);
  ends constant timestamptz := case when until is null then granted else nullif(until, 'infinity') end;
  reason text[];
  made json;
begin
  if keep_old is null or keep_old < interval '0' or keep_old > private.max_grace() then
    raise sqlstate 'PT422' using message = 'The old key may go on working for 0 to 30 days';
  end if;
  if ends is distinct from granted then reason := private.end_problem(ends); end if;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if ends is not null then perform private.refuse_no_lasting_admin(access); end if;
  made := private.create_key(access.role, access.site_id, access.label, ends, access.site_ids);
  update public.main m set expires_at = least(m.expires_at, now() + keep_old, ends), end_reason = 'rotated', granted_until = granted
  where m.id = key_id;
  return made;
end $$;

-- Rotates a key, or shows again the key that this attempt made. The attempt is looked up before the old key, which may have ended at once.
create function private.rotate_key(key_id bigint, keep_old interval, until timestamptz) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  made json;
begin
  perform private.require_admin();
  did := private.start_attempt('rotate_key');
  if did is not null then return private.key_of_attempt(did); end if;
  made := private.replace_key(key_id, keep_old, until);
  update public.main m set successor_of = key_id where m.id = (made ->> 'id')::bigint;
  perform private.record_attempt(jsonb_build_object('id', made -> 'id'));
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

-- Gives a key in use another end, NULL or infinity for none; its sessions follow at once. An end that was inherited is one that an admin
-- set from then on. A key of an old portal, and a rotated one, always end, and what a rotation passes on stays the same.
create function private.set_key_end(key_id bigint, until timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  access constant public.main := private.usable_key(key_id);
  ends constant timestamptz := nullif(until, 'infinity');
  is_rotated constant boolean := access.end_reason is not distinct from 'rotated';
  reason text[];
begin
  if ends is not distinct from access.expires_at then
    if access.end_reason is distinct from 'inherited' then return; end if;
  else
    reason := case
      when is_rotated and (ends is null or ends > least(now() + private.max_grace(), private.granted_end(access)))
        then array['A rotated key works for 30 days more at most, and no longer than was granted', 'end-rotated']
      when access.kind = 'old' and (ends is null or ends > now() + private.max_old_key_life())
        then array['An old key runs out within a year', 'end-old']
      else private.end_problem(ends)
    end;
  end if;
  if reason is not null then raise sqlstate 'PT422' using message = reason[1], hint = reason[2]; end if;
  if ends is not null then perform private.refuse_no_lasting_admin(access); end if;
  update public.main m set expires_at = ends, end_set_at = now(),
    end_reason = nullif(m.end_reason, 'inherited'), granted_until = case when is_rotated then m.granted_until end
  where m.id = key_id;
end $$;

-- Gives those of these keys that are in use with an inherited end the one that was granted. Answers { mended }, their numbers: another
-- admin may have set the end of one meanwhile, which stays.
create function private.mend_key_ends(key_ids bigint[]) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  mended bigint[];
begin
  perform private.require_admin();
  if cardinality(key_ids) > private.max_keys_at_once() then
    raise sqlstate 'PT422' using message = format('At most %s ends are mended at once', private.max_keys_at_once());
  end if;
  did := private.start_attempt('mend_key_ends');
  if did is not null then return did -> 'answer'; end if;
  lock table public.main in share row exclusive mode;
  with changed as (
    update public.main m set expires_at = m.granted_until, end_set_at = now(), end_reason = null, granted_until = null
    where m.id = any (key_ids) and m.end_reason = 'inherited' and m.revoked_at is null and m.expires_at > now() returning m.id)
  select coalesce(array_agg(c.id order by c.id), '{}') into mended from changed c;
  did := jsonb_build_object('mended', mended);
  perform private.record_attempt(jsonb_build_object('answer', did));
  return did;
end $$;
