-- Why: a wrong key is counted in the transaction of its request, and the rest of a request can undo that: select=pgrst_scalar->>code::int ends with an error
-- where a key was wrong, and with a session where it was right. So everybody could guess the short keys of an old portal without a limit. A
-- sequence is not undone: it runs ahead of what was counted, and who shares it waits. Addresses share 64, so that a guesser keeps few others out.
set local lock_timeout = '5s';

do $$ begin
  for n in 0..63 loop execute format('create sequence private.guesses_%s owned by private.login_attempts.wrong_keys', n); end loop;
end $$;

-- How many wrong keys of a window may be undone: of many at once each is seen so until its transaction ends.
create function private.max_undone_guesses() returns integer
language sql immutable parallel safe set search_path = '' return 100;

-- Which of the sequences counts the wrong keys of an address.
create function private.guess_counter(ip text) returns integer
language sql immutable parallel safe set search_path = '' return (hashtextextended(ip, 0) & 63)::integer;

-- Counts a wrong key of the caller's address so that nothing undoes it. The value of a sequence is the second in which its window began, with nine
-- digits for how many there were.
create function private.note_guess(this_window timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  counter constant text := format('private.guesses_%s', private.guess_counter(private.client_ip()));
  first constant bigint := extract(epoch from this_window)::bigint * 1000000000;
  so_far bigint;
begin
  execute format('select last_value from %s', counter) into so_far;
  if so_far < first then perform setval(counter, first); end if;
  perform nextval(counter);
end $$;

-- How many wrong keys of this window were undone, of the addresses that share the caller's sequence.
create function private.undone_guesses(this_window timestamptz) returns bigint
language plpgsql stable security definer set search_path = '' as $$
declare
  counter constant integer := private.guess_counter(private.client_ip());
  first constant bigint := extract(epoch from this_window)::bigint * 1000000000;
  so_far bigint;
begin
  execute format('select last_value from private.guesses_%s', counter) into so_far;
  if so_far / 1000000000 <> first / 1000000000 then return 0; end if;
  return so_far - first - (
    select coalesce(sum(a.wrong_keys), 0) from private.login_attempts a
    where a.window_start = this_window and private.guess_counter(a.ip) = counter);
end $$;

-- Seconds until this IP may try again; 0 when it may now.
create or replace function private.login_wait() returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  limits private.settings;
  this_window timestamptz;
begin
  select * into limits from private.settings;
  this_window := date_bin(limits.login_window, now(), 'epoch');
  if exists (select from private.login_attempts a
      where a.ip = private.client_ip() and a.window_start = this_window and a.wrong_keys >= limits.login_failures)
    or private.undone_guesses(this_window) >= private.max_undone_guesses() then
    return ceil(extract(epoch from this_window + limits.login_window - now()))::integer;
  end if;
  return 0;
end $$;

create or replace function private.count_failure() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_window constant timestamptz := (select date_bin(c.login_window, now(), 'epoch') from private.settings c);
begin
  perform private.note_guess(this_window);
  delete from private.login_attempts where window_start < now() - interval '1 day';
  insert into private.login_attempts (ip, window_start, wrong_keys) values (private.client_ip(), this_window, 1)
  on conflict (ip, window_start) do update set wrong_keys = private.login_attempts.wrong_keys + 1;
end $$;

revoke all on all sequences in schema private from public, anon, authenticated, service_role;
revoke all on function private.max_undone_guesses, private.guess_counter, private.note_guess, private.undone_guesses, private.login_wait,
  private.count_failure from public, anon, authenticated, service_role;
