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
} from './import-plan.ts';
import { isFileName, readFiles } from './read-files.ts';
import { readStamp } from './read-value.ts';
import { readVisit } from './read-visit.ts';
import { mendedText } from '../../lib/text-rules.ts';
import { contentOf, contentSource, referenceSource } from './visit-source.ts';

const columns = ['site', 'date', 'time', 'title', 'text', 'kind', 'photos', 'pdf', 'showing', 'reference'] as const;
type VisitColumn = (typeof columns)[number];
const required: readonly VisitColumn[] = ['site', 'date', 'title', 'text'];
const columnAliases: Readonly<Record<string, VisitColumn>> = {
  tasks: 'text',
  task: 'text',
  description: 'text',
  name: 'site',
};

/** The columns, and two visits as examples. */
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
