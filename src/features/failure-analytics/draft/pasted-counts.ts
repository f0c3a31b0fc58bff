import { t } from '../../../lib/language/translate.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { typeLabel, type Side } from '../../../records/failure/failure-record.ts';
import { joinedStatements } from '../../../records/sentences.ts';
import { readWholeNumber } from '../../../records/whole-number.ts';
import { comparedName } from './same-name.ts';
import type { CountChange, CountKey } from './started-year.ts';
import { maxCount } from './typed-count.ts';

/** A row of the page in which counts can be typed. */
export type CountRow = Pick<CountKey, 'post' | 'type' | 'nth'>;

export interface PastedCounts {
  /** The counts to fill in, each with the text of its cell as `written`. */
  readonly counts: readonly (CountChange & { count: number; written: string })[];
  /** Phrases that say why cells were not filled in. */
  readonly rejected: readonly string[];
}

const sides: readonly Side[] = ['entrance', 'exit'];

/** Whether a copied text is a block of cells: it has a tab or line break besides a line break at its end. */
export function isBlock(text: string): boolean {
  return /[\t\n\r]/u.test(text.replace(/(?:\r\n|\r|\n)$/u, ''));
}

// matches a cell, in quotes (with a quote inside doubled) or plain, and the tab, line break or end of text after it
const cellPattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/gy;

/** The rows of cells in a text as spreadsheets copy it, without the empty rows at its end. */
export function blockCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [whole, quoted, plain = '', end] of text.matchAll(cellPattern)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    // the end of the text
    if (end === '' || whole === '') break;
    if (end !== '\t') rows.push([]);
  }
  const lastFilledRow = rows.findLastIndex((row) => !row.every(isBlank));
  return rows.slice(0, lastFilledRow + 1);
}

function isBlank(cellText: string): boolean {
  return cellText.trim() === '';
}

/**
 * Reads the counts of a copied block. Headings (*Entrance*, *Exit*, and perhaps *Type*, *Post*, *Year*, as in the portal's CSV) say what each
 * column is; without headings, the first column belongs to the side of the field. Names of types say which row of the page is meant; without
 * names, the first row belongs to the row of the field, and no row leaves its post. Blank cells change nothing.
 * @param rows the rows of the year, in all posts
 * @param from the field in which somebody pasted
 */
export function pastedCounts(text: string, rows: readonly CountRow[], from: CountKey): PastedCounts {
  const cells = blockCells(text);
  const headingColumns = headingColumnsOf(cells[0] ?? []);
  const columns = headingColumns ?? unheadedColumns(cells, rows, from);
  const counts: PastedCounts['counts'][number][] = [];
  const rejected: string[] = [];
  let rowsBelow = 0;
  let cellsBeside = 0;
  const timesNamed = new Map<string, number>();
  for (const [line, values] of (headingColumns ? cells.slice(1) : cells).entries()) {
    if (values.every(isBlank)) continue;
    const row = rowOf({ values, columns, line, rows, from, timesNamed });
    if (row === null) rowsBelow += 1;
    else if (typeof row === 'string') rejected.push(row);
    else
      for (const [index, value] of values.entries()) {
        const column = columns[index];
        if (isBlank(value)) continue;
        if (column === undefined) cellsBeside += 1;
        if (!isSide(column)) continue;
        const count = countIn(value, column, row.type);
        if (typeof count === 'string') rejected.push(count);
        else
          counts.push({
            post: row.post,
            type: row.type,
            nth: row.nth,
            year: from.year,
            side: column,
            count,
            written: value,
          });
      }
  }
  if (cellsBeside > 0)
    rejected.push(
      t('{count, plural, one {# cell came after the column Exit} other {# cells came after the column Exit}}', {
        count: cellsBeside,
      }),
    );
  if (rowsBelow > 0)
    rejected.push(
      t(
        '{count, plural, one {# row came after the last type of {post}} other {# rows came after the last type of {post}}}',
        { count: rowsBelow, post: from.post },
      ),
    );
  return { counts, rejected };
}

/** The count in a cell, or a phrase that says why it is no valid count. */
function countIn(value: string, side: Side, type: string): number | string {
  const count = readWholeNumber(value)?.number ?? null;
  const parts = { side, value: value.trim(), type: typeLabel(type) };
  if (count === null)
    return t(
      '{side, select, entrance {“{value}” ({type}, Entrance) is no count} other {“{value}” ({type}, Exit) is no count}}',
      parts,
    );
  if (count <= maxCount) return count;
  return t(
    '{side, select, entrance {{value} ({type}, Entrance) is more than {max}} other {{value} ({type}, Exit) is more than {max}}}',
    { ...parts, max: countText(maxCount) },
  );
}

type Column = Side | 'type' | 'post' | 'year' | 'other';

// matched against `comparedName`, which has no capitals and no spaces
const headings: readonly (readonly [RegExp, Column])[] = [
  [/^entrance(?:failures?)?$/u, 'entrance'],
  [/^exit(?:failures?)?$/u, 'exit'],
  [/^(?:failure|issue)?types?$|^failures?$/u, 'type'],
  [/^(?:car)?posts?$/u, 'post'],
  [/^year$/u, 'year'],
];

