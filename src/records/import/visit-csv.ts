import { csvOf } from '../../lib/csv.ts';
import {
  ImportUnreadable,
  leftOut,
  quoted,
  reportFor,
  type Defect,
  type ImportedVisit,
  type ImportPlan,
  type Report,
  type VisitText,
} from './import-plan.ts';
import { readStamp, plainText, unwrapped, readVisit } from './read-visit.ts';
import { mendedText } from '../../lib/text-rules.ts';
import { taskLimits } from '../task/task.ts';

const columns = ['site', 'date', 'time', 'title', 'text', 'kind', 'photos', 'pdf', 'showing', 'reference'] as const;
type VisitColumn = (typeof columns)[number];
const required: readonly VisitColumn[] = ['site', 'date', 'title', 'text'];
const columnAliases: Readonly<Record<string, VisitColumn>> = {
  tasks: 'text',
  task: 'text',
  description: 'text',
  name: 'site',
};

/** A CSV to fill in: the columns, and two visits as examples. */
export function visitTemplate(): string {
  return csvOf([
    columns,
    [
      'Selasih Park',
      '2025-03-17',
      '10:05',
      'Monthly maintenance',
      'Loop detectors tested at all posts.',
      'preventive',
      'gate-1.jpg; gate-2.jpg',
      'report-march.pdf',
      'yes',
      'V-1001',
    ],
    [
      'Selasih Park',
      '21/03/2025',
      '8:40 pm',
      'Arm hit by a lorry',
      'Arm and spring replaced at P2.',
      'emergency',
      '',
      '',
      'yes',
      'V-1002',
    ],
  ]);
}

type Cells = Readonly<Record<VisitColumn, string>>;

/**
 * Reads a CSV of visits with a header row; row numbers are those of a spreadsheet.
 * @param sites the names of all sites: every visit belongs to one.
 * @throws ImportUnreadable when a column is missing.
 */
