import { isoDay } from '../../../src/lib/calendar/day.ts';
import { dayInOrder, writtenDate, type DateOrder } from '../../../src/lib/calendar/written-date.ts';
import { isYearOutside } from '../../../src/lib/calendar/year-range.ts';
import { said } from '../../../src/lib/language/translate.ts';
import { lengthOf, hasRefusedCharacter } from '../../../src/lib/text-rules.ts';
import { pastedKey } from '../../../src/records/access-key/pasted-key.ts';
import {
  checkIssueType,
  checkPostName,
  type CarPosts,
  type FailureEntry,
} from '../../../src/records/failure/failure-record.ts';
import { findNotation } from '../../../src/records/import/date-column.ts';
import {
  ImportUnreadable,
  leftOut,
  quoted,
  defectCollector,
  type Defect,
  type ImportedVisit,
  type ImportPlan,
  type OldSite,
  type SitePlan,
  type AddDefect,
} from '../../../src/records/import/import-plan.ts';
import { plainText, unwrapped, readLine, readText, readYes } from '../../../src/records/import/read-value.ts';
import { readVisit } from '../../../src/records/import/read-visit.ts';
import { isOldUrl, readFiles, contentOf, contentSource } from '../../../src/records/import/visit-source.ts';
import { contractDay, contractYears, isUnreadEnd, unreadEndText } from '../../../src/records/site/contract.ts';
import { siteColumns, type SiteColumn, type SiteFields } from '../../../src/records/site/site-columns.ts';
import { promiseText, readCalls, readHours } from '../../../src/records/site/site-promise.ts';
import { readMonths, suggestedInterval } from '../../../src/records/site/suggested-interval.ts';
import { suggestedPromise } from '../../../src/records/site/suggested-promise.ts';
import { readTelephone } from '../../../src/records/site/telephone.ts';
import { readWholeNumber } from '../../../src/records/whole-number.ts';

type Row = Readonly<Record<string, unknown>>;
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads an export of the old database (`spec §3`): an object with the rows of `main`, `maintable` and `carpost`.
 * @throws ImportUnreadable when it has no list of sites
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
  const siteRows = namedSites(sites, defects);
  const keys = oldKeys(rowsOf('main'), siteRows, defects);
  const posts = postsByToken(rowsOf('carpost'), siteRows, defects);
  const contractEnds = siteRows.map(({ values }) => plainText(values['contract_until']));
  const { order } = findNotation(contractEnds, now);
  const plans = await Promise.all(
    siteRows.map(async ({ row, name, values }): Promise<{ plan: SitePlan; found: Defect[] }> => {
      const siteDefects: Defect[] = [];
      const token = plainText(values['token']);
      const record = { ...readSite(values, order, defectCollector(siteDefects, row)), name };
      const visits = await readVisits(values['tasks2024'], row, now, siteDefects);
      return {
        plan: { row, name, record, visits, posts: posts.get(token) ?? null, oldKey: keys.get(row) ?? null },
        found: siteDefects,
      };
    }),
  );
  return { sites: plans.map(({ plan }) => plan), defects: [...defects, ...plans.flatMap(({ found }) => found)] };
}

/** The longest name of a site, in characters. */
const nameLimit = 120;

function namedSites(rows: readonly unknown[], defects: Defect[]): OldSite[] {
  const names = new Map<string, string>();
  return rows.flatMap((values, index) => {
    const row = `maintable row ${index + 1}`;
    const report = defectCollector(defects, row);
    if (!isRow(values)) return (report('It is not a table row.', said(leftOut)), []);
    const name = readLine(values['name'], 'The name of the site', report);
    const alternativeName = name === '' ? readLine(values['sitename'], 'The name of the site', report) : '';
    if (name === '' && alternativeName === '')
      return (report('The site has no name.', `${said(leftOut)} Give it a name in the file.`), []);
    if (name === '') report('The site has no name.', `Imported as ${quoted(alternativeName)}, its site name.`);
    const fullName = name || alternativeName;
    const siteName = Array.from(fullName).slice(0, nameLimit).join('').trim();
    if (siteName !== fullName)
      report(
        `The name has ${lengthOf(fullName)} characters; ${nameLimit} can be kept.`,
        `Imported as ${quoted(siteName)}.`,
      );
    const earlierRow = names.get(siteName.toLowerCase());
    if (earlierRow !== undefined)
      return (
        report(
          `The site ${quoted(siteName)} is already there, as ${earlierRow}.`,
          `${said(leftOut)} Give it another name in the file.`,
        ),
        []
      );
    names.set(siteName.toLowerCase(), row);
    return [{ row, name: siteName, values }];
  });
}

