-- Why: the search in all visits matched letters, so that arm found alarm, replacement did not find replaced, and the newest visit
-- came first however little it had to do with the words. Now it has the rule of the other searches (src/lib/text-search.ts): words
-- that begin with a word, its other forms, which the portal sends, and the best first. Pages that were opened before send no forms,
-- and get the newest first, by beginnings of words.

set local lock_timeout = '5s';

-- A text as searches compare it: without case, accents, and wide or narrow forms of characters (foldedText in the portal).
create function private.folded(words text) returns text
language sql immutable strict parallel safe set search_path = ''
return translate(regexp_replace(normalize(lower(words), nfkd), '[\u0300-\u036F]', '', 'g'), 'ς', 'σ');

-- Visits were compared without case only. All rows are written anew: some seconds in a large portal, in which saves wait.
alter table private.visits drop column searched,
  add column searched text not null generated always as (private.folded(title || E'\n' || text)) stored;

-- The words of a search. forms: for each word the part that all its forms share, and these; or an empty list. A word that has
-- another one behind it is finished: of the words that begin with it, it finds those up to twice as long, and none behind a digit. core
-- is a LIKE pattern that every hit has, which is quicker than the others, regular expressions: the word as a whole word, as the
-- beginning of one, and its other forms. An expression with many branches takes ten times as long as one without: first_hit finds the
-- first word with the core, which mostly tells already, as it begins with the word and is not too long, or is one of others, which
-- has all forms between bars. 422 for too many.
create function private.word_patterns(words text, forms jsonb)
returns table (core text, whole text, begins text, first_hit text, beginning text, longest integer, others text, other_forms text)
language plpgsql stable set search_path = '' as $$
declare
  typed constant text[] := array(
    select word from regexp_split_to_table(private.folded(words), '[\s\u00A0\u3000]+') word where word <> '');
  exact text;
  rest text;
  opening text;
  shared text;
  listed text;
