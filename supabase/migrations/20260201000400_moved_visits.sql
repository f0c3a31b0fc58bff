-- Why: a visit is sometimes filed under the wrong site. It belongs where it was made, with its photos and its report, and the site
-- that it came from keeps its evidence (decisions §8 "A visit of another site"): it is added there and hidden here, both or
-- neither, and once. A file belongs to one site by its name, so the portal copies the files first and names the copies here.
--
-- A hidden visit was either deleted or moved to another site. The database tells the two apart, and refuses to show a moved visit anywhere
-- but where it is: by another admin's open form, by Restore, by a technician, by the raw API. Or one visit would count at two clients.

-- Every move with its two lines of the change log, which say where a visit went and came from, and are taken back together.
create table private.visit_moves (
  id bigint generated always as identity primary key,
  hidden_in bigint not null unique,   -- the line at the site that it left
  shown_in bigint not null unique,    -- the line at the site that it came to
  from_site bigint not null,
  from_task integer not null,
  to_site bigint not null,
  to_task integer not null
);
comment on table private.visit_moves is 'The moves of visits between sites';

-- Stores which copy of a visit is the visit, at to_site; all others point at it.
create function private.set_current_copy(from_site bigint, from_task integer, to_site bigint, to_task integer) returns void
language plpgsql volatile set search_path = '' as $$
begin
  with current as (
    select coalesce(v.moved_to_site, v.site_id) as site_id, coalesce(v.moved_to_task, v.task_id) as task_id
    from private.visits v where (v.site_id, v.task_id) in ((from_site, from_task), (to_site, to_task))
  ), copies as (
    select c.site_id, c.task_id from current c
    union select v.site_id, v.task_id from current c
    join private.visits v on v.moved_to_site = c.site_id and v.moved_to_task = c.task_id
  )
  update private.visits v set
    moved_to_site = case when (v.site_id, v.task_id) <> (to_site, to_task) then to_site end,
    moved_to_task = case when (v.site_id, v.task_id) <> (to_site, to_task) then to_task end
  from copies c where v.site_id = c.site_id and v.task_id = c.task_id;
end $$;

-- Where a visit is that was moved away from this site: { site_id, site, task_id, showing }; NULL for one that is here. All of it is NULL
-- for a technician of this site who has no right to the other one, and without a session.
create function private.moved_to(of_site bigint, visit integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  copy private.visits;
begin
  select c.* into copy from private.visits v
  join private.visits c on (c.site_id, c.task_id) = (v.moved_to_site, v.moved_to_task)
  where v.site_id = of_site and v.task_id = visit;
  if copy.site_id is null then return null; end if;
  if private.session_role() is distinct from 'admin' and copy.site_id <> all (coalesce(private.session_sites(), '{}')) then
    return '{"site_id": null, "site": null, "task_id": null, "showing": null}';
  end if;
  return jsonb_build_object('site_id', copy.site_id, 'site', (select t.name from public.maintable t where t.id = copy.site_id),
    'task_id', copy.task_id, 'showing', copy.showing);
end $$;

-- A moved visit is shown where it is, and nowhere else. Both facts stand in one row, so that requests at the same moment cannot pass
-- each other. 422 with the hint moved, and in its details where the visit is.
create function private.refuse_showing_moved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  raise sqlstate 'PT422' using message = format('Task %s: it was moved to another site, and is shown there', new.task_id), hint = 'moved',
    detail = private.moved_to(new.site_id, new.task_id)::text;
end $$;
create trigger refuse_showing_moved before insert or update on private.visits
  for each row when (new.showing and new.moved_to_site is not null) execute function private.refuse_showing_moved();

-- The visits that were moved away from a site, each as moved_to says, with its id here as id. For an admin, and for a technician of
-- this site; none for a client.
create function private.moved_visits(of_site bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  who text := private.require_session();
begin
  if who <> 'admin' and (who <> 'technician' or of_site <> all (private.session_sites())) then return '[]'; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', v.task_id) || private.moved_to(v.site_id, v.task_id) order by v.task_id), '[]')
    from private.visits v where v.site_id = of_site and v.moved_to_site is not null);
end $$;

-- Which of these lines of the change log are of a move: { change_id, from_site, to_site }, with the names of today.
create function private.logged_moves(change_ids bigint[]) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object('change_id', l.id, 'from_site', f.name, 'to_site', t.name) order by l.id), '[]')
    from private.visit_moves m
    cross join lateral (values (m.hidden_in), (m.shown_in)) l (id)
    join public.maintable f on f.id = m.from_site
    join public.maintable t on t.id = m.to_site
    where l.id = any (change_ids));
