import { mutant, type Mutant } from './mutant.ts';

/** What a search in all visits finds, and what it may cost. */
export const ofSearch: Mutant[] = [
  mutant('any word as a form of another', 'and private.may_be_form(part, g.form)', '', 'search-visits'),
  mutant(
    'words of any length',
    'char_length(words) > 200 then',
    'char_length(words) > 200000000 then',
    'search-visits',
  ),
  mutant('any number of words', 'cardinality(typed) > 10 then', 'cardinality(typed) > 99 then', 'search-visits'),
  // the limit in bytes, which is read before, only spares work
  mutant('forms of any size', 'or char_length(forms::text) > 60000', '', 'search-visits'),
  mutant(
    'filters of any size',
    'greatest(pg_column_size(of_sites), pg_column_size(of_years), pg_column_size(of_kinds)) > private.max_argument_bytes()',
    'false',
    'search-visits',
  ),
  mutant('at one time any number of searches', 'for slot in 1 .. 3 loop', 'for slot in 1 .. 9 loop', 'stock/search'),
  mutant('all searches computed at once', 'for slot in 1 .. 4 loop', 'for slot in 1 .. 99 loop', 'stock/search'),
  mutant(
    'at one time words are stored once for all sites',
    'primary key (word, site_id)',
    'primary key (word)',
    'stock/search',
  ),
  mutant(
    'a renamed site is found by its old name',
    'after insert or update of name on public.maintable',
    'after insert on public.maintable',
    'search-visits',
  ),
  mutant(
    'a corrected visit is found by its old text',
    '(old.title, old.text, old.ref) is not distinct from (new.title, new.text, new.ref)',
    'true',
    'search-visits',
  ),
  mutant(
    'a hidden visit is found as shown',
    'kind = new.kind, showing = new.showing\n',
    'kind = new.kind\n',
    'search-visits',
  ),
  mutant(
    'who came is another in capitals',
    `'@by:' || regexp_replace(private.folded(name), '\\s', '', 'g')`,
    `'@by:' || regexp_replace(name, '\\s', '', 'g')`,
    'search-filters',
  ),
  mutant(
    'who came is found by what is recommended',
    `o.more_text, o.members -> 'by', o.kind, o.visited_at, o.year, o.month)
        is distinct from (n.title, n.text, n.ref, n.more_text, n.members -> 'by', n.kind`,
    `o.more_text, o.kind, o.visited_at, o.year, o.month)
        is distinct from (n.title, n.text, n.ref, n.more_text, n.kind`,
    'search-filters',
  ),
  mutant(
    'who came in a name of any size',
    'pg_column_size(person) > private.max_argument_bytes()',
    'false',
    'search-filters',
  ),
  mutant('the plate of any text is its word only', 'if code ~ has_code then', 'if false then', 'search-agreement'),
];
