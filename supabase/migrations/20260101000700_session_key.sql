-- Why: what somebody typed and has not saved belongs to the access key it was typed under, so the browser has to know
-- which one that is. Its number says nothing about the key itself.

create or replace function private.login(secret_key text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_key record;
  who public.main;
  token text := encode(private.random_bytes(), 'hex');
  ends timestamptz := now() + (select session_lifetime from private.settings);
begin
  found_key := private.check_key(secret_key);
  if found_key.wait > 0 then return private.refusal(429, 'Too many attempts', found_key.wait); end if;
  who := found_key.access;
  if who.id is null then return private.refusal(401, 'Invalid token', 0); end if;

  delete from private.sessions s where s.expires_at < now();
  -- A shared key may be in many browsers, but not in any number of them.
  delete from private.sessions s where s.token_hash in (
    select o.token_hash from private.sessions o where o.main_id = who.id order by o.seen_at desc offset 49);
  insert into private.sessions (token_hash, main_id, expires_at)
  values (sha256(convert_to(token, 'UTF8')), who.id, least(ends, who.expires_at));
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('session', token, 'key_id', who.id, 'role', who.role,
    'site', (select t.name from public.maintable t where t.id = who.site_id), 'expires_at', least(ends, who.expires_at));
end $$;

create or replace function private.whoami() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  live record;
begin
  perform private.require_session();
  select * into live from private.live_session();
  update private.sessions s set seen_at = now()
  where s.token_hash = live.token_hash and s.seen_at < now() - interval '1 minute';
  return json_build_object('key_id', live.main_id, 'role', live.role,
    'site', (select t.name from public.maintable t where t.id = live.site_id), 'expires_at', live.expires_at);
end $$;