function postsByToken(rows: readonly unknown[], sites: readonly OldSite[], defects: Defect[]) {
  const tokens = new Set(sites.map(({ values }) => plainText(values['token'])));
  const posts = new Map<string, SitePlan['posts']>();
  for (const [index, values] of rows.entries()) {
    const report = defectCollector(defects, `carpost row ${index + 1}`);
    const token = isRow(values) ? plainText(values['token']) : '';
    if (!isRow(values) || token === '' || !tokens.has(token))
      report('Its failure counts belong to no site.', said(leftOut));
    else if (posts.has(token)) report('The site has failure counts already, in an earlier row.', said(leftOut));
    else posts.set(token, readPosts(values['json'], report));
  }
  return posts;
}

async function readVisits(tasks: unknown, site: string, now: Date, defects: Defect[]): Promise<ImportedVisit[]> {
  const list = unwrapped(tasks) ?? [];
  if (!Array.isArray(list)) {
    defectCollector(defects, site)('Its tasks2024 is not a list of visits.', 'The site is imported without visits.');
    return [];
  }
  const numbers = new Set<number>();
  const contents = new Map<string, string>();
  const visits: (ImportedVisit & { isNumbered: boolean })[] = [];
  for (const [index, element] of list.entries()) {
    const row = `${site}, task ${index + 1}`;
    const report = defectCollector(defects, row);
    const raw = unwrapped(element);
    if (!isRow(raw)) {
      report('It is not a visit.', said(leftOut));
      continue;
    }
    const visit = readVisit(rawVisit(raw), now, report);
    if (!visit) continue;
    const content = contentOf(visit);
    const earlierVisit = contents.get(content);
    if (earlierVisit !== undefined) {
      report(`It is the same as ${earlierVisit}.`, said(leftOut));
      continue;
    }
    contents.set(content, row);
    const number = wholeNumberIn(raw['id']);
    const isNumbered = number !== null && !numbers.has(number);
    if (number !== null && !isNumbered)
      report(`Another visit of the site also has the number ${number}.`, 'Imported under a new one.');
    if (number === null) report('It has no number.', 'Imported under a new one.');
    else numbers.add(number);
    const files = readFiles({ urls: raw['urls'], pdf: raw['pdf'] }, isOldUrl, report);
    visits.push({ row, visit, ...files, isNumbered, source: `old ${number}` });
  }
  return Promise.all(
    visits.map(async ({ isNumbered, ...imported }) =>
      isNumbered ? imported : { ...imported, source: await contentSource(imported.visit) },
    ),
  );
}

/** The members of a record that are read. `closes` is not read, because visits get other numbers here. */
function rawVisit({ time, year, month, title, tasks, showing, kind, ref, by, reported, arrived, left, follow }: Row) {
  return { time, year, month, title, tasks, showing, kind, ref, by, reported, arrived, left, follow };
}

/** The shortest key, because a shorter key could be guessed. In characters after `private.normal_key`. */
const minKeyLength = 8;
const maxKeyLength = 256;

/** A key in the normal form of the database: capitals, no dashes or invisible characters, and digits instead of the letters O, I and L. */
function normalKey(key: string): string {
  const lookAlikes: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };
  return pastedKey(key)
    .replaceAll(/[\p{Pd}\u2043\u207B\u208B\u2212]/gu, '')
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[OIL]/gu, (character) => lookAlikes[character] ?? character);
}

/**
 * The old key of each site, by the site's row. Keys that cannot stay valid are reported, but never quoted.
 * @param main the rows of the table `main`; only keys in it ever worked
 */