end $$;

-- Hides a visit at a site and files `task` in its stead at another, where it replaces the copy with its id or is added at the end.
-- Who holds both sites locked has checked everything else. The visit remains that of the person who added it. Answers the line of the
-- change log by which the move is taken back.
create function private.refile_visit(from_site bigint, from_task integer, to_site bigint, task jsonb) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  new_id constant integer := (task ->> 'id')::integer;
  author private.visits;
  line bigint;
begin
  select * into author from private.visits v where v.site_id = from_site and v.task_id = from_task;
  -- two statements: one that changes several sites is refused
  update public.maintable t set revision = t.revision + 1, tasks2024 = (
    select jsonb_agg(case when e ->> 'id' = from_task::text then e || '{"showing": "False"}' else e end order by n)
    from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n))
  where t.id = from_site;
  line := private.last_site_change(from_site);
  perform private.set_current_copy(from_site, from_task, to_site, new_id);
  if exists (select 1 from private.visits v where v.site_id = to_site and v.task_id = new_id) then
    update public.maintable t set revision = t.revision + 1, tasks2024 = (
      select jsonb_agg(case when e ->> 'id' = new_id::text then task else e end order by n)
      from jsonb_array_elements(t.tasks2024) with ordinality as a(e, n))
    where t.id = to_site;
  else
    update public.maintable t set revision = t.revision + 1, tasks2024 = t.tasks2024 || task where t.id = to_site;
    update private.visits v set added_by = author.added_by, added_at = author.added_at where v.site_id = to_site and v.task_id = new_id;
  end if;
  insert into private.visit_moves (hidden_in, shown_in, from_site, from_task, to_site, to_task)
  values (line, private.last_site_change(to_site), from_site, from_task, to_site, new_id);
  return line;
end $$;

