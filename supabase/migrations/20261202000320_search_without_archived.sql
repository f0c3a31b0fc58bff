-- Why: the visits of customers who left are found when somebody asks for them, and do not stand between those of today (decisions §8). The
-- argument that is new has a default, so a portal that was loaded before is answered as if it asked for sites in use.
set local lock_timeout = '5s';

drop function public.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean, date, date, text, text, jsonb, text);
drop function private.search_visits(text, jsonb, integer, jsonb, text[], text[], text[], boolean, boolean, date, date, text, text, jsonb, text);

-- A page of the visits of all sites, hidden ones too: those in whose title, text, job number or name of the site every part of the query
-- is found (search_queries); without words all. With forms the best first: for each part 0 for whole words of the title, 1 for the
-- beginning of one, 2 for another form or spelling; 3 to 5 for these elsewhere, 3 for the name of the site; 6 for another term in the title,
-- 7 for one elsewhere, and for a date; twice their sum, and 1 where they do not stand as they were typed. So ranked are the newest 500,
-- and the newest 500 with all words in the title; the others follow with rank 1000. Equal ones, and all without forms, are the newest first. before is the last visit of the page before, of which
-- rank, time, site_id and task_id count.
--
-- of_sites (names), of_years (as filed) and of_kinds ('none' for visits without one) are lists of at most 100 values, of which a visit
-- must have one; shown is true for visits that clients see, false for hidden ones. from_day and to_day are days in Singapore, both included.
-- post is the name of a post that the title names, as its site has it; direction is entrance or exit (directions_of); person is who came, in
-- any case and with any blanks (person_mark). NULL is all. Without of_sites the visits of archived sites are left out; with archived there are
-- no others.
-- dates are the dates among the words, as search_queries says.
--
-- With with_total the answer is { visits: the page, total: { visits, sites, capped } }, of all pages together. capped: there are more than
-- 10,000, of which sites is what was counted. Words always are ranked then. Pages go on to the last visit. Where the words find nothing and
-- may be misspelt, the answer has nearest, too (nearest_words).
--
-- No just-in-time compilation, which takes longer than the search itself. And a plan for each call: from the sixth call of a connection on
-- the server used one plan for any words and filters, which took ten times as long.
create function private.search_visits(words text, before jsonb, page_size integer, forms jsonb, of_sites text[], of_years text[],
  of_kinds text[], shown boolean, with_total boolean, from_day date, to_day date, post text, direction text, dates jsonb, person text, archived boolean) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  most_counted constant integer := private.max_counted_visits();
  most_ranked constant integer := 500;
  behind constant integer := 1000;
  last record;
  asked record;
  part record;
  hits record;
  limits tsquery;
  from_time timestamptz;
  to_time timestamptz;
  everywhere tsquery;
  phrase text;
  ranked boolean;
  site_ids bigint[];
  is_behind boolean;
  capped boolean := false;
  best_sites bigint[];
  best_tasks integer[];
  best_times timestamptz[];
  sites bigint[] := '{}';
  tasks integer[] := '{}';
  times timestamptz[] := '{}';
  ranks integer[];
  total jsonb;
  page jsonb;
  nearest jsonb;