function oldKeys(main: readonly unknown[], sites: readonly OldSite[], defects: Defect[]): Map<string, string> {
  const keys = new Map<string, string>();
  const seenKeys = new Set<string>();
  for (const [index, row] of main.entries()) {
    const report = defectCollector(defects, `main row ${index + 1}`);
    const key = plainText(typeof row === 'object' && row !== null && 'token' in row ? row.token : '');
    const normalisedKey = normalKey(key);
    const [site, ...others] = sites.filter(({ values }) => key !== '' && plainText(values['token']) === key);
    if (normalisedKey === '') report('The key is empty.', said(leftOut));
    else if (seenKeys.has(normalisedKey))
      report('The key is the same as in an earlier row, apart from case, spaces or dashes.', said(leftOut));
    else if (!site) report('The key opens no site; admin keys are never imported.', said(leftOut));
    else if (normalisedKey.length < minKeyLength || key.length > maxKeyLength || hasRefusedCharacter(normalisedKey))
      report(
        `The key of ${site.row} is too short, too long or too odd to be kept safely.`,
        'Issue a new one for the site.',
      );
    else {
      keys.set(site.row, pastedKey(key));
      if (others.length > 0)
        report(
          `The key opens ${others.length + 1} sites.`,
          `It keeps opening ${site.row}; issue new ones for the others.`,
        );
    }
    seenKeys.add(normalisedKey);
  }
  for (const { row } of sites.filter((site) => !seenKeys.has(normalKey(plainText(site.values['token'])))))
    defectCollector(defects, row)('No key in main opens the site.', 'Issue one for it.');
  return keys;
}

/** The largest count and the years that the database accepts. */
const maxFailures = 999_999;
const years = { first: 2020, last: 2030 };
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The car posts of a site (`spec §3` *Car post record*), or null; unusable entries are reported and left out. */
function readPosts(json: unknown, report: AddDefect): CarPosts | null {
  const record = unwrapped(json);
  if (record === null) return null;
  if (!isRecord(record)) {
    report('Its failure counts are not an object of car posts.', 'Left out.');
    return null;
  }
  const posts = new Map<string, FailureEntry[]>();
  for (const [postKey, list] of Object.entries(record)) {
    const name = readLine(postKey, `The name of post ${quoted(postKey)}`, report);
    const nameProblem = checkPostName(name, posts.keys());
    const postLabel = `post ${quoted(name)}`;
    if (nameProblem !== null)
      report(`The name of ${postLabel} cannot be kept. ${nameProblem}`, 'The post is left out.');
    else if (!Array.isArray(list)) report(`The ${postLabel} is not a list of failures.`, 'The post is left out.');
    else
      posts.set(
        name,
        list.flatMap((entry, index) => readFailureEntry(entry, `${postLabel}, entry ${index + 1}`, report)),
      );
  }
  return posts;
}

function readFailureEntry(entry: unknown, entryLabel: string, report: AddDefect): FailureEntry[] {
  const refuse = (why: string) => {
    report(`In ${entryLabel}, ${why}.`, 'The entry is left out.');
    return [];
  };
  if (!isRecord(entry)) return refuse('there is no entry');
  const type = readLine(entry['type'], `The failure type of ${entryLabel}`, report);
  if (checkIssueType(type) !== null) return refuse('the failure type cannot be kept');
  const year = wholeNumberIn(entry['year']);
  if (year === null || year < years.first || year > years.last)
    return refuse(`the year ${quoted(entry['year'])} is not from ${years.first} to ${years.last}`);
  const entrance = importedCount(entry['entrance']);
  const exit = importedCount(entry['exit']);
  if (entrance === null || exit === null)
    return refuse(`the count ${quoted(entrance === null ? entry['entrance'] : entry['exit'])} is not a whole number`);
  return [{ type, entrance, exit, year }];
}

function wholeNumberIn(value: unknown): number | null {
  return readWholeNumber(plainText(value))?.number ?? null;
}

/** A count in an export. An empty value is 0 (`spec §5`); null for anything that is not a count. */
function importedCount(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return 0;
  const count = wholeNumberIn(value);
  return count !== null && count <= maxFailures ? count : null;
}

/** The columns that may have the number of months between visits, besides the portal's own column, and the columns with words about it. */
const intervalColumns = ['interval', 'interval_months', 'visit_interval', 'maintenance_interval', 'pm_interval'];
const wordColumns = ['frequency', 'visit_frequency', 'pm_frequency', 'preventive_maintenance'];

/**
 * The interval of a site that has no number in the portal's own column: from another column, or suggested by words. Null when no column has one,
 * or two columns differ. It is reported, so that a person checks it.
 */
function readInterval(row: Row, report: AddDefect): number | null {
  const readCandidates = (columns: readonly string[], monthsOf: (text: string) => number | null) =>
    columns.flatMap((column) => {
      const text = plainText(row[column]).trim();
      const months = monthsOf(text);
      return months === null ? [] : [{ text, months }];
    });
  const candidates = [
    ...readCandidates(intervalColumns, readMonths),
    ...readCandidates(['visit_every_months', ...intervalColumns, ...wordColumns], suggestedInterval),
  ];
  const [first] = candidates;
  if (!first || candidates.some(({ months }) => months !== first.months)) return null;
  report('It has no number of months between visits.', `Set to ${first.months}, as ${quoted(first.text)} suggests.`);
  return first.months;
}