begin
  if char_length(words) > 200 then
    raise sqlstate 'PT422' using message = 'Search for at most 200 characters';
  end if;
  if cardinality(typed) > 10 then
    raise sqlstate 'PT422' using message = 'Search for at most 10 words';
  end if;
  if jsonb_typeof(forms) <> 'null' and (jsonb_typeof(forms) <> 'array' or jsonb_array_length(forms) > 10
    or char_length(forms::text) > 60000
    or jsonb_path_exists(forms, 'strict $[*] ? (@.type() != "array")')) then
    raise sqlstate 'PT422' using message = 'Forms are a list of words for each word';
  end if;
  -- letters, digits, blanks and dashes mean nothing else in a regular expression
  if exists (select from jsonb_path_query(nullif(forms, 'null'), '$[*][*]') f
    where jsonb_typeof(f) <> 'string' or f #>> '{}' !~ '^[a-z0-9 -]{1,60}$') then
    raise sqlstate 'PT422' using message = 'Forms are a list of words for each word';
  end if;
  for n in 1 .. cardinality(typed) loop
    exact := regexp_replace(typed[n], '([][\\^$.*+?(){}|])', '\\\1', 'g');
    opening := case when typed[n] ~ '^[a-z0-9]' then '(?:^|[^a-z0-9])' else '' end;
    rest := case
      when n = cardinality(typed) or typed[n] !~ '[a-z0-9]$' then ''
      when typed[n] ~ '[0-9]$' then '(?:$|[^a-z0-9])'
      else format('[a-z0-9]{0,%s}(?:$|[^a-z0-9])', char_length(typed[n])) end;
    listed := (select string_agg(f, '|') from jsonb_array_elements_text(
      case jsonb_typeof(forms) when 'array' then forms -> n - 1 end) with ordinality _ (f, place) where place > 1);
    shared := coalesce(case when listed is not null then forms -> n - 1 ->> 0 end, typed[n]);
    core := '%' || regexp_replace(shared, '([\\%_])', '\\\1', 'g') || '%';
    whole := opening || exact || case when typed[n] ~ '[a-z0-9]$' then '(?:$|[^a-z0-9])' else '' end;
    begins := opening || exact || rest;
    first_hit := case when opening <> '' then
      '[a-z0-9]*' || case when listed is null then exact else shared end || '[a-z0-9]*' end;
    beginning := regexp_replace(typed[n], '([\\%_])', '\\\1', 'g') || '%';
    longest := case when rest = '' then 1000 when typed[n] ~ '[0-9]$' then char_length(typed[n]) else 2 * char_length(typed[n]) end;
    others := '|' || listed || '|';
    other_forms := '(?:^|[^a-z0-9])(?:' || listed || ')(?:nya)?(?:$|[^a-z0-9])';
    return next;
  end loop;
end $$;

-- The search of 20260201000500_reading.sql, written again as a whole: with one more argument it is another function.
drop function public.search_visits(text, jsonb, integer);
drop function private.search_visits(text, jsonb, integer);

-- A page of the visits of all sites, hidden ones too: those in whose title, text or name of the site every word occurs; without
-- words all. With forms the best first: for each word 0 for a whole word of the title, 1 for the beginning of one, 2 for another form;
-- 3 to 5 for these in the text, 3 for the name of the site; twice their sum, and 1 where they do not stand as they were typed. Equal
-- ones, and all without forms, are the newest first. Of visits with the letters of the words the newest 20,000 are looked through,
-- and of those with the words the newest 2,000 are ranked. before is the last visit of the page before, of which rank, time, site_id
-- and task_id count. No just-in-time compilation, which takes longer than the search itself.
create function private.search_visits(words text, before jsonb, page_size integer, forms jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
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
  before_rank integer;
  before_time timestamptz;
  before_site bigint;
  before_task integer;
begin
  perform private.require_admin();
  select array_agg(p.core), array_agg(p.whole), array_agg(p.begins), array_agg(p.first_hit), array_agg(p.beginning),
    array_agg(p.longest), array_agg(p.others), array_agg(p.other_forms), array_agg(p.n::integer)
  into cores, wholes, beginnings, first_hits, starts, lengths, all_others, patterns, numbers
  from private.word_patterns(words, forms)
    with ordinality p (core, whole, begins, first_hit, beginning, longest, others, other_forms, n);
  ranked := jsonb_typeof(forms) = 'array' and numbers is not null;
  if cardinality(numbers) > 1 then
    phrase := '%' || regexp_replace(btrim(regexp_replace(private.folded(words), '[\s\u00A0\u3000]+', ' ', 'g')), '([\\%_])', '\\\1', 'g') || '%';
  end if;
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
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
  return (
    select coalesce(jsonb_agg(jsonb_build_object('site_id', f.site_id, 'site', f.name, 'task_id', f.task_id, 'time', f.time,
        'year', f.year, 'month', f.month, 'title', f.title, 'text', f.text, 'kind', f.kind, 'showing', f.showing,
        'photos', f.photos, 'pdf', f.has_pdf, 'rank', f.rank) order by f.rank, f.visited_at desc, f.site_id desc, f.task_id desc), '[]')
    from (
      select v.*, r.rank from (select v.* from (
        select v.*, s.name, s.has from private.visits v
        -- which words the name of the site has; the others must be in each of its visits
        join (
          select t.id, t.name, array_agg(w.has order by i) as has, coalesce(array_agg(cores[i]) filter (where not w.has), '{}') as lacking
          from public.maintable t
          left join unnest(numbers) i on true
          left join lateral (select private.folded(t.name) ~ beginnings[i] or coalesce(private.folded(t.name) ~ patterns[i], false) as has) w on true
          group by t.id) s on s.id = v.site_id
        where v.searched like all (s.lacking)
        order by v.visited_at desc, v.site_id desc, v.task_id desc
        limit case when ranked then 20000 end) v
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
      limit case when ranked then 2000 end) v
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
      where before_time is null or r.rank > before_rank or r.rank = before_rank
        and (v.visited_at, v.site_id, v.task_id) < (before_time, before_site, before_task)
      order by r.rank, v.visited_at desc, v.site_id desc, v.task_id desc
      limit page_size) f);
end $$;

create function public.search_visits(words text, before jsonb default null, page_size integer default 50, forms jsonb default null)
  returns jsonb
  language sql stable set search_path = '' return private.search_visits(words, before, page_size, forms);

revoke all on function private.folded(text), private.word_patterns(text, jsonb), private.search_visits(text, jsonb, integer, jsonb),
  public.search_visits(text, jsonb, integer, jsonb) from public, anon, authenticated, service_role;
grant execute on function private.search_visits(text, jsonb, integer, jsonb), public.search_visits(text, jsonb, integer, jsonb) to anon;
