import { mutant, type Mutant } from './mutant.ts';

const runs = 'import/import-runs';

/** What an import, its undoing and its updates may change. */
export const ofImports: Mutant[] = [
  mutant(
    'everybody undoes imports',
    'perform private.require_admin();\n  perform 1 from private.imports i where i.id = run for update;',
    'perform 1 from private.imports i where i.id = run for update;',
    runs,
  ),
  mutant(
    'everybody sees the imports',
    'perform private.require_admin();\n  return (select coalesce(json_agg(l order',
    'return (select coalesce(json_agg(l order',
    runs,
  ),
  mutant('a site comes in after its import was undone', 'if run.undone_at is not null then', 'if false then', runs),
  mutant('undoing takes what was changed since', 'filter (where is_untouched)', 'filter (where true)', runs),
  mutant('what was changed since is not named', 'filter (where not is_untouched)', 'filter (where false)', runs),
  mutant('undoing leaves updates', 'coalesce(w.first_before, w.task ||', '(w.task ||', runs),
  mutant('all sites are undone in one request', 'exit when visits > 0 and visits + of_run.visits > 500;', '', runs),
  mutant('an undone visit stays hidden at the next import', `where k.state = 'undone'`, 'where false', runs),
  mutant(
    'a visit that a person deleted comes in again',
    `case when i.undone then 'undone' else 'same' end\n      when s.task ->> 'showing' = 'False' then 'hidden'`,
    `case when i.undone then 'undone' else 'same' end\n      when s.task ->> 'showing' = 'False' then 'undone'`,
    runs,
  ),
  mutant('an update takes what was changed meanwhile', 'and k.task = c.was and', 'and', runs),
  mutant(
    'an update takes members that it does not name',
    'select k.source, k.task || c.visit ||',
    'select k.source, c.visit ||',
    runs,
  ),
  mutant('an import names its file by any text', `or not private.text_ok(given ->> 'file', 200) then`, 'then', runs),
];
