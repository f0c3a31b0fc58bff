-- Why: a report stands at once, whoever makes it: a client, the office for who called, somebody at a sticker. All three come through one
-- function, which stores a report once, lets it join the fault that it is about, and counts (decisions §15).
set local lock_timeout = '5s';

-- A moment as tasks store theirs.
create function private.stored_time(moment timestamptz) returns text
language sql immutable parallel safe set search_path = ''
return to_char(moment at time zone 'Asia/Singapore', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"');

-- What a gate does wrong, as it is stored (src/records/fault/symptoms.ts).
create function private.symptoms() returns text[]
language sql immutable parallel safe set search_path = ''
return array['Does not open', 'Does not close', 'Arm hit or broken', 'Tag not read', 'Hits vehicles', 'No power'];

-- A symptom or a failure type of the site as that spells it, whatever the case and the blanks; NULL for own words.
create function private.known_fault(of_site bigint, said text) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    (select s from unnest(private.symptoms()) s where lower(s) = lower(said)),
    (select min(e ->> 'type') from public.carpost c cross join jsonb_each(c.json) p cross join jsonb_array_elements(p.value) e
      where c.site_id = of_site and lower(btrim(regexp_replace(e ->> 'type', '\s+', ' ', 'g'))) = lower(said)));
end $$;

-- The faults that neither a shown visit has answered nor the office closed. Whatever asks which ones are open reads them here.
create view private.open_faults as
  select f.* from private.faults f
  where f.closed_at is null and not exists (
    select from private.fault_answers a where a.site_id = f.site_id and a.fault_id = f.id);

-- When a fault was over: when the first visit arrived that answers it, or when the office closed it; NULL while it is open.
create function private.fault_end(fault private.faults) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
begin
  return least(fault.closed_at, (
    select min(coalesce(private.instant_of(v.members -> 'arrived'), v.visited_at)) from private.fault_answers a
    join private.visits v on v.site_id = a.site_id and v.task_id = a.task_id
    where a.site_id = fault.site_id and a.fault_id = fault.id));
end $$;

