-- Why: a fault is reported where it happens, and everybody concerned sees its end (decisions §15). A fault begins with a report, others join
-- it, and it ends by a shown visit that answers it, or by the office without one. Whether it is open is derived: what links a visit to a fault
-- is in the visit, so hiding, moving and restoring visits need no second rule. The tables are in private and reached by functions only:
-- nobody filters, lists or patches them, and no lookup by number tells which ones exist.
set local lock_timeout = '5s';

create table private.stickers (
  id bigint generated always as identity primary key,
  site_id bigint not null references public.maintable (id) on delete restrict,
  post text check (post ~ '\S' and private.text_ok(post, 80)),            -- NULL: the guard house
  secret text not null unique check (secret ~ '^[0-9a-f]{64}$'),          -- SHA-256 (secret_hash)
  made_at timestamptz not null default now(),
  made_by bigint,                     -- the access record
  ended_at timestamptz,
  ended_by bigint,
  replaces bigint references private.stickers (id) on delete restrict,
  last_used_on date,
  leftover boolean not null default false     -- the name of its post is another post's now (follow_post)
);
comment on table private.stickers is 'Codes at the gates, by which a fault is reported without a key. The code itself is never stored';
create index stickers_site_idx on private.stickers (site_id);
create index stickers_replaces_idx on private.stickers (replaces);

create table private.faults (
  id bigint generated always as identity primary key,
  site_id bigint not null references public.maintable (id) on delete restrict,
  post text check (post ~ '\S' and private.text_ok(post, 80)),            -- NULL: the whole site
  what text not null check (what ~ '\S' and private.text_ok(what, 120)),
  known boolean not null,             -- a symptom, or a failure type of the site; else own words
  origin text not null check (origin in ('client', 'sticker', 'office')),
  main_id bigint,                     -- the access record, or else the sticker
  sticker_id bigint references private.stickers (id) on delete restrict,
  reported_at timestamptz not null default now(),
  noticed_at timestamptz,             -- where the report waited without a connection
  leftover boolean not null default false,                                -- the name of its post is another post's now (follow_post)
  closed_at timestamptz,
  closed_by bigint,
  closed_as text check (closed_as in ('settled', 'not-ours', 'double', 'not-a-fault')),
  closed_reason text check (closed_reason ~ '\S' and private.text_ok(closed_reason, 300)),
  constraint faults_origin_whole check ((origin = 'sticker') = (sticker_id is not null) and (origin = 'sticker') = (main_id is null)),
  constraint faults_closed_whole check (num_nulls(closed_at, closed_as, closed_reason) in (0, 3) and (closed_by is null or closed_at is not null)),
  unique (site_id, id)
);
comment on table private.faults is 'What people reported as broken. Open until a shown visit answers it (fault_answers), or the office closes it';
create index faults_open_idx on private.faults (site_id, post) where closed_at is null;
create index faults_ended_idx on private.faults (closed_at) where closed_at is not null;
create index faults_sticker_idx on private.faults (sticker_id);

-- Each report of a fault, the first one too. attempt: the SHA-256 of its id, by which a repetition is known for good.
create table private.fault_voices (
  id bigint generated always as identity primary key,
  fault_id bigint not null references private.faults (id) on delete restrict,
  at timestamptz not null default now(),
  told_at timestamptz,                -- when the office was told, where it says so
  noticed_at timestamptz,
  origin text not null check (origin in ('client', 'sticker', 'office')),
  main_id bigint,
  sticker_id bigint references private.stickers (id) on delete restrict,
  text text not null default '' check (private.text_ok(text, 2000)),
  name text check (name ~ '\S' and private.text_ok(name, 80)),
  phone text check (phone ~ '\S' and private.text_ok(phone, 40)),
  attempt bytea not null unique,
  joined boolean not null,
  forgotten_at timestamptz,
  constraint fault_voices_origin_whole check ((origin = 'sticker') = (sticker_id is not null) and (origin = 'sticker') = (main_id is null)),
  constraint fault_voices_forgotten_whole check (forgotten_at is null or (text = '' and name is null and phone is null))
);
comment on table private.fault_voices is 'The reports of each fault';
create index fault_voices_fault_idx on private.fault_voices (fault_id, id);
create index fault_voices_sticker_idx on private.fault_voices (sticker_id);