/**
 * The promise for emergency calls of a site that has no numbers in the columns of the promise, as suggested by its words. Empty when they are
 * unclear. It is reported, so that a person checks it.
 */
function readPromise(site: Partial<SiteFields>, report: AddDefect): Partial<SiteFields> {
  if (site.response_hours !== undefined || site.emergency_calls_a_year !== undefined) return {};
  const { hours, calls } = suggestedPromise(site.emergency_visit ?? null);
  const promise = promiseText({ hours, calls });
  if (promise === null) return {};
  report(
    'It has no promise for emergency calls in numbers.',
    `Set to ${promise}, as ${quoted(site.emergency_visit)} suggests.`,
  );
  return { ...(hours !== null && { response_hours: hours }), ...(calls !== null && { emergency_calls_a_year: calls }) };
}

/** Reads a row of the old `maintable` (`spec §3`). Unusable values are reported and left out. */
function readSite(row: Row, endOrder: DateOrder | null, report: AddDefect): Partial<SiteFields> {
  const values = siteColumns.flatMap((column) => {
    const value = row[column.column];
    const text = plainText(value).trim();
    // words about the interval are read by `readInterval`
    if (text === '' || (column.kind === 'months' && suggestedInterval(text) !== null)) return [];
    const imported = readField(column, value, report);
    if (imported === null) return [];
    const isEnd = column.kind === 'contract end' && typeof imported === 'string';
    return [[column.column, isEnd ? readContractEnd(imported, endOrder, report) : imported] as const];
  });
  const site: Partial<SiteFields> = Object.fromEntries(values);
  const months = site.visit_every_months ?? readInterval(row, report);
  return { ...site, ...readPromise(site, report), ...(months !== null && { visit_every_months: months }) };
}

/** The end of a contract as it is written. If its column has the month first, it is an ISO date, because the portal would read the day first. */
function readContractEnd(text: string, order: DateOrder | null, report: AddDefect): string {
  const label = `Contract End Date ${quoted(text)}`;
  if (isUnreadEnd(text))
    report(
      isYearOutside(text, contractYears) ? `${label}: ${unreadEndText(text)}.` : `${label} is not a date.`,
      'Imported as it is written; correct it in the overview, which lists it.',
    );
  const written = order === 'month-first' ? writtenDate(text) : null;
  const day = written?.form === 'numbers' ? dayInOrder(written.numbers, 'month-first') : null;
  if (!day || isoDay(day) === contractDay(text)) return text;
  report(`${label} has the month first, as its column.`, `Imported as ${isoDay(day)}.`);
  return isoDay(day);
}

function readField(column: SiteColumn, value: unknown, report: AddDefect): string | number | boolean | null {
  const refuse = (why: string) => {
    report(`${said(column.label)} ${quoted(value)}: ${why}`, 'Left empty.');
    return null;
  };
  const read = column.kind === 'lines' ? readText : readLine;
  const text = read(value, said(column.label), report);
  if (column.kind === 'status') return readYes(value) ?? refuse('It is neither online nor offline.');
  if (column.kind === 'months') return readMonths(text) ?? refuse('It is not a number from 1 to 12.');
  if (column.kind === 'hours') return readHours(text) ?? refuse('It is not a number of hours from 0.25 to 720.');
  if (column.kind === 'calls') return readCalls(text) ?? refuse('It is not a number from 1 to 366.');
  if (column.kind !== 'phone') return cutToLimit(said(column.label), text, column.limit, report) || null;
  const phone = readTelephone(text);
  if ('error' in phone) return refuse(phone.error);
  if ('telephone' in phone) return phone.telephone.stored;
  report(
    `${said(column.label)} ${quoted(value)} has eight digits: a number of Malaysia or of Singapore.`,
    `Imported as ${phone.malaysia.shown}. If it is one of Singapore, change it to ${phone.singapore.shown} in Sites.`,
  );
  return phone.malaysia.stored;
}

function cutToLimit(label: string, text: string, limit: number, report: AddDefect): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  report(`${label} has ${characters.length} characters; ${limit} can be kept.`, 'Cut off.');
  return characters.slice(0, limit).join('').trimEnd();
}
