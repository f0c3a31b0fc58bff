import { fillSites } from '../database/stock/many-sites.ts';
import { login, request, startPortal } from '../database/stock/portal.ts';
import { processorTime } from './tables.ts';

/** Visits per site: 1, 5 and 10 years with five a month. */
const sizes = [60, 300, 600];
const [sites, reads] = [20, 40];
/** What a client's profile, months and history read from the database. */
const pageStatements = [
  'select public.whoami() as answer',
  'select json_agg(s) as answer from public.maintables s',
  'select json_agg(c) as answer from public.carpost c',
];
/** Bytes of the records, and of the log lines that the first save of each visit wrote. */
const bytes = `
  select pg_total_relation_size('public.maintable') as sites, pg_total_relation_size('private.visits') as visits,
    pg_total_relation_size('private.change_log') as log`;

console.log(`${sites} sites on stock PostgreSQL; a page is what a client's profile reads; average of ${reads}\n`);
console.log(
  '| Visits per site | KB per page | Processor time per page, ms | Pages per second and core | Disk bytes per visit |',
);
console.log(
  '| --------------- | ----------- | --------------------------- | ------------------------- | -------------------- |',
);
for (const visits of sizes) {
  const portal = await startPortal();
  try {
    await fillSites(portal, sites, visits);
    const owner = await portal.connect('postgres');
    const { rows } = await owner.query(`select private.create_key('user', 1, 'Reader', null) ->> 'key' as key`);
    const api = await portal.connect('authenticator');
    const client = await login(api, String(rows[0]?.['key']));
    const [apiProcess] = (await owner.query(`select pid from pg_stat_activity where usename = 'authenticator'`)).rows;
    let length = 0;
    const before = await processorTime(apiProcess?.['pid']);
    for (let run = 1; run <= reads; run += 1) {
      length = 0;
      for (const statement of pageStatements) {
        const [row] = await request(api, client, statement);
        length += JSON.stringify(row?.['answer']).length;
      }
    }
    const worked = ((await processorTime(apiProcess?.['pid'])) - before) / reads;
    const [size = {}] = (await owner.query(bytes)).rows;
    const bytesPerVisit = Object.values(size).reduce<number>((sum, part) => sum + Number(part), 0) / (sites * visits);
    const figures = [
      visits,
      Math.round(length / 1000),
      worked.toFixed(1),
      Math.round(1000 / worked),
      Math.round(bytesPerVisit),
    ];
    console.log(`| ${figures.join(' | ')} |`);
  } finally {
    await portal.stop();
  }
}
