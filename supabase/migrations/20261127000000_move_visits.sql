-- Why: a visit is sometimes filed under the wrong site. It belongs where it was made, with its photos and its report, and the site
-- that it came from keeps its evidence (decisions §8 "A visit of another site"): it is added there and hidden here, both or
-- neither, and once. A file belongs to one site by its name, so the portal copies the files first and names the copies here.

set local lock_timeout = '5s';

-- Files a shown visit at another site, with the next id there. Stands on the revisions of both sites. photos: the URL of the copy of
-- each photo in its order, null for a photo that is not in the storage; pdf: that of the report, null for none or one that is not
-- there. Whether they are files of the other site is checked as for every save. Answers { site_id, task_id } of the visit there. 404 for no
-- such visit or site, 409 where somebody else was faster, 422 with a hint: same-site, hidden, full or files.
create function private.move_visit(from_site bigint, from_revision bigint, visit bigint, to_site bigint, to_revision bigint,
  photos jsonb, pdf text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  did jsonb;
  here public.maintable;
  there public.maintable;
  place bigint;
  moved jsonb;
  new_id bigint;
  answer jsonb;
begin
  perform private.require_admin();
  did := private.begin_attempt('move_visit');
  if did is not null then
    -- it was brought back since: who asks again wants it moved again
    if exists (select 1 from private.visits v where v.site_id = from_site and v.task_id = visit and v.showing) then
      perform private.refuse_overtaken();
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
  select e, n - 1 into moved, place from jsonb_array_elements(here.tasks2024) with ordinality as t(e, n) where e -> 'id' = to_jsonb(visit);
  if moved is null or there.id is null then
    raise sqlstate 'PT404' using message = 'No such visit, or no such site';
  elsif here.revision is distinct from from_revision or there.revision is distinct from to_revision then
    raise sqlstate 'PT409' using message = 'Somebody else was faster at one of the sites';
  elsif moved ->> 'showing' <> 'True' then
    raise sqlstate 'PT422' using message = 'A hidden visit cannot be moved', hint = 'hidden';
  elsif jsonb_array_length(there.tasks2024) >= 20000 then
    raise sqlstate 'PT422' using message = 'The other site has no room for another visit', hint = 'full';
  elsif jsonb_typeof(photos) is distinct from 'array' or jsonb_array_length(photos) <> jsonb_array_length(moved -> 'urls')
    or (moved ->> 'pdf' = '' and coalesce(pdf, '') <> '') then
    raise sqlstate 'PT422' using message = 'The copies are not those of the files of this visit', hint = 'files';
  end if;

  new_id := (select coalesce(max((e ->> 'id')::bigint), 0) + 1 from jsonb_array_elements(there.tasks2024) e);
  moved := moved || jsonb_build_object('id', new_id, 'pdf', coalesce(pdf, ''), 'urls', (
    select coalesce(jsonb_agg(p order by n) filter (where p <> 'null'), '[]') from jsonb_array_elements(photos) with ordinality as t(p, n)));
  -- an old visit stays filed as it was, and an import that has it at the right site knows it there
  insert into private.imported_visits (site_id, source, task_id, filed)
  values (to_site, coalesce((select i.source from private.imported_visits i where i.site_id = from_site and i.task_id = visit),
      format('moved/%s/%s', from_site, visit)),
    new_id, jsonb_build_object('time', moved -> 'time', 'year', moved -> 'year', 'month', moved -> 'month'))
  on conflict (site_id, source) do update set task_id = excluded.task_id, filed = excluded.filed;

  -- two statements: one that changes several sites is refused
  update public.maintable t set revision = t.revision + 1,
    tasks2024 = jsonb_set(t.tasks2024, array[place::text, 'showing'], '"False"') where t.id = from_site;
  update public.maintable t set revision = t.revision + 1, tasks2024 = t.tasks2024 || moved where t.id = to_site;
  answer := jsonb_build_object('site_id', to_site, 'task_id', new_id);
  perform private.note_attempt(jsonb_build_object('answer', answer));
  return answer;
end $$;

create function public.move_visit(site_id bigint, revision bigint, task_id bigint, to_site bigint, to_revision bigint, photos jsonb,
    pdf text default null) returns json
  language sql volatile set search_path = '' return private.move_visit(site_id, revision, task_id, to_site, to_revision, photos, pdf);

revoke all on function private.move_visit(bigint, bigint, bigint, bigint, bigint, jsonb, text),
  public.move_visit(bigint, bigint, bigint, bigint, bigint, jsonb, text) from public, anon, authenticated, service_role;
grant execute on function private.move_visit(bigint, bigint, bigint, bigint, bigint, jsonb, text),
  public.move_visit(bigint, bigint, bigint, bigint, bigint, jsonb, text) to anon;
