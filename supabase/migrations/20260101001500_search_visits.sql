-- Why: "where did we have this before" is asked of all sites. Every text is looked at, without an index: that is quick
-- enough for ten times the records of today (supabase/README.md), and finds parts of words in any language.

-- What somebody looks for: a LIKE pattern for each word, in lower case as private.visits.searched. 422 for too many.
create function private.search_patterns(words text) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  patterns text[];
begin
  if char_length(words) > 200 then
    raise sqlstate 'PT422' using message = 'Search for at most 200 characters';
  end if;
  patterns := array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(lower(words), '[\s\u00A0\u3000]+') word where word <> '');
  if cardinality(patterns) > 10 then
    raise sqlstate 'PT422' using message = 'Search for at most 10 words';
  end if;
  return patterns;
end $$;

-- A page of the visits of all sites, hidden ones too, the newest first: those in whose title, text or name of the site every
-- word occurs; without words all. before is the last visit of the page before, of which time, site_id and task_id count.
create function private.search_visits(words text, before jsonb, page_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  patterns text[];
  before_time timestamptz;
  before_site bigint;
  before_task integer;
begin
  perform private.require_admin();
  patterns := private.search_patterns(words);
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
  end if;
  begin
    before_time := before ->> 'time';
    before_site := before ->> 'site_id';
    before_task := before ->> 'task_id';
  exception when data_exception then
    before_time := null;
  end;
  if jsonb_typeof(before) <> 'null' and (before_time is null or before_site is null or before_task is null) then
    raise sqlstate 'PT422' using message = 'The visit before needs its time, site_id and task_id';
  end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site_id', f.site_id, 'site', f.name, 'task_id', f.task_id, 'time', f.time,
        'year', f.year, 'month', f.month, 'title', f.title, 'text', f.text, 'kind', f.kind, 'showing', f.showing,
        'photos', f.photos, 'pdf', f.has_pdf) order by f.visited_at desc, f.site_id desc, f.task_id desc), '[]')
    from (
      select v.*, s.name from private.visits v
      -- what the name of the site does not have must be in each of its visits
      join (select t.id, t.name, array(select p from unnest(patterns) p where lower(t.name) not like p) as others
        from public.maintable t) s on s.id = v.site_id
      where v.searched like all (s.others)
        and (before_time is null or (v.visited_at, v.site_id, v.task_id) < (before_time, before_site, before_task))
      order by v.visited_at desc, v.site_id desc, v.task_id desc
      limit page_size) f);
end $$;

create function public.search_visits(words text, before jsonb default null, page_size integer default 50) returns jsonb
  language sql stable set search_path = '' return private.search_visits(words, before, page_size);

revoke all on function private.search_patterns(text), private.search_visits(text, jsonb, integer),
  public.search_visits(text, jsonb, integer) from public, anon, authenticated, service_role;
grant execute on function private.search_visits(text, jsonb, integer), public.search_visits(text, jsonb, integer) to anon;