begin
  perform private.require_admin();
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
  end if;
  if greatest(cardinality(of_sites), cardinality(of_years), cardinality(of_kinds)) > 100
    or greatest(pg_column_size(of_sites), pg_column_size(of_years), pg_column_size(of_kinds)) > private.max_argument_bytes() then
    raise sqlstate 'PT422' using message = 'Filter by at most 100 values';
  end if;
  if direction is not null and direction not in ('entrance', 'exit') then
    raise sqlstate 'PT422' using message = 'A direction is entrance or exit';
  end if;
  if pg_column_size(post) > private.max_argument_bytes() then
    raise sqlstate 'PT422' using message = 'The name of a post is too long';
  end if;
  if pg_column_size(person) > private.max_argument_bytes() then
    raise sqlstate 'PT422' using message = 'The name of a person is too long';
  end if;
  last := private.read_cursor(before);
  select * into asked from private.search_queries(words, forms, dates);
  perform private.limit_searches();
  with_total := coalesce(with_total, false);
  ranked := cardinality(asked.anywhere) > 0 and (with_total or coalesce(jsonb_typeof(forms) = 'array', false));
  if not ranked then last.rank := 0; end if;
  -- behind the ranked ones, and without a rank, pages are in the order of time
  is_behind := not ranked or last.at is not null and last.rank = behind;
  limits := private.with_mark(nullif(concat_ws(' & ', private.query_lexeme(private.post_mark(post), false),
    private.query_lexeme('@' || direction, false), private.query_lexeme(private.person_mark(person), false)), ''), '');
  from_time := private.day_start(from_day);
  to_time := private.day_start(least(to_day, date '9999-12-30') + 1);
  -- all sites where none is archived, as then a plan needs no list of them
  if of_sites is not null or archived or exists (select from public.maintable t where t.archived_at is not null) then
    site_ids := array(select t.id from public.maintable t where (of_sites is null or t.name = any (of_sites))
      and case when archived then t.archived_at is not null else of_sites is not null or t.archived_at is null end);
  end if;

  if cardinality(asked.anywhere) > 0 then
    everywhere := private.query_of_all(asked.anywhere, '');
    -- a word of letters that is alone is judged by its forms
    phrase := '%' || regexp_replace(regexp_replace(array_to_string(asked.typed, ' '), '^[a-z]*$', ''), '([\\%_])', '\\\1', 'g') || '%';
    -- all sites; then those whose name has parts of the query, of whose visits only the other parts are asked. A statement for each, as a
    -- plan needs the words. With names that have ever other parts, those with the most.
    for part in
      select site_ids as ids, everywhere as query, null::tsquery as lacking
      union all (
        select array_agg(w.site_id), private.query_of_all(array(select asked.anywhere[i] from unnest(w.missing) i), ''), everywhere
        from (select n.site_id, array(select i from generate_subscripts(asked.anywhere, 1) i
            where not n.words @@ private.with_mark(asked.anywhere[i], '')) as missing
          from private.site_words n where site_ids is null or n.site_id = any (site_ids)) w
        where cardinality(w.missing) < cardinality(asked.anywhere)
        group by w.missing order by cardinality(w.missing), 1 limit 20)
    loop
      select * into hits from private.find_visits(private.both_queries(part.query, limits), part.lacking, part.ids, of_years, of_kinds, shown,
        from_time, to_time, case when is_behind then last.at end, last.site_id, last.task_id, most_ranked + page_size);
      capped := capped or hits.counted > most_counted;
      sites := sites || hits.sites; tasks := tasks || hits.tasks; times := times || hits.times;
    end loop;
    capped := capped or cardinality(sites) > most_counted;
    if ranked and (capped or cardinality(sites) > most_ranked) then
      select b.sites, b.tasks, b.times into best_sites, best_tasks, best_times from private.find_visits(
        private.both_queries(private.query_of_all(asked.anywhere, '!'), limits), null, site_ids, of_years, of_kinds, shown,
        from_time, to_time, null, null, null, most_ranked) b;
    end if;
  end if;

  if with_total then
    total := case when cardinality(asked.anywhere) > 0 then (
        select jsonb_build_object('visits', least(cardinality(sites), most_counted), 'sites', count(distinct s), 'capped', capped)
        from unnest(sites) s)
      else (
        select jsonb_build_object('visits', coalesce(sum(c.visits), 0), 'sites', count(*), 'capped', false) from (
          select count(*) as visits from private.visit_words v
          where (site_ids is null or v.site_id = any (site_ids)) and (of_years is null or v.year = any (of_years))
            and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
            and (limits is null or v.words @@ limits) and (from_time is null or v.visited_at >= from_time)
            and (to_time is null or v.visited_at < to_time)
          group by v.site_id) c) end;
    if capped then total := total || jsonb_build_object('visits', most_counted); end if;
  end if;

  if cardinality(asked.anywhere) = 0 then
    select array_agg(p.site_id), array_agg(p.task_id), array_agg(0) into sites, tasks, ranks from (
      select v.site_id, v.task_id from private.visit_words v
      where (last.at is null or (v.visited_at, v.site_id, v.task_id) < (last.at, last.site_id, last.task_id))
        and (site_ids is null or v.site_id = any (site_ids)) and (of_years is null or v.year = any (of_years))
        and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
        and (limits is null or v.words @@ limits) and (from_time is null or v.visited_at >= from_time)
        and (to_time is null or v.visited_at < to_time)
      order by v.visited_at desc, v.site_id desc, v.task_id desc limit page_size) p;
  else
    -- every: all that was found; first: those of them that are ranked; ordered: these with their ranks, then the others
    with every as materialized (select * from unnest(sites, tasks, times) h (site_id, task_id, visited_at)),
    first as materialized (
      (select f.* from every f where ranked and not is_behind
        order by f.visited_at desc, f.site_id desc, f.task_id desc limit most_ranked)
      union
      (select t.* from unnest(best_sites, best_tasks, best_times) t (site_id, task_id, visited_at)
        order by t.visited_at desc, t.site_id desc, t.task_id desc limit most_ranked)),
    ordered as (
      select r.* from private.rank_visits(asked.anywhere, asked.own, asked.prefix, asked.whole, phrase,
        array(select f.site_id from first f order by f.site_id, f.task_id), array(select f.task_id from first f order by f.site_id, f.task_id)) r
      union all
      select f.*, case when ranked then behind else 0 end from every f
      where not exists (select from first b where b.site_id = f.site_id and b.task_id = f.task_id))
    select array_agg(p.site_id), array_agg(p.task_id), array_agg(p.rank) into sites, tasks, ranks from (
      select o.* from ordered o
      where last.at is null or o.rank > last.rank or o.rank = last.rank
        and (o.visited_at, o.site_id, o.task_id) < (last.at, last.site_id, last.task_id)
      order by o.rank, o.visited_at desc, o.site_id desc, o.task_id desc limit page_size) p;
  end if;

  select coalesce(jsonb_agg(jsonb_build_object('site_id', v.site_id, 'site', t.name, 'task_id', v.task_id, 'time', v.time,
      'year', v.year, 'month', v.month, 'title', v.title, 'text', v.text, 'ref', v.ref, 'kind', v.kind, 'showing', v.showing,
      'photos', v.photos, 'pdf', v.has_pdf,
      'moved_to', case when not v.showing then private.moved_to(v.site_id, v.task_id) end,
      'rank', p.rank) || coalesce(v.members, '{}') order by p.rank, v.visited_at desc, v.site_id desc, v.task_id desc), '[]') into page
  from unnest(sites, tasks, ranks) p (site_id, task_id, rank)
  join private.visits v on v.site_id = p.site_id and v.task_id = p.task_id
  join public.maintable t on t.id = p.site_id;
  if not with_total then return page; end if;
  -- a word that nobody wrote may be misspelt
  if last.at is null and cardinality(sites) is null then nearest := private.nearest_words(asked.typed); end if;
  return jsonb_build_object('visits', page, 'total', total) || case when nearest <> '{}' then jsonb_build_object('nearest', nearest) else '{}' end;
end $$;

create function public.search_visits(words text, before jsonb default null, page_size integer default 50, forms jsonb default null,
  of_sites text[] default null, of_years text[] default null, of_kinds text[] default null, shown boolean default null,
  with_total boolean default false, from_day date default null, to_day date default null, post text default null,
  direction text default null, dates jsonb default null, person text default null,
  archived boolean default false) returns jsonb
  language sql stable set search_path = ''
  return private.search_visits(words, before, page_size, forms, of_sites, of_years, of_kinds, shown, with_total, from_day, to_day, post,
    direction, dates, person, archived);

revoke all on function public.search_visits, private.search_visits from public, anon, authenticated, service_role;
grant execute on function public.search_visits, private.search_visits to anon;
notify pgrst, 'reload schema';
