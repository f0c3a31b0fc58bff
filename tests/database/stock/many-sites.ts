import { monthAt } from '../../../src/records/time.ts';
import { fileUrl, objectName } from '../support/base-rows.ts';
import type { StockPortal } from './portal.ts';
import { longTask } from './saving.ts';

const kinds = ['preventive', 'preventive', 'preventive', 'emergency', 'other', undefined];
const failures = ['Loop', 'Reader', 'Spring', 'Motor', 'Controller', 'Arm', 'Power', 'Network'];

/** Task `id` of a site: about four a week back from October 2026, of all kinds, one in twenty hidden, one in a hundred with another title. */
function visit(site: number, id: number) {
  const date = new Date(Date.UTC(2026, 9, 30, 9, (site * 7) % 60) - id * 42 * 3_600_000);
  const kind = kinds[(site + id) % kinds.length];
  return {
    ...longTask(id, id % 100 === 7 ? `Quarterly inspection ${id}` : undefined),
    time: `${date.toISOString().slice(0, 19)}+08:00`,
    year: String(date.getUTCFullYear()),
    month: monthAt(date.getUTCMonth()),
    urls: [1, 2].map((number) => fileUrl(objectName(site, id * 10 + number))),
    showing: id % 20 === 0 ? 'False' : 'True',
    ...(kind && { kind }),
  };
}

const posts = JSON.stringify(
  Object.fromEntries(
    ['Entry A', 'Entry B', 'Exit A', 'Exit B'].map((post) => [
      post,
      failures.flatMap((type) =>
        [2023, 2024, 2025, 2026].map((year) => ({ type, entrance: year - 2020, exit: type.length, year })),
      ),
    ]),
  ),
);

/**
 * Fills an empty portal with sites named `Tower 1` and so on, each with this many visits, the failure counts of four posts and
 * two keys, and lets the server analyse its tables, as it would after a while. @param from the number of the first site
 */
export async function fillSites(portal: StockPortal, sites: number, visits: number, from = 1): Promise<void> {
  const owner = await portal.connect('postgres');
  for (let site = from; site < from + sites; site += 1) {
    const tasks = Array.from({ length: visits }, (_, index) => visit(site, index + 1));
    await owner.query(
      `insert into public.maintable (name, address, jmb_name, person_in_charge, visit_every_months, tasks2024)
        values ($1, $2, $3, $4, $5, $6)`,
      [
        `Tower ${site}`,
        `${site} Persiaran Kayangan, 81299 Johor Bahru, Johor`,
        `Pn. Noraini Ismail ${site}`,
        100_000_000 + site,
        1 + (site % 12),
        JSON.stringify(tasks),
      ],
    );
    await owner.query('insert into public.carpost (site_id, json) values ($1, $2)', [site, posts]);
    for (const label of ['Front desk', 'Committee'])
      await owner.query(`select private.create_key('user', $1, $2, null)`, [site, label]);
  }
  await owner.query('vacuum analyze');
}