-- 422 with what is wrong with a report: { attempt, what, text, name, phone, fault, photos, age, reported }, of which the first two are
-- asked for. photos is how many are to come, age the seconds that it waited on the device, fault the one that it joins.
create function private.refuse_bad_report(report jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  problem text := case
    when jsonb_typeof(report) is distinct from 'object' or pg_column_size(report) > private.max_argument_bytes() then 'A report is an object'
    when jsonb_typeof(report -> 'attempt') is distinct from 'string' or not private.is_random_uuid(report ->> 'attempt')
      then 'A report has an attempt, a random UUID'
    when not private.is_plain_line(to_jsonb(btrim(regexp_replace(report ->> 'what', '\s+', ' ', 'g'))), 120)
      or jsonb_typeof(report -> 'what') <> 'string' then 'A report says what is wrong in 1 to 120 characters of plain text'
    when jsonb_typeof(coalesce(report -> 'text', '""')) not in ('string', 'null') or not private.text_ok(report ->> 'text', 2000)
      then 'Its words are at most 2,000 characters of plain text'
    when coalesce(report ->> 'name', '') <> '' and not private.is_plain_line(report -> 'name', 80)
      then 'A name is at most 80 characters of plain text in one line'
    when coalesce(report ->> 'phone', '') <> '' and not private.is_plain_line(report -> 'phone', 40)
      then 'A number is at most 40 characters of plain text in one line'
    when jsonb_typeof(coalesce(report -> 'photos', '0')) <> 'number' or coalesce(report ->> 'photos', '0') !~ '^[0-3]$' then 'A report has at most 3 photos'
    when jsonb_typeof(coalesce(report -> 'age', '0')) <> 'number' then 'Its age is a number of seconds'
    when jsonb_typeof(coalesce(report -> 'fault', '1')) not in ('number', 'null') or coalesce(report ->> 'fault', '1') !~ '^[1-9][0-9]{0,15}$'
      then 'The fault that it joins is a number'
    when jsonb_typeof(coalesce(report -> 'reported', 'null')) <> 'null' and private.instant_of(report -> 'reported') is null
      then 'Reported must be an ISO time with +08:00'
  end;
begin
  if problem is not null then raise sqlstate 'PT422' using message = problem, hint = 'report'; end if;
end $$;

-- Stores a report of a fault once and answers { fault, at, joined, photos }: the fault, when it was received, whether it joined an earlier
-- report, and the names under which its photos may go up. A repetition is answered as the first time, and its photos may go up for
-- a week. 422 for an attempt of somebody else; 429, returned, for too many.
--
-- It joins the fault that it points at, also one that ended after it was noticed, as a report may wait on a device; or the open one of
-- the same post that is the same; or, where as many are open at the post as may be, the newest. Of two at once the second joins the first.
-- Where it points at a fault of the site that it does not join, it says the same of its own post. A fault that the office was told of
-- before its first report runs from then on.
--
-- What one limit refuses is counted by that one alone: a spammed sticker must not use up those of the whole site, nor a busy site those of
-- its stickers. Of voices beyond those that are stored with words only their number is known.
create function private.add_report(of_site bigint, of_post text, by_origin text, by_key bigint, by_sticker bigint, report jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  hash constant bytea := sha256(convert_to(report ->> 'attempt', 'UTF8'));
  this_hour constant timestamptz := date_bin('1 hour', now(), 'epoch');
  own constant text := case when by_sticker is null then 'key ' || by_key else 'sticker ' || by_sticker end;
  address constant text := 'address ' || private.client_ip();
  limits private.settings;
  said text := btrim(regexp_replace(report ->> 'what', '\s+', ' ', 'g'));
  words text := btrim(coalesce(report ->> 'text', ''), E' \t\n\r');
  waited interval;
  noticed timestamptz;
  told timestamptz := private.instant_of(report -> 'reported');
  canonical text;
  pointed private.faults;
  fault private.faults;
  voice private.fault_voices;
  is_heard boolean;
  counted text[];                                             -- by whom, before the limit that refuses
  wait integer;
begin
  perform private.refuse_bad_report(report);
  select * into limits from private.settings;
  waited := make_interval(secs => least(greatest((report ->> 'age')::double precision, 0), 604800));
  if waited > interval '2 minutes' then noticed := now() - waited; end if;
  if by_origin <> 'office' then told := null; end if;
  if told < now() - interval '31 days' or told > now() + interval '5 minutes' then
    raise sqlstate 'PT422' using message = 'Reported must be a time of the last 31 days', hint = 'report';
  end if;

  perform pg_advisory_xact_lock(hashtextextended('faults of ' || of_site, 0));
  select * into voice from private.fault_voices v where v.attempt = hash;
  if voice.id is not null then
    -- a rotated key repeats what its predecessor began
    if voice.sticker_id is distinct from by_sticker or voice.main_id <> all (by_key || private.predecessors(by_key)) then
      raise sqlstate 'PT422' using message = 'This attempt is somebody else''s', hint = 'attempt-of-another';
    end if;
    update private.fault_photos p set open_until = least(now() + interval '24 hours', voice.at + interval '7 days')
    where p.voice_id = voice.id and p.open_until < least(now() + interval '24 hours', voice.at + interval '7 days');
  else
    wait := private.passes('report', own, case when by_sticker is not null then limits.reports_of_sticker
      when by_origin = 'office' then limits.reports_of_office else limits.reports_of_client end);
    if wait = 0 and by_sticker is not null then
      counted := array[own];
      wait := private.passes('report', address, limits.reports_of_address);
      if wait = 0 then
        counted := counted || address;
        wait := private.passes('report', 'site ' || of_site, limits.reports_of_site);
      end if;
    end if;
    if wait > 0 then
      update private.door_counts c set times = c.times - 1 where c.door = 'report' and c.who = any (counted) and c.window_start = this_hour;
      -- of its own reports the reporter is told the number: the office has those
      return (private.refusal(429, 'Too many reports', wait)::jsonb || jsonb_build_object('details', (
        select nullif(count(*), 0)::text from private.fault_voices v
        where v.at >= this_hour and case when by_sticker is null then v.main_id = by_key else v.sticker_id = by_sticker end)))::json;
    end if;

    canonical := private.known_fault(of_site, said);
    select f.* into pointed from private.faults f where f.site_id = of_site and f.id = (report ->> 'fault')::bigint;
    if pointed.id is null then
      -- the words of the sticker's page say nothing without the fault that they are about (src/doors/sticker)
      if report ->> 'fault' is not null and lower(said) = 'the same fault' then said := 'Something else'; end if;
    elsif (by_sticker is null or pointed.post is not distinct from of_post)
      and (private.fault_end(pointed) < coalesce(noticed, now())) is not true then
      fault := pointed;
    else
      if lower(said) not in (lower(pointed.what), 'the same fault') then words := left(concat_ws(E'\n', said, nullif(words, '')), 2000); end if;
      said := pointed.what;
      canonical := case when pointed.known then pointed.what end;
    end if;
    said := coalesce(canonical, said);
    if fault.id is null then
      select f.* into fault from private.open_faults f
      where f.site_id = of_site and f.post is not distinct from of_post and (lower(f.what) = lower(said)
        or (select count(*) from private.open_faults o where o.site_id = of_site and o.post is not distinct from of_post) >= limits.faults_of_post)
      order by lower(f.what) = lower(said) desc, f.id desc limit 1;
    end if;
    voice.joined := fault.id is not null;
    if not voice.joined then
      insert into private.faults (site_id, post, what, known, origin, main_id, sticker_id, reported_at, noticed_at)
      values (of_site, of_post, said, canonical is not null, by_origin, by_key, by_sticker, least(coalesce(told, now()), now()), noticed)
      returning * into fault;
    elsif lower(fault.what) <> lower(said) then
      words := left(concat_ws(E'\n', said, nullif(words, '')), 2000);
    end if;
    update private.faults f set reported_at = told
    where f.id = fault.id and voice.joined and told < f.reported_at and private.fault_end(f) is null;
    is_heard := (select count(*) from private.fault_voices v where v.fault_id = fault.id) < limits.voices_of_fault;
    insert into private.fault_voices (fault_id, told_at, noticed_at, origin, main_id, sticker_id, text, name, phone, attempt, joined)
    values (fault.id, least(told, now()), noticed, by_origin, by_key, by_sticker, case when is_heard then words else '' end,
      case when is_heard then nullif(btrim(report ->> 'name'), '') end, case when is_heard then nullif(btrim(report ->> 'phone'), '') end,
      hash, voice.joined)
    returning * into voice;
    if is_heard then
      insert into private.fault_photos (name, voice_id, place, open_until)
      select format('faults/%s/%s/%s.jpg', of_site, fault.id, gen_random_uuid()), voice.id, n, now() + interval '24 hours'
      from generate_series(1, (report ->> 'photos')::integer) n;
    end if;
  end if;
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return json_build_object('fault', voice.fault_id, 'at', private.stored_time(voice.at), 'joined', voice.joined,
    'photos', (select coalesce(json_agg(p.name order by p.place), '[]') from private.fault_photos p where p.voice_id = voice.id));
end $$;

-- What a post of a site is called now: a name that it had is followed through its renames, and that of a removed one stays, as a report may
-- wait on a device. NULL for a name that none ever had, as far as the record knows.
create function private.post_now(of_site bigint, given text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  posts public.carpost;
  renamed record;
  name text := given;
  is_known boolean := false;
begin
  select * into posts from public.carpost c where c.site_id = of_site;
  if posts.json ? given then return given; end if;
  for renamed in
    select r.value ->> 'was' as was, r.value ->> 'is' as is_now from jsonb_array_elements(posts.renames) with ordinality r (value, n)
    where r.value -> 'post' = 'null' or not r.value ? 'post' order by r.n
  loop
    if renamed.was = name then
      is_known := true;
      name := coalesce(renamed.is_now, name);
    end if;
  end loop;
  return case when is_known then name end;
end $$;

-- A report by a session: a client's for its own site, the office's for who called. A technician adds the visit.
create function private.report_fault(of_site bigint, of_post text, report jsonb) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  who constant text := private.require_session();
  post constant text := private.post_now(of_site, of_post);
begin
  if who not in ('admin', 'user') or (who = 'user' and (of_site = private.session_site()) is not true) then
    raise sqlstate 'PT403' using message = 'Not allowed with this key';
  end if;
  if not exists (select from public.maintable t where t.id = of_site) then
    raise sqlstate 'PT404' using message = 'No such site';
  end if;
  if of_post is not null and post is null then
    raise sqlstate 'PT422' using message = 'The site has no such post', hint = 'post';
  end if;
  return private.add_report(of_site, post, case who when 'admin' then 'office' else 'client' end,
    (select s.main_id from private.live_session() s), null, report);
end $$;

create function public.report_fault(site_id bigint, post text default null, report jsonb default null) returns json
  language sql volatile set search_path = '' return private.report_fault(site_id, post, report);

revoke all on private.open_faults from public, anon, authenticated, service_role;
revoke all on function private.stored_time, private.symptoms, private.known_fault, private.fault_end, private.refuse_bad_report,
  private.add_report, private.post_now, private.report_fault, public.report_fault from public, anon, authenticated, service_role;
grant execute on function private.report_fault, public.report_fault to anon;
