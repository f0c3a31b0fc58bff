import { countText } from '../../../records/failure/failure-figures.ts';
import { typeLabel, type Side } from '../../../records/failure/failure-record.ts';
import { comparedName } from './same-name.ts';
import { counted } from '../../../records/counted.ts';
import type { CountChange, CountPlace } from './started-year.ts';
import { countInCell, maxCount } from './typed-count.ts';

/** A row of the page in which counts can be typed. */
export type CountRow = Pick<CountPlace, 'post' | 'type' | 'nth'>;

export interface PastedCounts {
  readonly counts: readonly (CountChange & { count: number })[];
  /** What was not filled in and why, in words. */
  readonly left: readonly string[];
}

const sides: readonly Side[] = ['entrance', 'exit'];

/** Whether a copied text is a block of cells, not the text of a single one. */
export function isBlock(text: string): boolean {
  return /[\t\n\r]/u.test(text.replace(/(?:\r\n|\r|\n)$/u, ''));
}

// a quoted cell has tabs, line breaks or doubled quotes in it
const cell = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The cells of a block as spreadsheets copy it, trimmed, without the empty rows at its end. */
export function blockCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [whole, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '' || whole === '') break;
    if (end !== '\t') rows.push([]);
  }
  while (rows.at(-1)?.every((one) => one === '')) rows.pop();
  return rows;
}

/**
 * The counts of a copied block. With headings (*Entrance*, *Exit*, and perhaps *Type*, *Post*, *Year*, as in the portal's CSV) they say what a
 * column is; without, the columns are those from the field on. Names of types say which row is meant; without, the rows are those from the field on,
 * within its post. Blank cells change nothing.
 * @param rows those of the year in all posts @param from the field
 */
export function pastedCounts(text: string, rows: readonly CountRow[], from: CountPlace): PastedCounts {
  const cells = blockCells(text);
  const headed = columnsOf(cells[0] ?? []);
  const columns = headed ?? unheadedColumns(cells, rows, from);
  const found: PastedCounts['counts'][number][] = [];
  const left: string[] = [];
  let beyond = 0;
  let beside = 0;
  const seen = new Map<string, number>();
  for (const [line, values] of (headed ? cells.slice(1) : cells).entries()) {
    if (values.every((value) => value === '')) continue;
    const row = rowOf({ values, columns, line, rows, from, seen });
    if (row === null) beyond += 1;
    else if (typeof row === 'string') left.push(row);
    else
      for (const [place, value] of values.entries()) {
        const column = columns[place];
        if (value === '' || column === undefined || !isSide(column)) {
          if (value !== '' && column === undefined) beside += 1;
          continue;
        }
        const count = countInCell(value);
        const where = `${typeLabel(row.type)}, ${column === 'entrance' ? 'Entrance' : 'Exit'}`;
        if (count === null) left.push(`“${value}” (${where}) is no count`);
        else if (count > maxCount) left.push(`${value} (${where}) is more than ${countText(maxCount)}`);
        else found.push({ post: row.post, type: row.type, nth: row.nth, year: from.year, side: column, count });
      }
  }
  if (beside > 0) left.push(`${counted(beside, 'cell')} came after the column Exit`);
  if (beyond > 0) left.push(`${counted(beyond, 'row')} came after the last type of ${from.post}`);
  return { counts: found, left };
}

type Column = Side | 'type' | 'post' | 'year' | 'other';

const headings: readonly (readonly [RegExp, Column])[] = [
  [/^entrance(?:failures?)?$/u, 'entrance'],
  [/^exit(?:failures?)?$/u, 'exit'],
  [/^(?:failure|issue)?types?$|^failures?$/u, 'type'],
  [/^(?:car)?posts?$/u, 'post'],
  [/^year$/u, 'year'],
];

/** What the columns are, where the row is one of headings; null otherwise. */
function columnsOf(row: readonly string[]): readonly Column[] | null {
  const columns = row.map((text): Column => {
    const name = comparedName(text);
    return headings.find(([heading]) => heading.test(name))?.[1] ?? 'other';
  });
  if (!columns.some(isSide)) return null;
  // above the names there may be a blank or the post
  return columns.includes('type')
    ? columns
    : columns.map((one, place) => (place === 0 && one === 'other' ? 'type' : one));
}

/** Whether a cell is not one of counts. */
function isName(value: string): boolean {
  return countInCell(value) === null;
}

function unheadedColumns(cells: PastedCells, rows: readonly CountRow[], from: CountPlace): readonly Column[] {
  const own = sides.slice(sides.indexOf(from.side));
  const known = new Set(rows.map(({ type }) => comparedName(type)));
  const first = cells.map(([value = '']) => value).filter((value) => value !== '');
  const named =
    first.some((value) => isName(value) && known.has(comparedName(value))) ||
    (first.length > 0 && first.every(isName) && cells.some((row) => row.length > 1));
  return named ? ['type', ...own] : own;
}

type PastedCells = readonly (readonly string[])[];

function isSide(column: Column | undefined): column is Side {
  return column === 'entrance' || column === 'exit';
}

interface PastedRow {
  values: readonly string[];
  columns: readonly Column[];
  /** From 0, without the headings. */
  line: number;
  rows: readonly CountRow[];
  from: CountPlace;
  /** How often a row was named already. */
  seen: Map<string, number>;
}

/** The row of the page that a pasted one is meant for; null after the last one, a text for another reason. */
function rowOf({ values, columns, line, rows, from, seen }: PastedRow): CountRow | string | null {
  const { year } = from;
  const valueIn = (column: Column) => {
    const place = columns.indexOf(column);
    return place === -1 ? null : (values[place] ?? '');
  };
  const [postName, yearName, typeName] = [valueIn('post'), valueIn('year'), valueIn('type')];
  if (yearName !== null && yearName !== '' && yearName !== `${year}`) return `a row of ${yearName} is not of ${year}`;
  const post =
    postName === null || postName === ''
      ? from.post
      : sameName(
          rows.map((one) => one.post),
          postName,
        );
  if (post === null) return `“${postName}” is no post here`;
  const own = rows.filter((one) => one.post === post);
  if (typeName === null) {
    const first = own.findIndex(({ type, nth }) => type === from.type && nth === from.nth);
    return own[first + line] ?? null;
  }
  const type = sameName(
    own.map((one) => one.type),
    typeName === '(no type)' ? '' : typeName,
  );
  if (type === null) return `“${typeName}” is no type of ${post} in ${year}`;
  const key = JSON.stringify([post, type]);
  const nth = seen.get(key) ?? 0;
  seen.set(key, nth + 1);
  return (
    own.filter((one) => one.type === type)[nth] ?? `${typeLabel(type)} is there ${counted(nth, 'time')} only in ${post}`
  );
}

/** The name itself where it is there, or else the first one that is written nearly the same. */
function sameName(names: readonly string[], wanted: string): string | null {
  if (names.includes(wanted)) return wanted;
  return names.find((one) => comparedName(one) === comparedName(wanted)) ?? null;
}

/** How many reasons are said; a person mends these first. */
const reasons = 3;

/** What a paste did not fill in, in a sentence; null where it filled in everything. */
export function leftWords({ left }: PastedCounts): string | null {
  if (left.length === 0) return null;
  const more = left.length - reasons;
  const said = left.slice(0, reasons).join('; ');
  return `Not filled in: ${said}${more > 0 ? `; and ${more} more` : ''}.`;
}
