import {
  ImportUnreadable,
  leftOut,
  quoted,
  reportFor,
  type Defect,
  type ImportedVisit,
  type ImportPlan,
  type OldSite,
  type SitePlan,
} from '../../../src/records/import/import-plan.ts';
import { oldKeys } from './old-keys.ts';
import { isOldUrl, readFiles, contentOf, contentSource } from '../../../src/records/import/visit-csv.ts';
import { readPosts } from './read-posts.ts';
import { readSite } from './read-site.ts';
import { plainText, readWhole, unwrapped, readLine, readVisit } from '../../../src/records/import/read-visit.ts';
import { lengthOf } from '../../../src/lib/text-rules.ts';

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an export of the old database (`spec §3`): an object with the rows of `main`, `maintable` and `carpost`.
 * @throws ImportUnreadable when it has no sites.
 */
export async function readOldExport(data: unknown, now: Date): Promise<ImportPlan> {
  const tables = isRow(data) ? data : {};
  const sites = tables['maintable'] ?? tables['maintables'];
  if (!Array.isArray(sites))
    throw new ImportUnreadable(
      'The file has no list "maintable". Export the tables main, maintable and carpost as JSON.',
    );
  const rowsOf = (name: string): unknown[] => (Array.isArray(tables[name]) ? tables[name] : []);
  const defects: Defect[] = [];
  const named = namedSites(sites, defects);
  const keys = oldKeys(rowsOf('main'), named, defects);
  const posts = postsByToken(rowsOf('carpost'), named, defects);
  const plans = await Promise.all(
    named.map(async ({ row, name, values }): Promise<{ plan: SitePlan; found: Defect[] }> => {
      const found: Defect[] = [];
      const token = plainText(values['token']);
      const record = { ...readSite(values, reportFor(found, row)), name };
      const visits = await readVisits(values['tasks2024'], row, now, found);
      return {
        plan: { row, name, record, visits, posts: posts.get(token) ?? null, oldKey: keys.get(row) ?? null },
        found,
      };
    }),
  );
  return { sites: plans.map(({ plan }) => plan), defects: [...defects, ...plans.flatMap(({ found }) => found)] };
}

/** How long a site's name may be, in characters. */
const nameLimit = 120;

function namedSites(rows: readonly unknown[], defects: Defect[]): OldSite[] {
  const names = new Map<string, string>();
  return rows.flatMap((values, index) => {
    const row = `maintable row ${index + 1}`;
    const report = reportFor(defects, row);
    if (!isRow(values)) return (report('It is not a table row.', leftOut), []);
    const name = readLine(values['name'], 'The name of the site', report);
    const other = name === '' ? readLine(values['sitename'], 'The name of the site', report) : '';
    if (name === '' && other === '')
      return (report('The site has no name.', `${leftOut} Give it a name in the file.`), []);
    if (name === '') report('The site has no name.', `Imported as ${quoted(other)}, its site name.`);
    const whole = name || other;
    const taken = Array.from(whole).slice(0, nameLimit).join('').trim();
    if (taken !== whole)
      report(`The name has ${lengthOf(whole)} characters; ${nameLimit} can be kept.`, `Imported as ${quoted(taken)}.`);
    const first = names.get(taken.toLowerCase());
    if (first !== undefined)
      return (
        report(
          `The site ${quoted(taken)} is already there, as ${first}.`,
          `${leftOut} Give it another name in the file.`,
        ),
        []
      );
    names.set(taken.toLowerCase(), row);
    return [{ row, name: taken, values }];
  });
}

function postsByToken(rows: readonly unknown[], sites: readonly OldSite[], defects: Defect[]) {
  const tokens = new Set(sites.map(({ values }) => plainText(values['token'])));
  const posts = new Map<string, SitePlan['posts']>();
  for (const [index, values] of rows.entries()) {
    const report = reportFor(defects, `carpost row ${index + 1}`);
    const token = isRow(values) ? plainText(values['token']) : '';
    if (!isRow(values) || token === '' || !tokens.has(token)) report('Its failure counts belong to no site.', leftOut);
    else if (posts.has(token)) report('The site has failure counts already, in an earlier row.', leftOut);
    else posts.set(token, readPosts(values['json'], report));
  }
  return posts;
}

async function readVisits(tasks: unknown, site: string, now: Date, defects: Defect[]): Promise<ImportedVisit[]> {
  const list = unwrapped(tasks) ?? [];
  if (!Array.isArray(list)) {
    reportFor(defects, site)('Its tasks2024 is not a list of visits.', 'The site is imported without visits.');
    return [];
  }
  const numbers = new Set<number>();
  const contents = new Map<string, string>();
  const visits: (ImportedVisit & { isNumbered: boolean })[] = [];
  for (const [index, element] of list.entries()) {
    const row = `${site}, task ${index + 1}`;
    const report = reportFor(defects, row);
    const raw = unwrapped(element);
    if (!isRow(raw)) {
      report('It is not a visit.', leftOut);
      continue;
    }
    const visit = readVisit(rawVisit(raw), now, report);
    if (!visit) continue;
    const content = contentOf(visit);
    const twin = contents.get(content);
    if (twin !== undefined) {
      report(`It is the same as ${twin}.`, leftOut);
      continue;
    }
    contents.set(content, row);
    const number = readWhole(raw['id']);
    const isNumbered = number !== null && !numbers.has(number);
    if (number !== null && !isNumbered)
      report(`Another visit of the site also has the number ${number}.`, 'Imported under a new one.');
    if (number === null) report('It has no number.', 'Imported under a new one.');
    else numbers.add(number);
    const files = readFiles({ urls: raw['urls'], pdf: raw['pdf'] }, isOldUrl, report);
    visits.push({ row, visit, ...files, isNumbered, source: `old ${number}` });
  }
  return Promise.all(
    visits.map(async ({ isNumbered, ...one }) =>
      isNumbered ? one : { ...one, source: await contentSource(one.visit) },
    ),
  );
}

function rawVisit({ time, year, month, title, tasks, showing, kind }: Row) {
  return { time, year, month, title, tasks, showing, kind };
}
