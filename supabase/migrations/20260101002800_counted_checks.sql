-- Why: a GET runs in a transaction that cannot write. The check of a key failed there with another error for a wrong key than for
-- a right one, and could not count the try, so keys could be guessed without a limit. And keys that come through chats and word
-- processors have other dashes and invisible marks, which were taken for part of the key.

-- Everybody who types a key would wait behind a lock that is not granted soon: better to fail, and to be applied again.
set local lock_timeout = '5s';

-- The normal form until now. Old keys were stored by it, and it kept some signs that the new one drops.
create function private.former_normal_key(key text) returns text
language plpgsql immutable set search_path = '' as $$
begin return translate(upper(regexp_replace(key, '[\s-]', '', 'g')), 'OIL', '011'); end $$;

-- As typed or pasted: any case and width, with or without dashes, blanks and invisible marks, O and I and L read as 0 and 1 and 1.
-- The class is Unicode's controls, format characters, white space, ignorable characters, the Braille blank, and its dashes. The
-- portal drops the same but the dashes (src/records/access-key/pasted-key.ts). Listed, as \s depends on the locale.
create or replace function private.normal_key(key text) returns text
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

-- A check that cannot be counted says nothing about the key.
create function private.refuse_uncounted() returns void
language plpgsql volatile set search_path = '' as $$
begin
  if current_setting('transaction_read_only') = 'on' then
    raise sqlstate '25006' using message = 'A key is checked by POST only';
  end if;
end $$;

drop function private.check_key(text);

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

-- Counts a key of another role too: its answer must not tell that the key exists.
create or replace function private.unlock_analytics(secret_key text) returns json
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

-- Refuses a GET before it looks for the key; and knows an old key by its former normal form too.
create or replace function private.import_key(of_site bigint, with_label text, old_key text, until timestamptz) returns json
language plpgsql volatile set search_path = '' as $$
declare
  known public.main;
  new_id bigint;
begin
  perform private.refuse_uncounted();
  if with_label is null or with_label !~ '\S' or not private.text_ok(with_label, 120) then
    raise sqlstate 'PT422' using message = 'The label must be 1 to 120 characters of plain text';
  end if;
  if old_key is null then
    return case when not private.has_key_in_use(of_site) then private.create_key('user', of_site, with_label, null) end;
  end if;
  if until is null or until <= now() or until > now() + interval '1 year' then
    raise sqlstate 'PT422' using message = 'An old key runs out within a year, and in the future';
  end if;
  if char_length(private.normal_key(old_key)) < 8 or octet_length(old_key) > 256 then
    raise sqlstate 'PT422' using message = 'The old key is too short or too long to be kept safely';
  end if;
  select * into known from public.main m
  where m.token in (private.key_hash(old_key),
    encode(sha256(convert_to(private.former_normal_key(old_key), 'UTF8')), 'hex'))
  order by m.token = private.key_hash(old_key) desc limit 1;
  if known.id is null then
    insert into public.main (token, label, role, site_id, kind, expires_at)
    values (private.key_hash(old_key), with_label, 'user', of_site, 'old', until) returning id into new_id;
    return json_build_object('id', new_id, 'key', null);
  elsif known.site_id is distinct from of_site then
    raise sqlstate 'PT409' using message = 'The old key is in use for something else';
  end if;
  return null;
end $$;

revoke all on function private.former_normal_key(text), private.refuse_uncounted(), private.check_key(text, text)
  from public, anon, authenticated, service_role;