-- Files a shown visit at another site: under the id that it had there before, or else the next one. Stands on the revisions of both
-- sites. photos: the URL of the copy of each photo in its order, null for a photo that is not in the storage; pdf: that of the report,
-- null for none or one that is not there. Whether they are files of the other site is checked as for every save. Answers
-- { site_id, task_id } of the visit there, and the line of the change log (change) by which the move is taken back. 404 for no such visit
-- or site, 409 where somebody else was faster, 422 with a hint: same-site, hidden, moved, full or files.
create function private.move_visit(from_site bigint, from_revision bigint, visit bigint, to_site bigint, to_revision bigint,
  photos jsonb, pdf text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  here public.maintable;
  there public.maintable;
  moved jsonb;
  new_id bigint;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.start_attempt('move_visit');
  if did is not null then
    -- the visit was brought back after this attempt, so a retry is a new move
    if exists (select 1 from private.visits v where v.site_id = from_site and v.task_id = visit and v.showing) then
      perform private.refuse_outdated_attempt();
    end if;
    return did -> 'answer';
  end if;

  if from_site = to_site then
    raise sqlstate 'PT422' using message = 'The visit is filed at this site already', hint = 'same-site';
  end if;
  -- in one order: of two moves in opposite directions neither waits for the other's second site
  perform 1 from public.maintable t where t.id in (from_site, to_site) order by t.id for update;
  select * into here from public.maintable t where t.id = from_site;
  select * into there from public.maintable t where t.id = to_site;
  select e into moved from jsonb_array_elements(here.tasks2024) e where e -> 'id' = to_jsonb(visit);
  if moved is null or there.id is null then
    raise sqlstate 'PT404' using message = 'No such visit, or no such site';
  elsif here.revision is distinct from from_revision or there.revision is distinct from to_revision then
    raise sqlstate 'PT409' using message = 'Somebody else was faster at one of the sites';
  elsif private.moved_to(from_site, visit::integer) is not null then
    raise sqlstate 'PT422' using message = 'The visit was moved to another site', hint = 'moved',
      detail = private.moved_to(from_site, visit::integer)::text;
  elsif moved ->> 'showing' <> 'True' then
    raise sqlstate 'PT422' using message = 'A hidden visit cannot be moved', hint = 'hidden';
  end if;

  new_id := (select max(v.task_id) from private.visits v
    where v.site_id = to_site and v.moved_to_site = from_site and v.moved_to_task = visit);
  if new_id is null and jsonb_array_length(there.tasks2024) >= private.max_tasks() then
    raise sqlstate 'PT422' using message = 'The other site has no room for another visit', hint = 'full';
  elsif jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) <> jsonb_array_length(moved -> 'urls')
    or (moved ->> 'pdf' = '' and coalesce(pdf, '') <> '') then
    raise sqlstate 'PT422' using message = 'The copies are not those of the files of this visit', hint = 'files';
  end if;

  new_id := coalesce(new_id, (select coalesce(max((e ->> 'id')::bigint), 0) + 1 from jsonb_array_elements(there.tasks2024) e));
  moved := moved || jsonb_build_object('id', new_id, 'pdf', coalesce(pdf, ''), 'urls', (
    select coalesce(jsonb_agg(p order by n) filter (where p <> 'null'), '[]') from jsonb_array_elements(photos) with ordinality as t(p, n)));
  -- an old visit stays filed as it was, and an import that has it at the right site knows it there
  insert into private.imported_visits (site_id, source, task_id, filed)
  values (to_site, coalesce(
      (select i.source from private.imported_visits i where i.site_id = to_site and i.task_id = new_id),
      (select i.source from private.imported_visits i where i.site_id = from_site and i.task_id = visit),
      format('moved/%s/%s', from_site, visit)),
    new_id, jsonb_build_object('time', moved -> 'time', 'year', moved -> 'year', 'month', moved -> 'month'))
  on conflict (site_id, source) do update set task_id = excluded.task_id, filed = excluded.filed;

  answer := jsonb_build_object('site_id', to_site, 'task_id', new_id,
    'change', private.refile_visit(from_site, visit::integer, to_site, moved));
  perform private.record_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

-- Takes a move back, from either of its lines: the visit is shown again where it was, as it was, and hidden where it was filed. Answers
-- the revision of the site of the line. 409 unless the visit is still as it was filed; with the hint moved where it went elsewhere.
create function private.revert_move(move private.visit_moves, of_site bigint) returns json
language plpgsql volatile set search_path = '' as $$
declare
  was jsonb := (select c.before #> '{tasks2024,0}' from private.change_log c where c.id = move.hidden_in);
  filed jsonb := (select c.after #> '{tasks2024,0}' from private.change_log c where c.id = move.shown_in);
  elsewhere jsonb;
begin
  perform 1 from public.maintable t where t.id in (move.from_site, move.to_site) order by t.id for update;
  if not exists (select 1 from private.visits v where (v.site_id, v.task_id) = (move.from_site, move.from_task)
      and (v.moved_to_site, v.moved_to_task) = (move.to_site, move.to_task))
    or not exists (select 1 from public.maintable t cross join jsonb_array_elements(t.tasks2024) e where t.id = move.to_site and e = filed) then
    elsewhere := private.moved_to(of_site, case of_site when move.from_site then move.from_task else move.to_task end);
    raise sqlstate 'PT409' using message = 'Changed again since', hint = case when elsewhere is not null then 'moved' else '' end,
      detail = coalesce(elsewhere::text, '');
  end if;
  perform private.refile_visit(move.to_site, move.to_task, move.from_site, was);
  return (select json_build_object('revision', t.revision) from public.maintable t where t.id = of_site);
end $$;