export async function readVisitCsv(
  rows: readonly string[][],
  sites: readonly string[],
  now: Date,
): Promise<ImportPlan> {
  const places = columnPlaces(rows[0] ?? []);
  const known = new Map(sites.map((name) => [name.trim().toLowerCase(), name]));
  const defects: Defect[] = [];
  const bySite = new Map<string, ImportedVisit[]>();
  const seen = new Map<string, string>();
  for (const [index, line] of rows.entries()) {
    if (index === 0 || line.every((cell) => cell === '')) continue;
    const row = `row ${index + 1}`;
    const report = reportFor(defects, row);
    const cells = cellsOf(line, places);
    const site = known.get(cells.site.toLowerCase());
    if (site === undefined) {
      report(`There is no site named ${quoted(cells.site)}.`, `${leftOut} Correct the name, or add the site first.`);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop -- of two equal rows, the first is imported
    const found = await readRow(cells, now, report);
    if (!found) continue;
    const same = [`${site} ${found.source}`, `${site} ${contentOf(found.visit)}`];
    const twin = same.map((one) => seen.get(one)).find((one) => one !== undefined);
    if (twin !== undefined) {
      report(`It repeats the visit of ${twin}.`, leftOut);
      continue;
    }
    for (const one of same) seen.set(one, row);
    bySite.set(site, [...(bySite.get(site) ?? []), { row, ...found }]);
  }
  const plans = Array.from(bySite, ([name, visits]) => ({
    row: visits[0]?.row ?? '',
    name,
    record: null,
    visits,
    posts: null,
    oldKey: null,
  }));
  return { sites: plans, defects };
}

function columnPlaces(heading: readonly string[]): Map<VisitColumn, number> {
  const names = heading.map((cell) => cell.trim().toLowerCase());
  const places = new Map<VisitColumn, number>();
  for (const [place, name] of names.entries()) {
    const column = columns.find((one) => one === name) ?? columnAliases[name];
    if (column && !places.has(column)) places.set(column, place);
  }
  const missing = required.filter((column) => !places.has(column));
  if (missing.length > 0)
    throw new ImportUnreadable(
      `The first row of the CSV must name its columns. Missing: ${missing.join(', ')}. The template has them all.`,
    );
  return places;
}

function cellsOf(line: readonly string[], places: ReadonlyMap<VisitColumn, number>): Cells {
  const cell = (column: VisitColumn) => line[places.get(column) ?? -1]?.trim() ?? '';
  return {
    site: cell('site'),
    date: cell('date'),
    time: cell('time'),
    title: cell('title'),
    text: cell('text'),
    kind: cell('kind'),
    photos: cell('photos'),
    pdf: cell('pdf'),
    showing: cell('showing'),
    reference: mendedText(cell('reference'), { lines: false }).text,
  };
}

async function readRow(cells: Cells, now: Date, report: Report): Promise<Omit<ImportedVisit, 'row'> | null> {
  const time = `${cells.date} ${cells.time}`.trim();
  // a CSV files each visit under the month of its time
  const [year, month] = readStamp(time)?.split('-') ?? [];
  const showing = cells.showing === '' ? 'True' : cells.showing;
  const visit = readVisit(
    { time, year, month, title: cells.title, tasks: cells.text, showing, kind: cells.kind },
    now,
    report,
  );
  if (!visit) return null;
  const urls = cells.photos.split(/[;|\n]/u).map((name) => name.trim());
  const files = readFiles({ urls, pdf: cells.pdf }, isFileName, report);
  const source = cells.reference === '' ? await contentSource(visit) : await referenceSource(cells.reference);
  return { source, visit, ...files };
}

/** The old portal kept its files in a public bucket of this name. */
const oldBucket = /^https?:\/\/[^/\s]+\/storage\/v1\/object\/public\/rfidboomgatephoto\/[^?#\s]+$/u;

/** The files of a visit. Unusable files are reported, and the visit is imported without them. */
export function readFiles(
  { urls, pdf }: { urls: unknown; pdf: unknown },
  isFile: (name: string) => boolean,
  report: Report,
): { photos: string[]; pdf: string | null } {
  const given = unwrapped(urls) ?? (plainText(urls).trim() === '' ? [] : [urls]);
  const list = Array.isArray(given) ? given : [given];
  const named = list.filter((one) => one !== null && one !== '');
  const photos = [...new Set(named.flatMap((one) => accepted(one, 'photo', isFile, report)))];
  if (photos.length > taskLimits.photos)
    report(
      `It has ${photos.length} photos; ${taskLimits.photos} can be kept.`,
      `Imported with the first ${taskLimits.photos}.`,
    );
  const document = plainText(pdf).trim();
  return {
    photos: photos.slice(0, taskLimits.photos),
    pdf: document === '' ? null : (accepted(document, 'PDF', isFile, report)[0] ?? null),
  };
}

function accepted(value: unknown, what: string, isFile: (name: string) => boolean, report: Report): string[] {
  const name = plainText(value).trim();
  if (isFile(name)) return [name];
  report(`The ${what} ${quoted(value)} is not a file that can be fetched.`, 'Imported without it.');
  return [];
}

/** Whether a URL, as given and with `..` resolved, is of the old bucket: no other URL is ever requested. */
export function isOldUrl(text: string): boolean {
  return oldBucket.test(text) && URL.canParse(text) && oldBucket.test(new URL(text).href);
}

/** Whether a text is a file name and no path, so that nothing outside the folder is read. */
function isFileName(text: string): boolean {
  return /^[^/\\:]{1,200}$/u.test(text) && !text.startsWith('.');
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What identifies a visit without a reference: when it was and what was done. */
export function contentOf({ time, title, tasks }: VisitText): string {
  return JSON.stringify([time, title, tasks]);
}

/** The source of a visit without a reference, the same for the same content in every file; at most 100 characters. */
export async function contentSource(visit: VisitText): Promise<string> {
  return `content ${(await digest(contentOf(visit))).slice(0, 40)}`;
}

/** The source of a visit with a reference. A long reference is hashed: cut off, it might equal another. */
export async function referenceSource(reference: string): Promise<string> {
  return `reference ${Array.from(reference).length > 80 ? await digest(reference) : reference}`;
}

/**
 * The object name of an imported file (`decisions §5`), always the same for a site, visit and file: after an
 * interrupted import it is not stored twice. A predictable name is no risk, as the bucket requires a session.
 * @param file its URL in the old bucket, or its name in a folder.
 */
export async function importedName(
  siteId: number,
  { source, visit }: Pick<ImportedVisit, 'source' | 'visit'>,
  file: string,
  extension: 'jpg' | 'pdf',
): Promise<string> {
  const hex = await digest(JSON.stringify([siteId, source, file]));
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)];
  const moment = String(Date.parse(visit.time)).padStart(13, '0');
  return `sites/${siteId}/${moment}-${uuid.join('-')}.${extension}`;
}
