-- Why: a visit is found by all that its row shows (decisions §17): its kind, its day and time, the posts that its title names, and the way
-- through the gate, besides its texts. An insurer searched for emergency, found nothing and read that there were none. The police ask for
-- the visits of one week at one post. So these facts are lexemes of a visit too, and a search takes a range of days, a post and a
-- direction. Which posts a title names takes about a millisecond for each title (private.posts_in), so it is read when a visit is saved.
set local lock_timeout = '5s';

-- The directions that a title says, or else the names of the posts that it names: entrance, exit, both or none. The portal has the same
-- patterns (src/records/task/visit-direction.ts). `in` and `out` say one only at the end of a name.
create function private.directions_of(title text, named text[]) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  entrance constant text := '(?<![a-z0-9])(?:entrances?|entry|entries|masuk)(?![a-z0-9])|[入进進][口场場闸閘]|[进進]出|出入|(?<![\u4E00-\u9FFF])[进進入](?![\u4E00-\u9FFF])';
  exit constant text := '(?<![a-z0-9])(?:exits?|keluar)(?![a-z0-9])|出[口场場闸閘入]|[进進]出|(?<![\u4E00-\u9FFF])出(?![\u4E00-\u9FFF])';
  in_name constant text := '(?<![a-z0-9])in$';
  out_name constant text := '(?<![a-z0-9])out$';
  folded constant text := private.folded(title);
  said text[] := array_remove(array[case when folded ~ entrance then 'entrance' end, case when folded ~ exit then 'exit' end], null);
begin
  if cardinality(said) > 0 then return said; end if;
  select array_remove(array[
    case when bool_or(f.name ~ entrance or f.name ~ in_name) then 'entrance' end,
    case when bool_or(f.name ~ exit or f.name ~ out_name) then 'exit' end], null) into said
  from (select private.folded(n) as name from unnest(named) n) f;
  return said;
end $$;

-- The lexeme of visits whose titles name this post; NULL for NULL.
create function private.post_mark(post text) returns text
language sql immutable parallel safe set search_path = '' return '@post:' || post;

-- When a day begins in Singapore, where visits have their days.
create function private.day_start(day date) returns timestamptz
language sql immutable parallel safe set search_path = '' return day::timestamp at time zone 'Asia/Singapore';

-- The kind of a visit as its badge says it, in the three languages; NULL without one. The catalogues of the portal have the same words.
create function private.kind_words(kind text) returns text
language sql immutable parallel safe set search_path = ''
return case kind when 'preventive' then E'Preventive maintenance\nPenyelenggaraan pencegahan\n预防性保养'
  when 'emergency' then E'Emergency call\nPanggilan kecemasan\n紧急维修' when 'other' then E'Other work\nKerja lain\n其他工作' end;

