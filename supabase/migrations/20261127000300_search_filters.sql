-- Why: "all emergency calls of 2026 at these three sites" could not be asked: the search in all visits knew words only, and did not say
-- how many visits there are. It now takes sites, years and kinds, and whether visits are shown, with words or without, and counts when
-- asked to. Pages that were opened before leave the new arguments out, and are answered as before.

set local lock_timeout = '5s';

-- The search of 20261126000200_search_words.sql, written again as a whole: with more arguments it is another function, and of two of one
-- name the API would not know which is meant.
drop function public.search_visits(text, jsonb, integer, jsonb);
drop function private.search_visits(text, jsonb, integer, jsonb);

-- A page of the visits of all sites, hidden ones too: those in whose title, text or name of the site every word occurs; without
-- words all. With forms the best first: for each word 0 for a whole word of the title, 1 for the beginning of one, 2 for another form;
-- 3 to 5 for these in the text, 3 for the name of the site; twice their sum, and 1 where they do not stand as they were typed. Equal
-- ones, and all without forms, are the newest first. Of visits with the letters of the words the newest 20,000 are looked through,
-- and of those with the words the newest 2,000 are ranked. before is the last visit of the page before, of which rank, time, site_id
-- and task_id count.
--
-- of_sites (names), of_years (as filed) and of_kinds ('none' for visits without one) are lists of at most 100 values, of which a visit
-- must have one; shown is true for visits that clients see, false for hidden ones. NULL is all.
--
-- With with_total the answer is { visits: the page, total: { visits, sites, capped } }, of all pages together. capped: there may be more,
-- because a limit above was reached; then visits and sites are what was found up to it. Words always are ranked then.
--
-- No just-in-time compilation, which takes longer than the search itself. And a plan for each call: from the sixth call of a connection on
-- the server used one plan for any words and filters, which took ten times as long.
create function private.search_visits(words text, before jsonb, page_size integer, forms jsonb, of_sites text[], of_years text[],
  of_kinds text[], shown boolean, with_total boolean) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  most_searched constant integer := 20000;
  most_ranked constant integer := 2000;
  cores text[];
  wholes text[];
  beginnings text[];
  first_hits text[];
  starts text[];
  lengths integer[];
  all_others text[];
  patterns text[];
  numbers integer[];
  ranked boolean;
  phrase text;
  site_ids bigint[];
  before_rank integer;
  before_time timestamptz;
  before_site bigint;
  before_task integer;
  total jsonb;
