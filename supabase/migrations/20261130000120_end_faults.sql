-- Why: not every fault needs a visit, and a report can be of the wrong post or site. The office ends, reopens and corrects faults, in the log;
-- and what reporters said of themselves goes when they ask, and by itself a year after the end (decisions §15).
set local lock_timeout = '5s';

create index fault_voices_known_idx on private.fault_voices (at) where forgotten_at is null;

-- Takes words, name and number out of a report, and shuts its photos. What its reporter called the fault goes with the last report of it:
-- until then others say so too.
create function private.forget(voice_ids bigint[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.fault_voices v set text = '', name = null, phone = null, forgotten_at = now()
  where v.id = any (voice_ids) and v.forgotten_at is null;
  update private.fault_photos p set open_until = now() where p.voice_id = any (voice_ids) and p.open_until > now();
  update private.faults f set what = 'Something else'
  where f.id in (select v.fault_id from private.fault_voices v where v.id = any (voice_ids)) and not f.known and f.what <> 'Something else'
    and not exists (select from private.fault_voices o where o.fault_id = f.id and o.forgotten_at is null);
end $$;

-- Forgets the reporters of faults that ended a year ago (settings.reports_forgotten). Called by what happens with faults every day, some
-- at a time, as a request has three seconds.
create function private.forget_old_voices() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  before constant timestamptz := now() - (select c.reports_forgotten from private.settings c);
  due bigint[];
begin
  -- a GET cannot write
  if current_setting('transaction_read_only') = 'on' then return; end if;
  due := array(
    select v.id from private.fault_voices v join private.faults f on f.id = v.fault_id
    where v.forgotten_at is null and v.at < before and private.fault_end(f) < before
    order by v.id limit 200 for update of v skip locked);
  if due <> '{}' then perform private.forget(due); end if;
end $$;

-- The fault of an admin's call, locked: a visit that answers it meanwhile waits, or is seen. 404 for none.
create function private.locked_fault(of_id bigint) returns private.faults
language plpgsql volatile security definer set search_path = '' as $$
declare
  fault private.faults;
begin
  select * into fault from private.faults f where f.id = of_id for update;
  if fault.id is null then raise sqlstate 'PT404' using message = 'No such fault'; end if;
  return fault;
end $$;

-- The first visit that answers a fault; NULL without one.
create function private.answering_task(fault private.faults) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  return (select v.task_id from private.fault_answers a join private.visits v on v.site_id = a.site_id and v.task_id = a.task_id
    where a.site_id = fault.site_id and a.fault_id = fault.id order by coalesce(private.instant_of(v.members -> 'arrived'), v.visited_at), v.task_id limit 1);
end $$;

-- Closes an open fault without a visit, and answers the fault. 409 where somebody was faster: hint answered, with the visit in its details,
-- or closed.
create function private.close_fault(of_id bigint, as_what text, why text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  fault private.faults;
begin
  perform private.require_admin();
  did := private.start_attempt('close_fault');
  if (as_what in ('settled', 'not-ours', 'double', 'not-a-fault')) is not true then
    raise sqlstate 'PT422' using message = 'A fault is closed as settled, not-ours, double or not-a-fault', hint = 'closed-as';
  end if;
  if not private.is_plain_line(to_jsonb(why), 300) then
    raise sqlstate 'PT422' using message = 'A reason has 1 to 300 characters of plain text in one line', hint = 'reason';
  end if;
  fault := private.locked_fault(of_id);
  if did is not null then
    if fault.closed_at is distinct from (did ->> 'closed_at')::timestamptz then perform private.refuse_outdated_attempt(); end if;
    return private.fault_facts(fault);
  end if;
  if private.answering_task(fault) is not null then
    raise sqlstate 'PT409' using message = 'A visit has answered it', hint = 'answered', detail = private.answering_task(fault)::text;
  elsif fault.closed_at is not null then
    raise sqlstate 'PT409' using message = 'It is closed already', hint = 'closed';
  end if;
  update private.faults f set closed_at = now(), closed_by = (select s.main_id from private.live_session() s), closed_as = as_what,
    closed_reason = btrim(why) where f.id = of_id returning * into fault;
  perform private.record_attempt(jsonb_build_object('closed_at', fault.closed_at));
  return private.fault_facts(fault);
end $$;

-- Opens a fault again that the office closed, and answers it. 409 (hint open) where it is not closed.
create function private.reopen_fault(of_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  fault private.faults;
begin
  perform private.require_admin();
  did := private.start_attempt('reopen_fault');
  fault := private.locked_fault(of_id);
  if did is not null then
    if fault.closed_at is not null then perform private.refuse_outdated_attempt(); end if;
    return private.fault_facts(fault);
  end if;
  if fault.closed_at is null then
    raise sqlstate 'PT409' using message = 'It is not closed', hint = 'open';
  end if;
  update private.faults f set closed_at = null, closed_by = null, closed_as = null, closed_reason = null where f.id = of_id returning * into fault;
  perform private.record_attempt('{"reopened": true}');
  return private.fault_facts(fault);
end $$;

-- Files a fault at another post, or at another site, and answers it. A fault that a visit of its site has answered stays at that site: 422
-- (hint answered), with the visit in its details. Its photos keep their names.
create function private.correct_fault(of_id bigint, to_site bigint, to_post text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  fault private.faults;
begin
  perform private.require_admin();
  did := private.start_attempt('correct_fault');
  fault := private.locked_fault(of_id);
  if did is not null then
    if (fault.site_id, fault.post) is distinct from (to_site, to_post) then perform private.refuse_outdated_attempt(); end if;
    return private.fault_facts(fault);
  end if;
  if not exists (select from public.maintable t where t.id = to_site) then
    raise sqlstate 'PT404' using message = 'No such site';
  end if;
  if to_post is not null and (fault.site_id, fault.post) is distinct from (to_site, to_post)
    and not exists (select from public.carpost c where c.site_id = to_site and c.json ? to_post) then
    raise sqlstate 'PT422' using message = 'The site has no such post', hint = 'post';
  end if;
  if to_site <> fault.site_id and private.answering_task(fault) is not null then
    raise sqlstate 'PT422' using message = 'A visit of this site has answered it', hint = 'answered', detail = private.answering_task(fault)::text;
  end if;
  update private.faults f set site_id = to_site, post = to_post, leftover = false,
    known = case when to_site = f.site_id then f.known else private.known_fault(to_site, f.what) is not null end
  where f.id = of_id and (f.site_id, f.post) is distinct from (to_site, to_post) returning * into fault;
  if not found then fault := private.locked_fault(of_id); end if;
  perform private.record_attempt('{"corrected": true}');
  return private.fault_facts(fault);
end $$;

-- Takes words, name, number and photos out of a report, as who made it may ask. That it was made stays, and the log says who took them out.
create function private.forget_voice(of_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  voice private.fault_voices;
begin
  perform private.require_admin();
  select * into voice from private.fault_voices v where v.id = of_id for update;
  if voice.id is null then raise sqlstate 'PT404' using message = 'No such report'; end if;
  if voice.forgotten_at is not null then return; end if;
  perform private.forget(array[of_id]);
  insert into private.change_log (main_id, table_name, row_id, site_id, operation, after)
  select (select s.main_id from private.live_session() s), 'faults', f.id, f.site_id, 'UPDATE', jsonb_build_object('forgotten_voice', of_id)
  from private.faults f where f.id = voice.fault_id;
end $$;

-- How many faults are open for this key, and its newest report of any, by which a page knows that something changed since its list was read. For
-- the office those of archived sites are none, but for what was reported after that: somebody still stands there.
create function private.fault_news() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  sites constant bigint[] := private.fault_sites();
begin
  perform private.forget_old_voices();
  return jsonb_build_object(
    'open', (select count(*) from private.open_faults f join public.maintable t on t.id = f.site_id
      where case when sites is null then t.archived_at is null or f.reported_at > t.archived_at else f.site_id = any (sites) end),
    'newest', case when sites is null then (select max(v.id) from private.fault_voices v)
      else (select max(v.id) from private.fault_voices v join private.faults f on f.id = v.fault_id where f.site_id = any (sites)) end);
end $$;

create function public.close_fault(fault_id bigint, closed_as text, reason text) returns jsonb
  language sql volatile set search_path = '' return private.close_fault(fault_id, closed_as, reason);
create function public.reopen_fault(fault_id bigint) returns jsonb
  language sql volatile set search_path = '' return private.reopen_fault(fault_id);
create function public.correct_fault(fault_id bigint, site_id bigint, post text default null) returns jsonb
  language sql volatile set search_path = '' return private.correct_fault(fault_id, site_id, post);
create function public.forget_voice(voice_id bigint) returns void
  language sql volatile set search_path = '' return private.forget_voice(voice_id);
create function public.fault_news() returns jsonb
  language sql volatile set search_path = '' return private.fault_news();

revoke all on function private.forget, private.forget_old_voices, private.locked_fault, private.answering_task, private.close_fault,
  private.reopen_fault, private.correct_fault, private.forget_voice, private.fault_news, public.close_fault, public.reopen_fault,
  public.correct_fault, public.forget_voice, public.fault_news from public, anon, authenticated, service_role;
grant execute on function private.close_fault, private.reopen_fault, private.correct_fault, private.forget_voice, private.fault_news,
  public.close_fault, public.reopen_fault, public.correct_fault, public.forget_voice, public.fault_news to anon;