/** The headings of the portal's CSV in the reader's language, by their `comparedName`. */
function translatedHeadings(): ReadonlyMap<string, Column> {
  return new Map(
    [
      [t('Entrance'), 'entrance'] as const,
      [t('Entrance Failures'), 'entrance'] as const,
      [t('Exit'), 'exit'] as const,
      [t('Exit Failures'), 'exit'] as const,
      [t('Failure Type'), 'type'] as const,
      [t('Post'), 'post'] as const,
      [t('Year'), 'year'] as const,
    ].map(([text, column]) => [comparedName(text), column]),
  );
}

/** What each column is, if the row has headings; null otherwise. */
function headingColumnsOf(row: readonly string[]): readonly Column[] | null {
  const columns = row.map((text): Column => {
    const name = comparedName(text);
    return headings.find(([heading]) => heading.test(name))?.[1] ?? translatedHeadings().get(name) ?? 'other';
  });
  if (!columns.some(isSide)) return null;
  // the heading above the types may be blank or the name of the post
  return columns.includes('type')
    ? columns
    : columns.map((column, index) => (index === 0 && column === 'other' ? 'type' : column));
}

/** Whether a cell has no whole number, so that it may be a name. */
function isNoCount(value: string): boolean {
  return readWholeNumber(value) === null;
}

/**
 * The columns of a block without headings: the sides, starting with that of the field. The first column has the types instead if a cell of it
 * is a type of the page, or if all its cells are texts and the block has more columns. A single column of texts is taken for wrong counts.
 */
function unheadedColumns(cells: PastedCells, rows: readonly CountRow[], from: CountKey): readonly Column[] {
  const sidesFromField = sides.slice(sides.indexOf(from.side));
  const typeNames = new Set(rows.flatMap(({ type }) => [comparedName(type), comparedName(typeLabel(type))]));
  const firstColumn = cells.map(([value = '']) => value.trim()).filter((value) => value !== '');
  const hasTypeColumn =
    firstColumn.some((value) => isNoCount(value) && typeNames.has(comparedName(value))) ||
    (firstColumn.length > 0 && firstColumn.every(isNoCount) && cells.some((row) => row.length > 1));
  return hasTypeColumn ? ['type', ...sidesFromField] : sidesFromField;
}

type PastedCells = readonly (readonly string[])[];

function isSide(column: Column | undefined): column is Side {
  return column === 'entrance' || column === 'exit';
}

interface PastedRow {
  values: readonly string[];
  columns: readonly Column[];
  /** The index of the pasted row, without the headings. */
  line: number;
  rows: readonly CountRow[];
  from: CountKey;
  /** How often earlier pasted rows named a type of a post, by post and type; `rowOf` counts on. */
  timesNamed: Map<string, number>;
}

/** The row of the page that a pasted row is for. Null if it comes after the last row; the reason as a phrase if there is no such row. */
function rowOf({ values, columns, line, rows, from, timesNamed }: PastedRow): CountRow | string | null {
  const { year } = from;
  const valueIn = (column: Column) => {
    const index = columns.indexOf(column);
    return index === -1 ? null : (values[index] ?? '').trim();
  };
  const [postName, yearName, typeName] = [valueIn('post'), valueIn('year'), valueIn('type')];
  if (yearName !== null && yearName !== '' && yearName !== `${year}`)
    return t('a row of {other} is not of {year}', { other: yearName, year });
  const post =
    postName === null || postName === ''
      ? from.post
      : sameName(
          rows.map((row) => row.post),
          postName,
        );
  if (post === null) return t('“{name}” is no post here', { name: postName ?? '' });
  const postRows = rows.filter((candidate) => candidate.post === post);
  if (typeName === null) {
    const fieldIndex = postRows.findIndex(({ type, nth }) => type === from.type && nth === from.nth);
    return postRows[fieldIndex + line] ?? null;
  }
  const type = sameType(
    postRows.map((row) => row.type),
    // `(no type)` is in a CSV that was exported in English
    typeName === '(no type)' || typeName === typeLabel('') ? '' : typeName,
  );
  if (type === null) return t('“{name}” is no type of {post} in {year}', { name: typeName, post, year });
  const key = JSON.stringify([post, type]);
  const nth = timesNamed.get(key) ?? 0;
  timesNamed.set(key, nth + 1);
  return (
    postRows.filter((candidate) => candidate.type === type)[nth] ??
    t('{count, plural, one {{type} is there # time only in {post}} other {{type} is there # times only in {post}}}', {
      type: typeLabel(type),
      count: nth,
      post,
    })
  );
}

/** The equal name, else the first that differs only as `comparedName` ignores it; null if there is none. */
function sameName(names: readonly string[], typed: string): string | null {
  if (names.includes(typed)) return typed;
  return names.find((name) => comparedName(name) === comparedName(typed)) ?? null;
}

/** The stored type that a pasted text names, as it is stored or as the page and its CSV show it; null if there is none. */
function sameType(types: readonly string[], typed: string): string | null {
  return sameName(types, typed) ?? types.find((type) => comparedName(typeLabel(type)) === comparedName(typed)) ?? null;
}

/** How many reasons the message lists; it says how many more there are. */
const maxReasons = 3;

/** A sentence that says what a paste did not fill in; null if it filled in everything. */
export function rejectedText({ rejected }: PastedCounts): string | null {
  if (rejected.length === 0) return null;
  const moreCount = rejected.length - maxReasons;
  const reasons = joinedStatements(rejected.slice(0, maxReasons));
  return moreCount > 0
    ? t('Not filled in: {reasons}; and {count} more.', { reasons, count: moreCount })
    : t('Not filled in: {reasons}.', { reasons });
}