-- All lexemes of a visit: of its texts (search_lexemes), of its kind and of the posts that its title names, and
--   @2026-03-12 @2026-03 @2026 @03-12 @03    its day in Singapore, and the month that it is filed under
--   @10:05                                   its time
--   @entrance @exit @post:P1 Main Gate       the way through the gate, and each post that its title names
create function private.visit_lexemes(visit private.visits, forms private.post_form[]) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  moment constant timestamp := visit.visited_at at time zone 'Asia/Singapore';
  named constant text[] := case when cardinality(forms) > 0 then private.posts_in(visit.title, forms) else '{}' end;
  longest constant integer := private.max_lexeme_length();
  month constant text := (select to_char(n, 'FM00') from unnest(array['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])
    with ordinality m (name, n) where m.name = left(visit.month, 3));
begin
  return private.search_lexemes(visit.title, concat_ws(E'\n', visit.text, visit.ref))
    || array_to_tsvector(array(
      select distinct left(l, longest) from unnest(private.text_lexemes(private.folded(
        concat_ws(E'\n', private.kind_words(visit.kind), array_to_string(named, E'\n'))))) l where l <> ''
      union select '@' || d from unnest(array[to_char(moment, 'YYYY-MM-DD'), to_char(moment, 'YYYY-MM'), to_char(moment, 'YYYY'), to_char(moment, 'MM-DD'),
        to_char(moment, 'MM'), to_char(moment, 'HH24:MI'), visit.year, month, visit.year || '-' || month]
        || private.directions_of(visit.title, named)) d where d <> ''
      union select left(private.post_mark(n), longest) from unnest(named) n));
end $$;

-- The ways to write the posts of a site.
create function private.site_post_forms(of_site bigint) returns private.post_form[]
language sql stable set search_path = ''
return (select private.post_forms(array(select jsonb_object_keys(c.json))) from public.carpost c where c.site_id = of_site);

-- Stores the words of these visits of a site.
create function private.write_words(of_site bigint, tasks integer[], forms private.post_form[]) returns void
language plpgsql set search_path = '' as $$
begin
  with written as (
    insert into private.visit_words (site_id, task_id, visited_at, year, kind, showing, words)
    select v.site_id, v.task_id, v.visited_at, v.year, v.kind, v.showing, private.visit_lexemes(v, forms)
    from private.visits v where v.site_id = of_site and v.task_id = any (tasks)
    on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, year = excluded.year, kind = excluded.kind,
      showing = excluded.showing, words = excluded.words
    returning words)
  insert into private.search_words (word, site_id)
  select distinct l.lexeme, of_site from written w, unnest(w.words) l where l.lexeme ~ '^[a-z]{2,30}$'
    and not exists (select from private.search_words s where s.word = l.lexeme)
  on conflict do nothing;
end $$;

-- Follows the visits that a statement wrote. Their words are read again only where what they show differs: of one that is only hidden, or
-- has another photo, the rest is written. No nested loops: the plan is made once, for a statement of one visit, and that of 8,000 would
-- compare each with each.
create function private.index_visits() returns trigger
language plpgsql set search_path = '' set enable_nestloop = off as $$
declare
  changed record;
begin
  if tg_op = 'UPDATE' then
    update private.visit_words w set showing = n.showing
    from after_write n join before_write o on o.site_id = n.site_id and o.task_id = n.task_id
    where w.site_id = n.site_id and w.task_id = n.task_id and n.showing <> o.showing;
    for changed in
      select n.site_id, array_agg(n.task_id) as tasks from after_write n left join before_write o on o.site_id = n.site_id and o.task_id = n.task_id
      where (o.title, o.text, o.ref, o.kind, o.visited_at, o.year, o.month) is distinct from (n.title, n.text, n.ref, n.kind, n.visited_at, n.year, n.month)
      group by n.site_id
    loop
      perform private.write_words(changed.site_id, changed.tasks, private.site_post_forms(changed.site_id));
    end loop;
    return null;
  end if;
  for changed in select n.site_id, array_agg(n.task_id) as tasks from after_write n group by n.site_id loop
    perform private.write_words(changed.site_id, changed.tasks, private.site_post_forms(changed.site_id));
  end loop;
  return null;
end $$;
drop trigger index_visit on private.visits;
drop function private.index_visit();
create trigger index_added_visits after insert on private.visits referencing new table as after_write
  for each statement execute function private.index_visits();
create trigger index_changed_visits after update on private.visits referencing old table as before_write new table as after_write
  for each statement execute function private.index_visits();

-- Follows the posts of a site: of the visits whose titles name other posts than before, the words are read again. Titles are read once
-- each, as many visits have the same, and in a step of their own: joined with the visits, each would be read for each visit.
create function private.index_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  names_before constant text[] := case when tg_op = 'UPDATE' then array(select k from jsonb_object_keys(old.json) k order by k collate "C") else '{}' end;
  names constant text[] := array(select k from jsonb_object_keys(new.json) k order by k collate "C");
  forms_before private.post_form[];
  forms private.post_form[];
begin
  if names = names_before then return null; end if;
  forms_before := private.post_forms(names_before);
  forms := private.post_forms(names);
  perform private.write_words(new.site_id, array(
    with titles as materialized (select distinct title from private.visits where site_id = new.site_id),
    changed as materialized (select t.title from titles t
      where array(select unnest(private.posts_in(t.title, forms_before)) order by 1) <> array(select unnest(private.posts_in(t.title, forms)) order by 1))
    select v.task_id from private.visits v where v.site_id = new.site_id and v.title in (select c.title from changed c)), forms);
  return null;
end $$;
create trigger index_posts after insert or update of json on public.carpost for each row execute function private.index_posts();

-- Visits with both; NULL is all.
create function private.both_queries(a tsquery, b tsquery) returns tsquery
language sql immutable parallel safe set search_path = '' return coalesce(a && b, a, b);

-- 422 for dates that are no list of at most ten, each of the first and the last of the parts that it was typed as, and its lexeme.
create function private.check_dates(dates jsonb, parts integer) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(dates) <> 'null' and (pg_column_size(dates) > private.max_argument_bytes() or jsonb_typeof(dates) <> 'array'
    or jsonb_array_length(dates) > 10
    or exists (select from jsonb_array_elements(dates) with ordinality _ (d, n)
      where jsonb_typeof(d) <> 'array' or jsonb_array_length(d) <> 3 or jsonb_typeof(d -> 0) <> 'number' or jsonb_typeof(d -> 1) <> 'number'
        or coalesce(d ->> 2, '') !~ '^[0-9]{2,4}(?:-[0-9]{2}){0,2}$|^[0-9]{2}:[0-9]{2}$'
        or d ->> 0 !~ '^[0-9]{1,2}$' or d ->> 1 !~ '^[0-9]{1,2}$'
        or (d ->> 0)::integer < 1 or (d ->> 1)::integer > parts or (d ->> 0)::integer > (d ->> 1)::integer
        or n > 1 and (d ->> 0)::integer <= (dates -> (n - 2)::integer ->> 1)::integer)) then
    raise sqlstate 'PT422' using message = 'Dates are a list of first part, last part and day';
  end if;
exception when data_exception then
  raise sqlstate 'PT422' using message = 'Dates are a list of first part, last part and day';
end $$;

-- The text of a query of all these parts.
create function private.all_parts(parts text[]) returns text
language sql immutable parallel safe set search_path = ''
return (select '(' || string_agg('(' || p || ')', ' & ') || ')' from unnest(parts) p);

-- The nearest spellings of the words that no visit and no name of a site has, where a search found nothing: {"barier": "barrier"}. One
-- letter more, less or other, or two that changed places; of several the first by the alphabet that begins with the same letter. The
-- last word may be the beginning of one. The portal has the same rule (src/lib/search/nearest-word.ts).
create function private.nearest_words(typed text[]) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  nearest jsonb := '{}';
  part text;
  closest text;
begin
  for n in 1 .. least(cardinality(typed), 10) loop
    part := typed[n];
    continue when part !~ '^[a-z]{4,30}$';
    continue when exists (select from private.search_words s where s.word = part or n = cardinality(typed) and s.word > part and s.word < part || '{')
      or exists (select from private.site_words o where o.words @@ private.with_mark(private.query_lexeme(part, n = cardinality(typed)), ''));
    with cuts as (select left(part, i) as a, substr(part, i + 1) as b from generate_series(0, char_length(part)) i),
    letters as (select chr(97 + i) as c from generate_series(0, 25) i),
    near as (
      select a || substr(b, 2) as word from cuts where b <> ''
      union select a || substr(b, 2, 1) || left(b, 1) || substr(b, 3) from cuts where char_length(b) > 1
      union select a || c || substr(b, 2) from cuts, letters where b <> ''
      union select a || c || b from cuts, letters)
    select n.word into closest from near n
    where exists (select from private.search_words s where s.word = n.word)
      or exists (select from private.site_words o where o.words @@ ('' || n.word || '')::tsquery)
    order by left(n.word, 1) <> left(part, 1), n.word collate "C" limit 1;
    if closest is not null then nearest := nearest || jsonb_build_object(part, closest); end if;
  end loop;
  return nearest;
end $$;

