-- Why: a key is read out, copied from chats and typed on phones, so it forgives case, blanks and look-alike letters, and
-- carries check symbols. It is stored as SHA-256 only: with 130 random bits no password hash is needed.

-- Keys: 26 random symbols of Crockford's base32 (130 bits) and 2 check symbols, shown in groups of four.
create function private.base32(bytes bytea, symbols integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (select string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', (get_byte(bytes, i) & 31) + 1, 1), '' order by i)
          from generate_series(0, symbols - 1) i);
end $$;

-- As typed: any case, with or without dashes and blanks, O and I and L read as 0 and 1 and 1.
create function private.normal_key(key text) returns text
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
