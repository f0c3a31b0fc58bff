import { formsFor } from '../../src/lib/text-search.ts';
import { fillSites } from '../database/stock/many-sites.ts';
import { login, request, startPortal } from '../database/stock/portal.ts';
import { medianText, processorTime } from './tables.ts';

const [sites, visits, runs] = [300, 500, 9];
/** As the portal asks: with the other forms of each word. */
function search(name: string, words: string): [string, string, unknown[]] {
  const forms = formsFor(words.split(' '));
  return [name, 'select public.search_visits($1, forms => $2::jsonb) as answer', [words, JSON.stringify(forms)]];
}

/** The first page as the screen asks, with the number of all that was found. */
const counted = (filters = '') => `select public.search_visits($1, with_total => true${filters}) as answer`;

const questions: [string, string, unknown[]][] = [
  ['Overview', 'select public.site_overview() as answer', []],
  search('Search: no words', ''),
  search('a word in every visit', 'maintenance'),
  search('another form of it', 'maintain'),
  search('two words of a text', 'spring gear'),
  search('a word in 1% of visits', 'quarterly'),
  search("a site's name", 'tower 299'),
  search('a word in no visit', 'hydraulic'),
  search('one with many forms', 'penyelenggaraan'),
  ['With their number: no words', counted(), ['']],
  ['a word in every visit', counted(`, forms => '[["mainten", "maintain"]]'`), ['maintenance']],
  ['a word in 1% of visits', counted(`, forms => '[[]]'`), ['quarterly']],
  ['emergency calls of a year', counted(`, of_years => '{2026}', of_kinds => '{emergency}'`), ['']],
  [
    'the same of three sites',
    counted(`, of_sites => '{Tower 7,Tower 8,Tower 299}', of_years => '{2026}', of_kinds => '{emergency}'`),
    [''],
  ],
  ['hidden visits', counted(', shown => false'), ['']],
  ['Change log: a page', 'select json_agg(c) as answer from public.list_changes() c', []],
  ['a word in 1% of lines', 'select json_agg(c) as answer from public.list_changes(words => $1) c', ['quarterly']],
  [
    'a word in no line',
    `select coalesce(json_agg(c), '[]') as answer from public.list_changes(words => $1) c`,
    ['hydraulic'],
  ],
];

/** A line of the change log for each visit, as if each had been saved alone. */
const lines = `
  insert into private.change_log (main_id, table_name, row_id, site_id, operation, before, after)
  select 1, 'maintable', v.site_id, v.site_id, 'UPDATE', '{"tasks2024": []}', jsonb_build_object('tasks2024', jsonb_build_array(
    jsonb_build_object('id', v.task_id, 'title', v.title, 'tasks', v.text, 'time', v.time, 'showing', v.showing)))
  from private.visits v order by v.visited_at`;

const portal = await startPortal();
try {
  await fillSites(portal, sites, visits);
  const owner = await portal.connect('postgres');
  await owner.query(lines);
  await owner.query('vacuum analyze private.change_log');
  const { rows } = await owner.query(`select private.first_admin_key('Head office') as key`);
  const api = await portal.connect('authenticator');
  const admin = await login(api, String(rows[0]?.['key']));
  const [apiProcess] = (await owner.query(`select pid from pg_stat_activity where usename = 'authenticator'`)).rows;
  console.log(`${sites} sites with ${visits} visits each on stock PostgreSQL, milliseconds: the median of ${runs}\n`);
  console.log('| Question | Rows | KB | Time (shortest to longest) | Processor time |');
  console.log('| -------- | ---- | -- | -------------------------- | -------------- |');
  for (const [name, statement, parameters] of questions) {
    const times: number[] = [];
    let value: unknown;
    const before = await processorTime(apiProcess?.['pid']);
    for (let run = 1; run <= runs; run += 1) {
      const start = performance.now();
      const [row] = await request(api, admin, statement, parameters);
      times.push(performance.now() - start);
      value = row?.['answer'];
    }
    const worked = (await processorTime(apiProcess?.['pid'])) - before;
    const kb = Math.round(JSON.stringify(value).length / 1000);
    const found = Array.isArray(value) ? value.length : JSON.stringify(value).match(/"visits": ?(\d+)/u)?.[1];
    console.log(`| ${[name, found, kb, medianText(times), Math.round(worked / runs)].join(' | ')} |`);
  }
} finally {
  await portal.stop();
}