begin
  perform private.require_admin();
  select array_agg(p.core), array_agg(p.whole), array_agg(p.begins), array_agg(p.first_hit), array_agg(p.beginning),
    array_agg(p.longest), array_agg(p.others), array_agg(p.other_forms), array_agg(p.n::integer)
  into cores, wholes, beginnings, first_hits, starts, lengths, all_others, patterns, numbers
  from private.word_patterns(words, forms)
    with ordinality p (core, whole, begins, first_hit, beginning, longest, others, other_forms, n);
  with_total := coalesce(with_total, false);
  ranked := numbers is not null and (with_total or coalesce(jsonb_typeof(forms) = 'array', false));
  if cardinality(numbers) > 1 then
    phrase := '%' || regexp_replace(btrim(regexp_replace(private.folded(words), '[\s\u00A0\u3000]+', ' ', 'g')), '([\\%_])', '\\\1', 'g') || '%';
  end if;
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
  end if;
  if greatest(cardinality(of_sites), cardinality(of_years), cardinality(of_kinds)) > 100 then
    raise sqlstate 'PT422' using message = 'Filter by at most 100 values';
  end if;
  begin
    before_rank := coalesce((before ->> 'rank')::integer, 0);
    before_time := before ->> 'time';
    before_site := before ->> 'site_id';
    before_task := before ->> 'task_id';
  exception when data_exception then
    before_time := null;
  end;
  if jsonb_typeof(before) <> 'null' and (before_time is null or before_site is null or before_task is null) then
    raise sqlstate 'PT422' using message = 'The visit before needs its time, site_id and task_id';
  end if;
  if of_sites is not null then
    site_ids := array(select t.id from public.maintable t where t.name = any (of_sites));
  end if;
  -- without words every visit counts, which takes less than to look for one; with words what was found is counted below
  if with_total and not ranked then
    select jsonb_build_object('visits', coalesce(sum(c.visits), 0), 'sites', count(*), 'capped', false) into total
    from (
      select count(*) as visits from private.visits v
      where (site_ids is null or v.site_id = any (site_ids))
        and (of_years is null or v.year = any (of_years))
        and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds))
        and (shown is null or v.showing = shown)
      group by v.site_id) c;
  end if;
  return (
    with candidates as not materialized (
      -- what is sorted is narrow: the rest is read for one page
      select v.site_id, v.task_id, v.visited_at, v.title, v.searched, s.name, s.has from private.visits v
      -- which words the name of the site has; the others must be in each of its visits
      join (
        select t.id, t.name, array_agg(w.has order by i) as has, coalesce(array_agg(cores[i]) filter (where not w.has), '{}') as lacking
        from public.maintable t
        left join unnest(numbers) i on true
        left join lateral (select private.folded(t.name) ~ beginnings[i] or coalesce(private.folded(t.name) ~ patterns[i], false) as has) w on true
        where site_ids is null or t.id = any (site_ids)
        group by t.id) s on s.id = v.site_id
      where v.searched like all (s.lacking)
        and (site_ids is null or v.site_id = any (site_ids))
        and (of_years is null or v.year = any (of_years))
        and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds))
        and (shown is null or v.showing = shown)
        -- without a rank pages are in this order
        and (ranked or before_time is null or (v.visited_at, v.site_id, v.task_id) < (before_time, before_site, before_task))),
    hits as materialized (
      select v.* from (
        select c.* from candidates c order by c.visited_at desc, c.site_id desc, c.task_id desc
        limit case when ranked then most_searched when numbers is null then page_size end) v
      where (numbers is null or not exists (
          select from unnest(numbers) i
          -- offset 0: once, not for each comparison
          cross join lateral (select substring(v.searched from first_hits[i]) as word offset 0) f
          where not case
            when v.has[i] or f.word like starts[i] and char_length(f.word) <= lengths[i] then true
            when strpos(all_others[i], '|' || f.word || '|') > 0 then true
            when v.searched ~ beginnings[i] then true
            else coalesce(v.searched ~ patterns[i], false) end))
      order by v.visited_at desc, v.site_id desc, v.task_id desc
      -- one more than is said tells that there are more
      limit case when ranked then most_ranked + 1 else page_size end)
    select case when with_total then jsonb_build_object('visits', p.visits, 'total', coalesce(total, (
        select jsonb_build_object('visits', least(count(*), most_ranked), 'sites', count(distinct h.site_id),
          -- a second look at all visits, which only a portal with more of them needs
          'capped', count(*) > most_ranked or (select count(*) from (select from private.visits limit most_searched + 1) v) > most_searched
            and (select count(*) from candidates) > most_searched) from hits h)))
      else p.visits end
    from (
      select coalesce(jsonb_agg(jsonb_build_object('site_id', f.site_id, 'site', f.name, 'task_id', f.task_id, 'time', v.time,
          'year', v.year, 'month', v.month, 'title', v.title, 'text', v.text, 'kind', v.kind, 'showing', v.showing,
          'photos', v.photos, 'pdf', v.has_pdf, 'rank', f.rank) order by f.rank, f.visited_at desc, f.site_id desc, f.task_id desc), '[]')
        as visits
      from (
        select v.site_id, v.task_id, v.visited_at, v.name, r.rank from hits v
        -- once for all words of a visit
        cross join lateral (select private.folded(v.title) as folded offset 0) t
        cross join lateral (select case when ranked then (
          select 2 * sum(case
            when t.folded like cores[i] and t.folded ~ wholes[i] then 0
            when t.folded like cores[i] and t.folded ~ beginnings[i] then 1
            when t.folded like cores[i] and t.folded ~ patterns[i] then 2
            when v.has[i] or v.searched ~ wholes[i] then 3
            when v.searched ~ beginnings[i] then 4
            else 5 end)
          + case when v.searched like phrase then 0 when phrase is null then 0 else 1 end
          from unnest(numbers) i)::integer else 0 end as rank) r
        where not ranked or before_time is null or r.rank > before_rank or r.rank = before_rank
          and (v.visited_at, v.site_id, v.task_id) < (before_time, before_site, before_task)
        order by r.rank, v.visited_at desc, v.site_id desc, v.task_id desc
        limit page_size) f
      join private.visits v on v.site_id = f.site_id and v.task_id = f.task_id) p);
end $$;

create function public.search_visits(words text, before jsonb default null, page_size integer default 50, forms jsonb default null,
  of_sites text[] default null, of_years text[] default null, of_kinds text[] default null, shown boolean default null,
  with_total boolean default false) returns jsonb
  language sql stable set search_path = ''
  return private.search_visits(words, before, page_size, forms, of_sites, of_years, of_kinds, shown, with_total);

revoke all on function private.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean),
  public.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean)
  from public, anon, authenticated, service_role;
grant execute on function private.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean),
  public.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean) to anon;