-- The names under which photos of a report may go up. They stay where a fault turns out to be one of another site.
create table private.fault_photos (
  name text primary key
    check (name ~ '^faults/[1-9][0-9]*/[1-9][0-9]*/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.jpg$'),
  voice_id bigint not null references private.fault_voices (id) on delete restrict,
  place smallint not null check (place between 1 and 3),
  open_until timestamptz not null,
  unique (voice_id, place)
);
comment on table private.fault_photos is 'The names of the photos of each report';

create table private.fault_answers (
  site_id bigint not null,
  fault_id bigint not null,
  task_id integer not null,
  primary key (site_id, fault_id, task_id),
  foreign key (site_id, fault_id) references private.faults (site_id, id) on delete restrict
);
comment on table private.fault_answers is 'Which shown visits answer which faults, written by the trigger of maintable.tasks2024';
create index fault_answers_task_idx on private.fault_answers (site_id, task_id);

create table private.door_counts (
  door text not null,
  who text not null,                  -- an address, or the number of a sticker, key or site
  window_start timestamptz not null,
  times integer not null,
  primary key (door, who, window_start)
);
-- each count looks for older windows, however many addresses came within this one
create index door_counts_window_idx on private.door_counts (window_start);
comment on table private.door_counts is 'How often somebody came to a door within this hour';

alter table private.stickers enable row level security;
alter table private.faults enable row level security;
alter table private.fault_voices enable row level security;
alter table private.fault_photos enable row level security;
alter table private.fault_answers enable row level security;
alter table private.door_counts enable row level security;
create policy nobody on private.stickers using (false);
create policy nobody on private.faults using (false);
create policy nobody on private.fault_voices using (false);
create policy nobody on private.fault_photos using (false);
create policy nobody on private.fault_answers using (false);
create policy nobody on private.door_counts using (false);
create trigger keep_rows before delete on private.stickers for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.stickers for each statement execute function private.refuse_change();
create trigger keep_rows before delete on private.faults for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.faults for each statement execute function private.refuse_change();
create trigger keep_rows before delete on private.fault_voices for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.fault_voices for each statement execute function private.refuse_change();
create trigger keep_rows before delete on private.fault_photos for each row execute function private.refuse_change();
create trigger keep_all before truncate on private.fault_photos for each statement execute function private.refuse_change();

-- Seconds that somebody must wait at a door; 0: may pass. It counts before it answers, so that what is refused is counted too: who gets
-- seconds returns a refusal, as to raise one would take the count back.
create function private.passes(door text, who text, most integer) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  so_far integer;
begin
  delete from private.door_counts c where (c.door, c.who, c.window_start) in (
    select o.door, o.who, o.window_start from private.door_counts o where o.window_start < this_hour for update skip locked);
  insert into private.door_counts as c (door, who, window_start, times) values (passes.door, passes.who, this_hour, 1)
  on conflict on constraint door_counts_pkey do update set times = c.times + 1 returning c.times into so_far;
  return case when so_far > most then ceil(extract(epoch from this_hour + interval '1 hour' - now()))::integer else 0 end;
end $$;

-- The one answer for every secret that opens nothing, whatever the reason. Wrong ones are counted for themselves: ten scans of a dead sticker
-- must not lock a guard house out of the login.
create function private.closed_door() returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  wait constant integer := private.passes('wrong', private.client_ip(), (select c.wrong_secrets from private.settings c));
begin
  if wait > 0 then return private.refusal(429, 'Too many attempts', wait); end if;
  return private.refusal(404, 'Not valid', 0);
end $$;

-- The door is hashed along, so that the secret of one door opens no other. A longer text is no secret, and is cut before it is normalized.
create function private.secret_hash(of_door text, given text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(of_door || ' ' || private.normal_key(left(coalesce(given, ''), private.max_key_bytes())), 'UTF8')), 'hex');
end $$;

-- The site of the fault that a file of the bucket of faults shows, which may be another one than its name says; NULL where it is none, and
-- where who reported was forgotten.
create function private.fault_photo_site(object_name text) returns bigint
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select f.site_id from private.fault_photos p join private.fault_voices v on v.id = p.voice_id join private.faults f on f.id = v.fault_id
    where p.name = object_name and v.forgotten_at is null);
end $$;

revoke all on private.stickers, private.faults, private.fault_voices, private.fault_photos, private.fault_answers, private.door_counts
  from public, anon, authenticated, service_role;
revoke all on all sequences in schema private from public, anon, authenticated, service_role;
revoke all on function private.passes, private.closed_door, private.secret_hash, private.fault_photo_site
  from public, anon, authenticated, service_role;
