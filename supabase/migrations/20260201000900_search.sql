-- Why: "where did we have this before" is asked of all sites at once. The search in all visits has the rule of the other searches
-- (src/lib/text-search.ts): words that begin with a word, its other forms, which the portal sends, and the best first. Plates, telephone
-- numbers and codes are found whatever their blanks and dashes, Chinese by pairs of characters, and the job number too. Compared one by one,
-- the texts of 150,000 visits made a client wait for 5.6 s during twenty searches at once. So each visit has the lexemes of its texts in an
-- index, and all visits are searched, in a few milliseconds.
--
-- The lexemes are in a table of their own: a generated column would write all visits again whenever their rule changes, and nobody could
-- read or save meanwhile, 26 s for 150,000 visits. Space: about 0.9 KB for a visit with its part of the index. A visit that is saved costs
-- about one millisecond more.

-- A text as searches compare it (foldedText in the portal): without case, accents, wide or narrow forms of characters, and forms of
-- quotes and dashes. A text of one byte a character has none of these but case. Small letters last: those that NFKD makes of signs too.
create function private.folded(words text) returns text
language sql immutable strict parallel safe set search_path = ''
return case when octet_length(words) = char_length(words) then lower(words)
  else translate(regexp_replace(lower(normalize(words, nfkd)), '[\u0300-\u036F]', '', 'g'), 'ς‘’‐‒–—', 'σ''''----') end;

-- The codes and numbers of a folded text, without blanks and dashes: plates and codes (wvb 8813, rs-485, sba 1234 a, 24 v), chains such
-- as job numbers (jb-2026-0117), and telephone numbers, with their 0 instead of 60 and +60. One with letters behind its number is
-- there without them too. The patterns stand in the portal as well (src/lib/search/search-codes.ts).
create function private.codes_in(folded text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  codes text[] := array(select translate(m[1], ' -', '') from regexp_matches(folded,
    '(?<![a-z0-9])([a-z]{1,4}[ -]?[0-9]{1,9}(?:[ -]?[a-z])?|[0-9]{1,9}(?:[ -]?[a-z]{1,2})?)(?![a-z0-9])', 'g') m);
begin
  codes := codes || array(select regexp_replace(c, '[a-z]+$', '') from unnest(codes) c where c ~ '[0-9][a-z]+$');
  if folded ~ '[a-z0-9][-/][a-z0-9]' then
    codes := codes || array(select translate(m[1], '-/', '') from regexp_matches(folded,
      '(?<![a-z0-9])([a-z0-9]+(?:[-/][a-z0-9]+)+)(?![a-z0-9])', 'g') m where char_length(m[1]) <= 40 and m[1] ~ '[0-9]');
  end if;
  if folded ~ '[0-9]{3}' then
    codes := codes || array(select '0' || m[1] || m[2] || m[3] from regexp_matches(folded,
      '(?<![0-9a-z+])(?:\+?60[ ().-]{0,2}|0)([0-9]{1,2})[ ().-]{0,2}([0-9]{3,4})[ ().-]{0,2}([0-9]{3,4})(?![0-9a-z])', 'g') m)
      || array(select m[1] || m[2] from regexp_matches(folded,
      '(?<![0-9a-z+])(?:\+?65[ ().-]{0,2})?([3689][0-9]{3})[ ().-]{0,2}([0-9]{4})(?![0-9a-z])', 'g') m);
  end if;
  return codes;
end $$;

-- Small letters and digits with punctuation inside, two by two: 192.168.1 as 192.168 and 168.1.
create function private.joined_pairs(compound text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(p.pair order by p.n) from (select m[1] || m[2] || lead(m[1]) over (order by n) as pair, n
    from regexp_matches(compound, '([a-z0-9]+)([^a-z0-9]*)', 'g') with ordinality _ (m, n)) p where p.pair is not null
$$;

-- The lexemes of a folded text. Each stands for a way to be found:
--   word     a run of small letters and digits
--   =a-b     two of them with punctuation between
--   闸杆     two characters of another script, and the last one alone
--   #8813    a code or number from its beginning, and from each of its digits, to its end
create function private.text_lexemes(folded text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  lexemes text[] := regexp_split_to_array(folded, '[^a-z0-9]+');
begin
  if folded ~ '[a-z0-9][!-/:-@[-`{-~]' then
    lexemes := lexemes || array(select '=' || p from regexp_matches(folded, '[a-z0-9]+(?:[!-/:-@[-`{-~]{1,3}[a-z0-9]+)+', 'g') m,
      unnest(private.joined_pairs(m[1])) p);
  end if;
  if octet_length(folded) > char_length(folded) then
    lexemes := lexemes || array(select substr(m[1], i, 2) from regexp_matches(folded, '[^\u0001-\u00A0\u2000-\u206F\u3000-\u303F]+', 'g') m,
      generate_series(1, char_length(m[1])) i);
  end if;
  if folded ~ '[0-9]' then
    lexemes := lexemes || array(select '#' || substr(c, i) from unnest(private.codes_in(folded)) c, generate_series(1, char_length(c) - 1) i
      where i = 1 or substr(c, i, 1) between '0' and '9');
  end if;
  return lexemes;
end $$;

-- A longer lexeme is stored, and asked for, without the rest of its characters.
create function private.max_lexeme_length() returns integer
language sql immutable parallel safe set search_path = '' return 60;

-- The lexemes of a title and of what stands below it; those of the title once more behind !.
create function private.search_lexemes(title text, body text) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  titles constant text[] := private.text_lexemes(private.folded(left(title, 1000)));
  longest constant integer := private.max_lexeme_length();
begin
  return array_to_tsvector(array(
    select left(l, longest) from unnest(titles || private.text_lexemes(private.folded(left(body, 20000)))) l where l <> ''
    union all select '!' || left(l, longest) from unnest(titles) l where l <> ''));
end $$;

-- What a search looks at, for each visit. `words`: its lexemes; the others as in private.visits, whose trigger writes it. The time with
-- all that filters ask is an index, so that neither a page nor a count reads the visits. A row that nothing needs any more goes with its
-- visit or site.
create table private.visit_words (
  site_id bigint not null,
  task_id integer not null,
  visited_at timestamptz not null,
  year text not null,
  kind text,
  showing boolean not null,
  words tsvector not null,
  primary key (site_id, task_id),
  foreign key (site_id, task_id) references private.visits (site_id, task_id) on delete cascade
);
comment on table private.visit_words is 'What the search in all visits looks at, one row for each of private.visits, written by its trigger';
create index visit_words_idx on private.visit_words using gin (words) with (fastupdate = off);
create index visit_words_time_idx on private.visit_words (visited_at desc, site_id desc, task_id desc) include (year, kind, showing);

-- Every word of letters that a visit has had. A beginning, or the forms of a word, are looked up here first, so that the index is asked
-- for words only that there are. Beside each is the site whose save brought it: saves of one site follow each other, so that two
-- saves never wait for each other's words.
create table private.search_words (word text collate "C" not null, site_id bigint not null, primary key (word, site_id));
comment on table private.search_words is 'Every word of letters that a visit has had; it only grows';

create table private.site_words (
  site_id bigint primary key references public.maintable (id) on delete cascade,
  words tsvector not null
);
comment on table private.site_words is 'The lexemes of the names of the sites, written by a trigger of maintable';

-- Follows a visit. Its words are read again only where a text differs.
create function private.index_visit() returns trigger
language plpgsql set search_path = '' as $$
declare
  lexemes tsvector;
begin
  if tg_op = 'UPDATE' and (old.title, old.text, old.ref) is not distinct from (new.title, new.text, new.ref) then
    update private.visit_words w set visited_at = new.visited_at, year = new.year, kind = new.kind, showing = new.showing
    where w.site_id = new.site_id and w.task_id = new.task_id;
    return null;
  end if;
  lexemes := private.search_lexemes(new.title, concat_ws(E'\n', new.text, new.ref));
  insert into private.visit_words (site_id, task_id, visited_at, year, kind, showing, words)
  values (new.site_id, new.task_id, new.visited_at, new.year, new.kind, new.showing, lexemes)
  on conflict (site_id, task_id) do update set visited_at = excluded.visited_at, year = excluded.year, kind = excluded.kind,
    showing = excluded.showing, words = excluded.words;
  insert into private.search_words (word, site_id)
  select l.lexeme, new.site_id from unnest(lexemes) l where l.lexeme ~ '^[a-z]{2,30}$'
    and not exists (select from private.search_words s where s.word = l.lexeme)
  on conflict do nothing;
  return null;
end $$;
create trigger index_visit after insert or update on private.visits for each row execute function private.index_visit();

create function private.index_site() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.site_words (site_id, words) values (new.id, private.search_lexemes(new.name, ''))
  on conflict (site_id) do update set words = excluded.words;
  return null;
end $$;
create trigger index_site after insert or update of name on public.maintable for each row execute function private.index_site();

-- A lexeme as the text of a tsquery: in quotes, with :* where it may be the beginning of a word. \u0003 is the place that with_mark
-- fills: with nothing, or with the mark of titles.
create function private.query_lexeme(lexeme text, is_beginning boolean) returns text
language sql immutable parallel safe set search_path = ''
return '''' || E'\u0003' || replace(replace(left(lexeme, private.max_lexeme_length()), '\', '\\'), '''', '''''') || case when is_beginning then ''':*' else '''' end;

-- A query with this mark before each of its lexemes: ! for those of titles.
create function private.with_mark(query text, mark text) returns tsquery
language sql immutable parallel safe set search_path = ''
return replace(query, E'\u0003', mark)::tsquery;

-- A query of all the parts; NULL without any.
create function private.query_of_all(parts text[], mark text) returns tsquery
language sql immutable parallel safe set search_path = ''
return private.with_mark((select string_agg('(' || p || ')', ' & ') from unnest(parts) p), mark);

-- Whether a word may have this form: they share three letters that follow each other, or the shorter one has at most four letters and they
-- share the first two, or they are of one of the families that share less. Without this a request could ask for any words as forms, each of
-- which costs.
create function private.may_be_form(word text, form text) returns boolean
language sql immutable parallel safe set search_path = ''
return exists (
    select from (select word as root union all
      select r from unnest(array['break broke broken', 'stick stuck', 'tear torn', 'wear worn', 'take took taken', 'hold held', 'pay paid']) family,
        regexp_split_to_table(family, ' ') r where exists (select from regexp_split_to_table(family, ' ') f where strpos(word, f) > 0)) roots,
      generate_series(1, char_length(root) - 2) i where strpos(form, substr(root, i, 3)) > 0)
  or least(char_length(word), char_length(form)) <= 4 and left(word, 2) = left(form, 2);

-- 422 for forms that are no list of words for each word. Their size is measured first.
create function private.check_forms(forms jsonb) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(forms) <> 'null' and (pg_column_size(forms) > private.max_argument_bytes()
    or jsonb_typeof(forms) <> 'array' or jsonb_array_length(forms) > 10
    or char_length(forms::text) > 60000
    or jsonb_path_exists(forms, 'strict $[*] ? (@.type() != "array")')
    or exists (select from jsonb_path_query(forms, '$[*][*]') f
      where jsonb_typeof(f) <> 'string' or f #>> '{}' !~ '^[a-z0-9 -]{1,60}$')) then
    raise sqlstate 'PT422' using message = 'Forms are a list of words for each word';
  end if;
end $$;

-- The parts of a query in the order typed: telephone numbers (behind \u0002), small letters and digits with the punctuation inside, runs of
-- other scripts. 422 for too many characters, measured before anything else, or words.
create function private.search_parts(words text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  folded text;
begin
  perform private.refuse_long_search(words);
  folded := private.folded(words);
  perform private.refuse_long_search(words, array(select w from regexp_split_to_table(folded, '\s+') w where w <> ''));
  folded := regexp_replace(folded, '(?<![0-9a-z+])(?:\+?60[ ().-]{0,2}|0)([0-9]{1,2})[ ().-]{0,2}([0-9]{3,4})[ ().-]{0,2}([0-9]{3,4})(?![0-9a-z])', E' \u0002' || '0\1\2\3 ', 'g');
  folded := regexp_replace(folded, '(?<![0-9a-z+])\+?65[ ().-]{0,2}([3689][0-9]{3})[ ().-]{0,2}([0-9]{4})(?![0-9a-z])', E' \u0002' || '\1\2 ', 'g');
  return array(select m[1] from regexp_matches(folded,
    '\u0002[0-9]+|[a-z0-9]+(?:[!-/:-@[-`{-~]{1,3}[a-z0-9]+)*|[^\u0001-\u00A0\u2000-\u206F\u3000-\u303F]+', 'g') with ordinality _ (m, n) order by n limit 40);
end $$;

-- Three queries of each part of a search: in every form (`anywhere`), as it was typed or begins (`prefix`), and as whole words (`whole`). A
-- part that another one follows is finished: of the words that begin with it, it finds those up to twice as long, or all where these are
-- more than twelve; behind a digit none. One character finds itself only, unless nothing else was typed.
create function private.search_queries(words text, forms jsonb, out typed text[], out anywhere text[], out prefix text[], out whole text[])
language plpgsql stable set search_path = '' as $$
declare
  many constant integer := 12;
  neighbours constant text := '^(?:[a-z]{1,4} [0-9]{1,9}|[0-9]{1,9} [a-z]{1,2}|[0-9]{4} [0-9]{4})$';
  has_code constant text := '[0-9]{3}|[a-z][0-9]|[0-9][a-z]';
  parts text[];
  count integer;
  part text;
  code text;
  open boolean;
  others text[];
  pairs text[];
  as_prefix text;
  as_whole text;
  given jsonb := '{}';
begin
  perform private.check_forms(forms);
  parts := private.search_parts(words);
  count := cardinality(parts);
  typed := '{}'; anywhere := '{}'; prefix := '{}'; whole := '{}';
  -- forms stand beside the blank-separated words; the first part of letters is what they are forms of
  if jsonb_typeof(forms) = 'array' then
    select coalesce(jsonb_object_agg(w.word, w.own), '{}') into given from (
      select p.word, forms -> (t.n - 1)::integer as own
      from regexp_split_to_table(btrim(private.folded(words), E' \t\n\r'), '\s+') with ordinality t (text, n),
        lateral (select q as word from unnest(private.search_parts(t.text)) q where q ~ '^[a-z]{3,30}$' limit 1) p) w
    where jsonb_typeof(w.own) = 'array';
  end if;
  for n in 1 .. count loop
    part := parts[n];
    open := n = count and (count = 1 or part !~ '^[a-z0-9]$');
    others := '{}';
    code := null;
    if part ~ E'^\u0002' then
      part := substr(part, 2);
      as_whole := private.query_lexeme('#' || part, false);
      as_prefix := private.query_lexeme('#' || part, open);
    elsif part ~ '^[a-z0-9]+$' then
      as_whole := private.query_lexeme(part, false);
      as_prefix := private.query_lexeme(part, open);
      code := part;
      if not open and part ~ '^[a-z]{2,}$' then
        -- one probe of the index for each word, whatever the number of sites that have it, and at most 501: whoever adds visits adds words
        others := array(with recursive w (word) as (
            (select s.word from private.search_words s where s.word > part and s.word < part || '{' order by s.word limit 1)
            union all
            select (select s.word from private.search_words s where s.word > w.word and s.word < part || '{' order by s.word limit 1)
            from w where w.word is not null)
          select w.word from w where w.word is not null limit 501);
        -- above 500 nothing is left out: they are more than `many` in any case, so all words that begin with the part are asked for
        if cardinality(others) <= 500 then
          others := array(select o from unnest(others) o where char_length(o) <= 2 * char_length(part));
        end if;
        as_prefix := case when cardinality(others) > many then private.query_lexeme(part, true)
          else array_to_string(as_prefix || array(select private.query_lexeme(o, false) from unnest(others) o), ' | ') end;
        others := '{}';
      end if;
      if given ? part then
        -- Only the forms that stand in a visit, as ten words may bring two thousand forms that stand in none. The first form is the
        -- word itself. -nya: Malay, behind any noun or verb.
        others := array(select private.query_lexeme(f.form, false) from (
          select distinct s.word as form from jsonb_array_elements_text(given -> part) with ordinality g (form, index),
            lateral (values (g.form), (g.form || 'nya')) w (form) join private.search_words s on s.word = w.form
          where g.index > 1 and private.may_be_form(part, g.form)) f
          order by char_length(f.form), f.form limit greatest(4, 40 / count));
      end if;
    elsif part ~ '^[a-z0-9]' then
      pairs := private.joined_pairs(part);
      select string_agg(private.query_lexeme('=' || p.pair, false), ' & '),
        string_agg(private.query_lexeme('=' || p.pair, open and p.n = cardinality(pairs)), ' & ')
      into as_whole, as_prefix from unnest(pairs) with ordinality p (pair, n);
      code := case when part ~ '^[a-z0-9]+(?:[-/][a-z0-9]+)+$' then translate(part, '-/', '') end;
    else
      select string_agg(private.query_lexeme(substr(part, i, 2), char_length(part) = 1), ' & ') into as_whole
      from generate_series(1, greatest(char_length(part) - 1, 1)) i;
      as_prefix := as_whole;
    end if;
    if code ~ has_code then others := others || private.query_lexeme('#' || code, open); end if;
    if parts[n - 1] || ' ' || parts[n] ~ neighbours then
      others := others || private.query_lexeme('#' || parts[n - 1] || part, n = count);
    end if;
    if parts[n] || ' ' || parts[n + 1] ~ neighbours then
      others := others || private.query_lexeme('#' || part || parts[n + 1], n + 1 = count);
    end if;
    typed := typed || part;
    whole := whole || as_whole;
    prefix := prefix || as_prefix;
    anywhere := anywhere || array_to_string(array['(' || as_prefix || ')'] || others, ' | ');
  end loop;
end $$;

-- How many visits a search counts.
create function private.max_counted_visits() returns integer
language sql immutable parallel safe set search_path = '' return 10000;

-- The newest visits with these lexemes and filters: all where they are at most max_counted_visits, or else the `most` that follow the given
-- one. counted: how many they are, or one more than max_counted_visits. An index of lexemes has no order, so more than that are looked for by
-- time, at first among the newest 20,000; of words that only older visits have, all are read. The plan is made for each call, because it
-- depends on the words; with the usual work_mem the index would find pages of the table only, and every visit on them be compared.
create function private.find_visits(asked tsquery, lacking tsquery, ids bigint[], of_years text[], of_kinds text[], shown boolean,
  after_time timestamptz, after_site bigint, after_task integer, most integer,
  out counted integer, out sites bigint[], out tasks integer[], out times timestamptz[])
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = force_custom_plan set work_mem = '16MB' as $$
declare
  most_counted constant integer := private.max_counted_visits();
begin
  select count(*), array_agg(h.site_id), array_agg(h.task_id), array_agg(h.visited_at) into counted, sites, tasks, times from (
    select v.site_id, v.task_id, v.visited_at from private.visit_words v
    where (asked is null or v.words @@ asked) and (lacking is null or not v.words @@ lacking)
      and (ids is null or v.site_id = any (ids)) and (of_years is null or v.year = any (of_years))
      and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
    limit most_counted + 1) h;
  if counted <= most_counted then return; end if;
  select array_agg(h.site_id), array_agg(h.task_id), array_agg(h.visited_at) into sites, tasks, times from (
    select v.site_id, v.task_id, v.visited_at from (
      select w.* from private.visit_words w
      where after_time is null or (w.visited_at, w.site_id, w.task_id) < (after_time, after_site, after_task)
      order by w.visited_at desc, w.site_id desc, w.task_id desc limit 20000) v
    where (asked is null or v.words @@ asked) and (lacking is null or not v.words @@ lacking)
      and (ids is null or v.site_id = any (ids)) and (of_years is null or v.year = any (of_years))
      and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
    order by v.visited_at desc, v.site_id desc, v.task_id desc limit most) h;
  if cardinality(sites) = most then return; end if;
  select array_agg(h.site_id), array_agg(h.task_id), array_agg(h.visited_at) into sites, tasks, times from (
    with v as materialized (select w.site_id, w.task_id, w.visited_at from private.visit_words w
      where (asked is null or w.words @@ asked) and (lacking is null or not w.words @@ lacking)
        and (ids is null or w.site_id = any (ids)) and (of_years is null or w.year = any (of_years))
        and (of_kinds is null or coalesce(w.kind, 'none') = any (of_kinds)) and (shown is null or w.showing = shown))
    select * from v where after_time is null or (v.visited_at, v.site_id, v.task_id) < (after_time, after_site, after_task)
    order by v.visited_at desc, v.site_id desc, v.task_id desc limit most) h;
end $$;

-- A session has three searches at a time at most: a fourth is refused, and the portal repeats it. Of all sessions four are computed at a
-- time and the others wait, a second and a half at most, so that whoever reads a page meanwhile has a processor. Both are counted by locks.
create function private.limit_searches() returns void
language plpgsql stable security definer set search_path = '' set lock_timeout = '1500ms' as $$
declare
  session constant text := (select encode(s.token_hash, 'hex') from private.live_session() s);
  own boolean := false;
begin
  for slot in 1 .. 3 loop
    own := pg_try_advisory_xact_lock(hashtextextended(format('search %s of %s', slot, session), 0));
    exit when own;
  end loop;
  if not own then raise sqlstate 'PT429' using message = 'Too many searches at a time'; end if;
  for slot in 1 .. 4 loop
    if pg_try_advisory_xact_lock(hashtextextended(format('search %s', slot), 0)) then return; end if;
  end loop;
  perform pg_advisory_xact_lock(hashtextextended(format('search %s', 1 + pg_backend_pid() % 4), 0));
exception when lock_not_available then
  raise sqlstate 'PT429' using message = 'Too many searches at a time';
end $$;

-- The cursor: the last visit of the page before; NULLs without one. 422 where it lacks something.
create function private.read_cursor(before jsonb, out rank integer, out at timestamptz, out site_id bigint, out task_id integer)
language plpgsql stable set search_path = '' as $$
begin
  begin
    if pg_column_size(before) <= private.max_argument_bytes() then
      rank := coalesce((before ->> 'rank')::integer, 0);
      at := before ->> 'time';
      site_id := before ->> 'site_id';
      task_id := before ->> 'task_id';
    end if;
  exception when data_exception then
    at := null;
  end;
  if jsonb_typeof(before) <> 'null' and (at is null or site_id is null or task_id is null) then
    raise sqlstate 'PT422' using message = 'The visit before needs its time, site_id and task_id';
  end if;
end $$;

-- The ranks of these visits, as search_visits says, for the queries of the parts and for what they look like when they follow each other.
create function private.rank_visits(anywhere text[], prefix text[], whole text[], phrase text, sites bigint[], tasks integer[])
returns table (site_id bigint, task_id integer, visited_at timestamptz, rank integer)
language plpgsql stable set search_path = '' as $$
declare
  titles constant tsquery[] := array(select private.with_mark(q, '!') from unnest(anywhere) with ordinality _ (q, n) order by n);
  titles_prefix constant tsquery[] := array(select private.with_mark(q, '!') from unnest(prefix) with ordinality _ (q, n) order by n);
  titles_whole constant tsquery[] := array(select private.with_mark(q, '!') from unnest(whole) with ordinality _ (q, n) order by n);
  all_prefix constant tsquery[] := array(select private.with_mark(q, '') from unnest(prefix) with ordinality _ (q, n) order by n);
  all_whole constant tsquery[] := array(select private.with_mark(q, '') from unnest(whole) with ordinality _ (q, n) order by n);
begin
  return query
    -- which parts the name of a site has
    with named as materialized (select n.site_id, array(select n.words @@ q from unnest(all_prefix) with ordinality _ (q, i) order by i) as has
      from private.site_words n)
    select w.site_id, w.task_id, w.visited_at, r.rank from unnest(sites, tasks) f (site_id, task_id)
    join private.visits v on v.site_id = f.site_id and v.task_id = f.task_id
    join private.visit_words w on w.site_id = f.site_id and w.task_id = f.task_id
    left join named n on n.site_id = f.site_id
    -- offset 0: unpacked once, not for each comparison. phrase is '%%' for a single word of letters, which has no order
    cross join lateral (select w.words || ''::tsvector as words,
      phrase = '%%' or private.folded(v.title || E'\n' || concat_ws(E'\n', v.text, v.ref)) like phrase as is_as_typed offset 0) l
    cross join lateral (select (2 * sum(case
        when l.words @@ titles_whole[i] then 0
        when l.words @@ titles_prefix[i] then 1
        when l.words @@ titles[i] then 2
        when n.has[i] or l.words @@ all_whole[i] then 3
        when l.words @@ all_prefix[i] then 4
        else 5 end) + case when l.is_as_typed then 0 else 1 end)::integer as rank
      from generate_subscripts(titles, 1) i) r;
end $$;

-- A page of the visits of all sites, hidden ones too: those in whose title, text, job number or name of the site every part of the query
-- is found (search_queries); without words all. With forms the best first: for each part 0 for whole words of the title, 1 for the
-- beginning of one, 2 for another form or spelling; 3 to 5 for these elsewhere, 3 for the name of the site; twice their sum, and 1 where
-- they do not stand as they were typed. So ranked are the newest 500, and the newest 500 with all words in the title; the others
-- follow with rank 1000. Equal ones, and all without forms, are the newest first. before is the last visit of the page before, of which
-- rank, time, site_id and task_id count.
--
-- of_sites (names), of_years (as filed) and of_kinds ('none' for visits without one) are lists of at most 100 values, of which a visit
-- must have one; shown is true for visits that clients see, false for hidden ones. NULL is all.
--
-- With with_total the answer is { visits: the page, total: { visits, sites, capped } }, of all pages together. capped: there are more than
-- 10,000, of which sites is what was counted. Words always are ranked then. Pages go on to the last visit.
--
-- No just-in-time compilation, which takes longer than the search itself. And a plan for each call: from the sixth call of a connection on
-- the server used one plan for any words and filters, which took ten times as long.
create function private.search_visits(words text, before jsonb, page_size integer, forms jsonb, of_sites text[], of_years text[],
  of_kinds text[], shown boolean, with_total boolean) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  most_counted constant integer := private.max_counted_visits();
  most_ranked constant integer := 500;
  behind constant integer := 1000;
  last record;
  asked record;
  part record;
  hits record;
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
begin
  perform private.require_admin();
  if page_size is null or page_size not between 1 and 200 then
    raise sqlstate 'PT422' using message = 'A page has 1 to 200 visits';
  end if;
  if greatest(cardinality(of_sites), cardinality(of_years), cardinality(of_kinds)) > 100
    or greatest(pg_column_size(of_sites), pg_column_size(of_years), pg_column_size(of_kinds)) > private.max_argument_bytes() then
    raise sqlstate 'PT422' using message = 'Filter by at most 100 values';
  end if;
  last := private.read_cursor(before);
  select * into asked from private.search_queries(words, forms);
  perform private.limit_searches();
  with_total := coalesce(with_total, false);
  ranked := cardinality(asked.typed) > 0 and (with_total or coalesce(jsonb_typeof(forms) = 'array', false));
  if not ranked then last.rank := 0; end if;
  -- behind the ranked ones, and without a rank, pages are in the order of time
  is_behind := not ranked or last.at is not null and last.rank = behind;
  if of_sites is not null then
    site_ids := array(select t.id from public.maintable t where t.name = any (of_sites));
  end if;

  if cardinality(asked.typed) > 0 then
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
        where cardinality(w.missing) < cardinality(asked.typed)
        group by w.missing order by cardinality(w.missing), 1 limit 20)
    loop
      select * into hits from private.find_visits(part.query, part.lacking, part.ids, of_years, of_kinds, shown,
        case when is_behind then last.at end, last.site_id, last.task_id, most_ranked + page_size);
      capped := capped or hits.counted > most_counted;
      sites := sites || hits.sites; tasks := tasks || hits.tasks; times := times || hits.times;
    end loop;
    capped := capped or cardinality(sites) > most_counted;
    if ranked and (capped or cardinality(sites) > most_ranked) then
      select b.sites, b.tasks, b.times into best_sites, best_tasks, best_times from private.find_visits(private.query_of_all(asked.anywhere, '!'), null, site_ids, of_years, of_kinds, shown,
        null, null, null, most_ranked) b;
    end if;
  end if;

  if with_total then
    total := case when cardinality(asked.typed) > 0 then (
        select jsonb_build_object('visits', least(cardinality(sites), most_counted), 'sites', count(distinct s), 'capped', capped)
        from unnest(sites) s)
      else (
        select jsonb_build_object('visits', coalesce(sum(c.visits), 0), 'sites', count(*), 'capped', false) from (
          select count(*) as visits from private.visit_words v
          where (site_ids is null or v.site_id = any (site_ids)) and (of_years is null or v.year = any (of_years))
            and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
          group by v.site_id) c) end;
    if capped then total := total || jsonb_build_object('visits', most_counted); end if;
  end if;

  if cardinality(asked.typed) = 0 then
    select array_agg(p.site_id), array_agg(p.task_id), array_agg(0) into sites, tasks, ranks from (
      select v.site_id, v.task_id from private.visit_words v
      where (last.at is null or (v.visited_at, v.site_id, v.task_id) < (last.at, last.site_id, last.task_id))
        and (site_ids is null or v.site_id = any (site_ids)) and (of_years is null or v.year = any (of_years))
        and (of_kinds is null or coalesce(v.kind, 'none') = any (of_kinds)) and (shown is null or v.showing = shown)
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
      select r.* from private.rank_visits(asked.anywhere, asked.prefix, asked.whole, phrase,
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
      'rank', p.rank) order by p.rank, v.visited_at desc, v.site_id desc, v.task_id desc), '[]') into page
  from unnest(sites, tasks, ranks) p (site_id, task_id, rank)
  join private.visits v on v.site_id = p.site_id and v.task_id = p.task_id
  join public.maintable t on t.id = p.site_id;
  return case when with_total then jsonb_build_object('visits', page, 'total', total) else page end;
end $$;
