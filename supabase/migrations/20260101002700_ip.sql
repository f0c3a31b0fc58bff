-- Why: an address is where a building stands and a failure is what breaks at a gate. The counters of the login called an IP
-- address the one and a wrong key the other, and the owner reads them (operations/README.md).

-- Everybody who types a key would wait behind a lock that is not granted soon: better to fail, and to be applied again.
set local lock_timeout = '5s';

-- The first of these locks the table until the end, so that nothing is counted between the old names and the new ones. A login that
-- has begun and waits here fails with an error, lets nobody in, and works when it is tried again. The counts stay, and with them
-- who has to wait.
alter table private.login_attempts rename column address to ip;
alter table private.login_attempts rename column failures to wrong_keys;

-- Renamed, and the others replaced, not made anew: owner and rights stay.
alter function private.client_address() rename to client_ip;

-- Seconds until this IP may try again; 0 when it may now.
create or replace function private.login_wait() returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((
    select ceil(extract(epoch from a.window_start + c.login_window - now()))::integer
    from private.login_attempts a cross join private.settings c
    where a.ip = private.client_ip()
      and a.window_start = date_bin(c.login_window, now(), 'epoch')
      and a.wrong_keys >= c.login_failures), 0);
end $$;

create or replace function private.count_failure() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from private.login_attempts where window_start < now() - interval '1 day';
  insert into private.login_attempts (ip, window_start, wrong_keys)
  select private.client_ip(), date_bin(c.login_window, now(), 'epoch'), 1 from private.settings c
  on conflict (ip, window_start) do update set wrong_keys = private.login_attempts.wrong_keys + 1;
end $$;

-- Only the name of client_ip is new.
create or replace function private.count_error_report(of_all text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_hour timestamptz := date_bin('1 hour', now(), 'epoch');
  most constant jsonb := jsonb_build_object(of_all, 300);
begin
  delete from private.client_error_counts c where c.window_start < this_hour;
  -- that of all first: an IP that is refused then leaves no row behind, of which there can be any number
  insert into private.client_error_counts as c (counted, window_start, reports)
  select who, this_hour, 1 from unnest(array[of_all, private.client_ip()]) who
  on conflict (counted, window_start) do update set reports = c.reports + 1;
  if exists (select 1 from private.client_error_counts c
    where c.counted in (of_all, private.client_ip()) and c.reports > coalesce((most ->> c.counted)::integer, 30))
  then
    raise sqlstate 'PT429' using message = 'Too many reports';
  end if;
end $$;
