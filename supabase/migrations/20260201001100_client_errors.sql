-- Why: what fails on the device of a client or a technician is seen by nobody who could mend it: the portal reports its own errors, before
-- the login too, and admins read them. They tell nothing of a person: no key, no address, no text that was typed.

-- A row for each error, however often it was met. Its columns are short, so that they can be the key.
create table private.client_errors (
  message text not null check (message <> '' and private.text_ok(message, 300)),
  screen text not null check (screen ~ '^(/[A-Za-z/_-]*|unknown)$' and char_length(screen) <= 60),
  release text not null check (release ~ '^[A-Za-z0-9._-]+$' and char_length(release) <= 40),
  role text not null check (role in ('admin', 'technician', 'user', 'none')),
  times integer not null default 1,
  first_seen timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  primary key (message, screen, release, role)
);
comment on table private.client_errors is 'Errors that people met in their browsers, for 30 days after they were met last';

-- How many reports came within an hour: from an IP address, and from everybody with or without a session.
create table private.client_error_counts (
  counted text not null,              -- an IP address, 'with a session' or 'without a session'
  window_start timestamptz not null,
  reports integer not null,
  primary key (counted, window_start)
);

-- The browser leaves out what is personal. Whoever calls the API without it may send anything, so what can be told by its form goes
-- here, too: queries of links, keys, tokens, mail addresses, telephone numbers, and what text_ok refuses.
create function private.plain_error(message text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  plain text := left(message, 2000);
begin
  plain := regexp_replace(plain, '[\s\u0001-\u001F\u007F\u202A-\u202E\u2066-\u2069]+', ' ', 'g');
  plain := regexp_replace(plain, '[?#][^\s"''()]+', '', 'g');
  plain := regexp_replace(plain, '[^\s"''()<>]+@[^\s"''()<>]+', '[mail]', 'g');
  plain := regexp_replace(plain, '[A-Za-z0-9]{3,}(-[A-Za-z0-9]{4}){2,}', '[key]', 'g');
  plain := regexp_replace(plain, '(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{26,}', '[token]', 'g');
  plain := regexp_replace(plain, '\+[0-9][0-9 -]{6,}[0-9]|[0-9]{4} [0-9]{4}', '[number]', 'g');
  return nullif(btrim(left(plain, 300)), '');
end $$;

-- Counts a report, or refuses it where there are more than people can cause: 30 an hour from an address, 300 from all who are
-- logged in, and 300 from all who are not, so that these cannot crowd those out. A refusal is raised, so it is not counted.
-- of_all: which of the two groups the caller is one of.
create function private.count_error_report(of_all text) returns void
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

-- How long an error is known after it was met last.
create function private.client_error_lifetime() returns interval
language sql immutable parallel safe set search_path = '' return interval '30 days';

-- Stores an error that somebody met. Whose role it was is said by the session, not by the caller. A report is measured before anything is
-- done with it: a browser sends a few hundred characters.
create function private.report_client_error(message text, screen text, release text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  met text;
  by_role text := coalesce(private.session_role(), 'none');
begin
  if octet_length(concat(message, screen, release)) > private.max_argument_bytes() then
    raise sqlstate 'PT413' using message = 'The report is too long';
  end if;
  met := private.plain_error(message);
  if met is null then raise sqlstate 'PT422' using message = 'No message'; end if;
  perform private.count_error_report(case by_role when 'none' then 'without a session' else 'with a session' end);
  delete from private.client_errors e where e.last_seen < now() - private.client_error_lifetime();
  insert into private.client_errors as e (message, screen, release, role)
  values (met,
    case when screen ~ '^/[A-Za-z/_-]*$' and char_length(screen) <= 60 then screen else 'unknown' end,
    case when release ~ '^[A-Za-z0-9._-]+$' and char_length(release) <= 40 then release else 'unknown' end,
    by_role)
  on conflict on constraint client_errors_pkey do update set times = e.times + 1, last_seen = now();
  -- The newest 300 of those with a session and of those without stay.
  delete from private.client_errors e using (
    select o.message, o.screen, o.release, o.role from private.client_errors o
    where (o.role = 'none') = (by_role = 'none') order by o.last_seen desc, o.first_seen desc offset 300) old
  where (e.message, e.screen, e.release, e.role) = (old.message, old.screen, old.release, old.role);
end $$;

-- The errors of the last 30 days, met last first; at most 600. A single value: lists are cut off at 1,000 rows.
create function private.list_client_errors() returns json
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(json_agg(json_build_object('message', e.message, 'screen', e.screen, 'release', e.release,
        'role', e.role, 'times', e.times, 'first_seen', e.first_seen, 'last_seen', e.last_seen)
        order by e.last_seen desc, e.first_seen desc, e.message), '[]')
    from private.client_errors e where e.last_seen >= now() - private.client_error_lifetime());
end $$;
