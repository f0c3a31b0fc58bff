import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { clockNotationOf, readClock } from '../../lib/calendar/read-clock.ts';
import { writtenDate } from '../../lib/calendar/written-date.ts';
import { said, t } from '../../lib/language/translate.ts';
import { recordOf } from '../../lib/record-of.ts';
import { lengthOf, storedText } from '../../lib/text-rules.ts';
import { sentences } from '../sentences.ts';
import { timeMemberNames, type TimeMember } from '../task/optional-members.ts';
import { taskLimits } from '../task/task.ts';
import type { VisitKind } from '../task/visit.ts';
import { longDate } from '../time.ts';
import { findNotation, type FoundNotation } from './date-column.ts';
import { fileNames, type FileFinder, type NamedFile } from './file-list.ts';
import {
  leftOut,
  quoted,
  defectCollector,
  type AddDefect,
  type Defect,
  type ImportedVisit,
  type ImportPlan,
  type StatedParts,
  type VisitText,
} from './import-plan.ts';
import { readMoment, type DefectKind, type MomentNotation } from './read-moment.ts';
import { readYes } from './read-value.ts';
import { readKind, readVisit } from './read-visit.ts';
import { rowCells, shownDate, type CellReader } from './row-cells.ts';
import {
  lineSource,
  sharedJobNumbers,
  visitSources,
  withSource,
  type ReadRow,
  type RowDraft,
  type RowDefect,
} from './row-identity.ts';
import { titledText } from './row-texts.ts';
import { rowTimes } from './row-times.ts';
import { matchSites, type ImportSite, type SiteMatching } from './site-names.ts';
import type { TableChoices, VisitCells } from './table-choices.ts';
import { plainTable, type Table } from './table-file.ts';
import {
  datePartColumns,
  fileColumns,
  findRoles,
  headingRow,
  visitColumns,
  withRole,
  type ColumnRoles,
  type FileColumn,
  type FoundRoles,
  type VisitColumn,
} from './visit-columns.ts';
import { isFileName, readFiles } from './visit-source.ts';

/** A word of the file whose meaning a person has to choose, and how many rows have it. */
interface UnknownWord {
  /** The spelling in the first row that has it; empty for cells without a word. */
  written: string;
  /** The word as `comparedForm` returns it: different spellings of a word have the same. */
  comparedForm: string;
  rows: number;
}

/**
 * A question that a person has to answer before any row can be read: which column is the date or the time, in which `order` dates have day and month,
 * of which site the visits are, and which column has their `words`, the title or the text.
 */
export type TableQuestion = 'date' | 'time' | 'order' | 'site' | 'words';

/** The result of reading a table. */
export interface TableReading {
  /** The number of the row that names the columns; 0 for none. */
  heading: number;
  columns: readonly FileColumn[];
  roles: ColumnRoles;
  foundRoles: FoundRoles;
  notation: FoundNotation;
  questions: readonly TableQuestion[];
  /** The site of all visits if no column names the site; null when it is not known. */
  onlySite: string | null;
  /** Names that are not those of a site, each with the most similar site and the chosen site. */
  unknownSites: readonly (UnknownWord & { nearest: string | null; chosen: string | null })[];
  unknownKinds: readonly (UnknownWord & { chosen: VisitKind | 'none' | null })[];
  /** How many rows are hidden in the workbook. They are left out unless a person chooses to read them. */
  hiddenCount: number;
  isHiddenRead: boolean;
  /** Every filled row, without the hidden rows that are left out. */
  rows: readonly ReadRow[];
  plan: ImportPlan;
}

/** How many unknown names are compared with the names of all sites. More names mean that the column has no sites, and comparing is slow. */
const namesCompared = 50;

/** After this many rows, the reading pauses so that the page can draw and react. */
const rowsAtOnce = 500;

/**
 * Reads a table of visits with a row that names its columns; row numbers are those of the spreadsheet.
 * @param given the table; plain rows for a table without a workbook
 * @param sites all sites; every visit belongs to one of them
 * @param sources a cache of the sources that were computed before, which makes a second reading fast
 * @param files finds the chosen files
 * @throws the reason of `signal` when it is aborted
 */
export async function readVisitTable(
  given: Table | Table['rows'],
  sites: readonly ImportSite[],
  choices: TableChoices,
  now: Date,
  {
    sources = new Map<string, string>(),
    signal,
    files,
  }: { sources?: Map<string, string>; signal?: AbortSignal; files?: FileFinder<NamedFile> } = {},
): Promise<TableReading> {
  const sheet = 'rows' in given ? given : plainTable(given);
  const table = sheet.rows;
  const heading = headingRow(table);
  const rowsBelow = table.slice(heading + 1);
  const columns = fileColumns(table, heading, sheet.hiddenColumns);
  const matching = matchSites(sites, choices.sites);
  const foundRoles = findRoles(columns, rowsBelow, (cell) => matching.siteOf(cell) !== null);
  const roles = Array.from(choices.roles).reduce(
    (uses, [index, column]) => withRole(uses, index, column),
    foundRoles.roles,
  );
  const columnIndexes = columnIndexesOf(roles);
  // a repaired cell is considered for the notation of its column too
  const cellsIn = (column: VisitColumn) =>
    rowsBelow
      .flatMap((row, index) => {
        const repaired = choices.cells.get(heading + index + 2)?.[column];
        return repaired === undefined ? columnIndexes[column].map((cellIndex) => row[cellIndex] ?? '') : [repaired];
      })
      .filter(Boolean);
  const { clock, hasDays, ...found } = notationsOf(cellsIn, now);
  const notation = withChoice(found.notation, choices);
  const questions = questionsOf({ columnIndexes, foundRoles, notation, choices, sites, hasDays });
  const reader: RowReader = {
    columnIndexes,
    heads: new Map(columns.map(({ index, head }) => [index, head])),
    headingCells: (table[heading] ?? []).map((cell) => comparedForm(cell)),
    notation,
    clock,
    matching,
    choices,
    now,
    sheet,
    files: files ?? null,
    onlySite: sites.length === 1 ? (sites[0]?.name ?? null) : choices.site,
  };
  const defects: Defect[] = [];
  const rows: ReadRow[] = [];
  const rowByVisit = new Map<string, string>();
  const filledRows = rowsBelow
    .map((line, index) => ({ line, number: heading + index + 2 }))
    .filter(({ line }) => line.some((cell) => cell !== ''));
  const visibleRows = filledRows.filter(({ number }) => !sheet.hiddenRows.has(number - 1));
  const rowsToRead = questions.length > 0 ? [] : choices.hidden ? filledRows : visibleRows;
  const readRows: { line: readonly string[]; draft: RowDraft; remarks: Defect[] }[] = [];
  for (const [index, { line, number }] of rowsToRead.entries()) {
    // the pauses let the page stay responsive
    if (index > 0 && index % rowsAtOnce === 0) await pause(signal);
    readRows.push({ line, ...readRow(line, number, reader) });
  }
  const sharedNumbers = sharedJobNumbers(readRows.map(({ draft }) => draft));
  for (let first = 0; first < readRows.length; first += rowsAtOnce) {
    if (first > 0) await pause(signal);
    const part = readRows.slice(first, first + rowsAtOnce);
    // of two equal rows, the first is imported
    const partSources = await Promise.all(part.map(({ draft }) => visitSources(draft, sharedNumbers, sources)));
    const lines = await Promise.all(part.map(({ draft, line }) => lineSource(draft.visit ? line : [], sources)));
    for (const [index, { draft, remarks }] of part.entries()) {
      const row = withSource(draft, { source: '', ...partSources[index], rowSource: lines[index] ?? '' }, rowByVisit);
      defects.push(...(row.defect ? [row.defect] : remarks));
      rows.push(row);
    }
  }
  return {
    heading: heading + 1,
    columns,
    roles,
    foundRoles,
    notation,
    questions,
    onlySite: reader.onlySite,
    ...unknownWords(rows, reader),
    hiddenCount: filledRows.length - visibleRows.length,
    isHiddenRead: choices.hidden,
    rows,
    plan: { sites: sitePlans(rows), defects },
  };
}

/** Lets the page draw. @throws the reason of `signal` when it is aborted */
async function pause(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  signal?.throwIfAborted();
}

function columnIndexesOf(roles: ColumnRoles): CellReader['columnIndexes'] {
  const indexesOf = (column: VisitColumn) =>
    [...roles].flatMap(([index, role]) => (role === column ? [index] : [])).toSorted((a, b) => a - b);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries loses the names of the columns
  return Object.fromEntries(
    visitColumns.map(({ value }) => [value, indexesOf(value)]),
  ) as unknown as CellReader['columnIndexes'];
}

/** The notations of dates and times. `hasDays`: whether some arrivals have a day, which is the day of the visit if no column is the date. */
function notationsOf(cellsIn: (column: VisitColumn) => readonly string[], now: Date) {
  const clock = recordOf<MomentNotation['clock']>(['time', ...timeMemberNames], (column) =>
    clockNotationOf([...new Set(cellsIn(column))]),
  );
  const moments = (member: TimeMember) => cellsIn(member).filter((cell) => readClock(cell, clock[member]) === null);
  const dateNotation = findNotation([...new Set(cellsIn('date'))], now);
  // if the dates do not decide their order, call-out times with days may decide it
  const cellsWithDates = new Set([...cellsIn('date'), ...timeMemberNames.flatMap(moments)]);
  const notation = dateNotation.order === null ? findNotation([...cellsWithDates], now) : dateNotation;
  return { clock, notation, hasDays: moments('arrived').some((cell) => writtenDate(cell) !== null) };
}

function withChoice(notation: FoundNotation, { order, epoch }: TableChoices): FoundNotation {
  return { ...notation, order: order ?? notation.order, epoch: epoch ?? notation.epoch };
}

interface QuestionFacts {
  columnIndexes: CellReader['columnIndexes'];
  foundRoles: FoundRoles;
  notation: FoundNotation;
  choices: TableChoices;
  sites: readonly ImportSite[];
  /** As in `notationsOf`. */
  hasDays: boolean;
}

function questionsOf({ columnIndexes, foundRoles, notation, choices, sites, hasDays }: QuestionFacts): TableQuestion[] {
  const lacks = (column: VisitColumn) => columnIndexes[column].length === 0;
  const isAnswered = foundRoles.times.some((index) => choices.roles.has(index));
  const isOpen: Readonly<Record<TableQuestion, boolean>> = {
    date: lacks('date') && datePartColumns.some((part) => lacks(part)) && !hasDays,
    time: lacks('time') && lacks('arrived') && foundRoles.times.length > 1 && !isAnswered,
    order: notation.dependsOnOrder && notation.order === null,
    site: lacks('site') && choices.site === null && sites.length !== 1,
    words: lacks('title') && lacks('text'),
  };
  return (['site', 'date', 'time', 'order', 'words'] as const).filter((question) => isOpen[question]);
}

// One row

interface RowReader extends MomentNotation, CellReader {
  headingCells: readonly string[];
  matching: SiteMatching;
  now: Date;
  files: FileFinder<NamedFile> | null;
  /** The site of all rows if no column names the site. */
  onlySite: string | null;
}

/** Matches the first cell of a row of totals, in English, Malay or Chinese. */
const totals = /^(?:grand |sub)?totals?\b|^sub-total|^jumlah|^(?:合计|总计|小计|小計|合計|總計)/u;

function readRow(line: readonly string[], number: number, reader: RowReader): { draft: RowDraft; remarks: Defect[] } {
  const origin = reader.sheet.origins?.[number - 1];
  const row = origin ? t('{sheet}, row {number}', { ...origin }) : t('row {number}', { number });
  const remarks: Defect[] = [];
  const repairs = new Set<VisitColumn>();
  const collect = defectCollector(remarks, row);
  const addDefect: AddDefect = (problem, remedy, fields = []) => {
    collect(problem, remedy);
    for (const field of fields) repairs.add(field);
  };
  const cells = rowCells(line, number, reader, (column, problem) =>
    addDefect(problem, t('Imported without this value.'), [column]),
  );
  const site = reader.columnIndexes.site.length === 0 ? reader.onlySite : reader.matching.siteOf(cells.site);
  const reject = (kind: DefectKind, fields: readonly VisitColumn[], problem: string, remedy = said(leftOut)) => {
    const defect: RowDefect = { row, problem, remedy, kind, fields };
    return { draft: { number, name: row, cells, site, visit: null, isTimed: false, defect, repairs: [] }, remarks };
  };
  const filled = line.filter((cell) => cell !== '');
  if (line.every((cell, index) => comparedForm(cell) === (reader.headingCells[index] ?? '')))
    return reject('no visit', [], t('It repeats the names of the columns.'));
  const isVisit = writtenDate(cells.date) !== null;
  if (!isVisit && totals.test(comparedForm(filled[0] ?? '')))
    return reject('no visit', [], t('It is a row of totals.'));
  // a row with one cell is a heading or a note; in a table of up to three columns it may be a visit with gaps
  if (!isVisit && filled.length === 1 && reader.heads.size > 3)
    return reject('no visit', [], t('It has only {cell}.', { cell: quoted(filled[0]) }));
  if (site === null)
    return reject(
      'site',
      ['site'],
      cells.site === '' ? t('It names no site.') : t('There is no site named {site}.', { site: quoted(cells.site) }),
      sentences(said(leftOut), t('Correct the name, or add the site first.')),
    );
  const moment = readMoment(cells, reader, reader.now);
  if ('problem' in moment)
    return reject(moment.kind, moment.fields, moment.problem, sentences(said(leftOut), moment.remedy));
  const visit = readWords(cells, moment.stamp, reader, addDefect);
  if (!visit) {
    // `readWords` has added a remark with the reason
    const problems = remarks.map(({ problem }) => problem);
    return reject('words', ['title', 'text'], sentences(...problems), remarks.at(-1)?.remedy);
  }
  const dateShown = shownDate(number, reader);
  if (dateShown !== null)
    addDefect(
      t('The file shows its date as {date}, without a day.', { date: quoted(dateShown) }),
      t('Imported, dated {date}.', { date: longDate(moment.stamp) }),
    );
  const { files } = reader;
  const findFile = (name: string, kind: 'photo' | 'pdf') => files?.find(name, kind) ?? 'none';
  if (cells.showing !== '' && readYes(cells.showing) === null) repairs.add('showing');
  const urls = fileNames(cells.photos, (name) => findFile(name, 'photo') !== 'none');
  const namedFiles = readFiles({ urls, pdf: cells.pdf }, isFileName, addDefect);
  for (const [kind, names] of [
    ['photo', namedFiles.photos] as const,
    ['pdf', namedFiles.pdf === null ? [] : [namedFiles.pdf]] as const,
  ])
    for (const name of names.filter((candidate) => findFile(candidate, kind) === 'several')) {
      addDefect(
        t('There are several files named {file}.', { file: quoted(name) }),
        t('Imported without it. Write it with its folder, or rename one of the files.'),
      );
      repairs.add(kind === 'pdf' ? 'pdf' : 'photos');
    }
  const isAmbiguous = (name: string, kind: 'photo' | 'pdf') => findFile(name, kind) === 'several';
  const imported: Omit<ImportedVisit, 'source'> = {
    row,
    visit,
    stated: statedPartsOf(cells, moment.isTimed, reader, visit),
    photos: namedFiles.photos.filter((name) => !isAmbiguous(name, 'photo')),
    pdf: namedFiles.pdf !== null && isAmbiguous(namedFiles.pdf, 'pdf') ? null : namedFiles.pdf,
  };
  const { isTimed } = moment;
  return {
    draft: { number, name: row, cells, site, visit: imported, isTimed, defect: null, repairs: [...repairs] },
    remarks,
  };
}

const titleOfText = ({ text }: VisitCells, { columnIndexes, heads }: Pick<RowReader, 'columnIndexes' | 'heads'>) =>
  titledText(text, columnIndexes.text.length > 1 ? columnIndexes.text.map((index) => heads.get(index) ?? '') : []);

function statedPartsOf(cells: VisitCells, isTimed: boolean, reader: RowReader, { tasks }: VisitText): StatedParts {
  const { title, text } = titleOfText(cells, reader);
  const cellText = storedText(cells.text);
  // the first line of the cell may have become the title, so that `tasks` lacks it
  const isCut = cells.title === '' && text !== title && lengthOf(cellText) <= taskLimits.text;
  return {
    time: isTimed,
    title: cells.title !== '',
    text: cells.text === '' ? null : isCut ? cellText : tasks,
    showing: cells.showing === '' || readYes(cells.showing) !== null,
  };
}

function readWords(cells: VisitCells, time: string, reader: RowReader, addDefect: AddDefect): VisitText | null {
  const { columnIndexes, heads, choices, now } = reader;
  const [year, month] = time.split('-');
  const splitText = titleOfText(cells, { columnIndexes, heads });
  const isTitled = cells.title !== '' || cells.text === '';
  const kind = choices.kinds.get(comparedForm(cells.kind));
  return readVisit(
    {
      time,
      year,
      month,
      // without a title column, the title comes from the text and is not reported as missing in every row
      title: columnIndexes.title.length === 0 && !isTitled ? splitText.title : cells.title,
      lead: splitText.title,
      // without a column of texts, the title is the text too, and the text is not reported as missing in every row
      tasks: !isTitled
        ? splitText.text
        : columnIndexes.text.length === 0 && cells.text === ''
          ? cells.title
          : cells.text,
      showing: cells.showing === '' ? 'True' : cells.showing,
      kind: kind === undefined ? cells.kind : kind === 'none' ? '' : kind,
      ref: cells.reference,
      by: cells.by,
      follow: cells.follow,
      ...rowTimes(cells, time, reader, addDefect),
    },
    now,
    addDefect,
  );
}

// All rows

function sitePlans(rows: readonly ReadRow[]): ImportPlan['sites'] {
  const bySite = new Map<string, ImportedVisit[]>();
  for (const { site, visit } of rows) {
    if (site === null || !visit) continue;
    const visits = bySite.get(site);
    if (visits) visits.push(visit);
    else bySite.set(site, [visit]);
  }
  return Array.from(bySite, ([name, visits]) => ({
    row: visits[0]?.row ?? '',
    name,
    record: null,
    visits,
    posts: null,
    oldKey: null,
  }));
}

/** The unknown names of sites and the unknown kinds, including those for which a person has chosen a meaning. */
function unknownWords(
  rows: readonly ReadRow[],
  { matching, choices }: RowReader,
): Pick<TableReading, 'unknownSites' | 'unknownKinds'> {
  const names = new Map<string, UnknownWord>();
  const kinds = new Map<string, UnknownWord>();
  const count = (words: Map<string, UnknownWord>, written: string) => {
    const form = comparedForm(written);
    words.set(form, {
      written: words.get(form)?.written ?? written,
      comparedForm: form,
      rows: (words.get(form)?.rows ?? 0) + 1,
    });
  };
  for (const { cells, defect, site } of rows) {
    if (defect?.kind === 'no visit') continue;
    if (defect?.kind === 'site' || (site !== null && choices.sites.has(comparedForm(cells.site))))
      count(names, cells.site);
    if (cells.kind !== '' && readKind(cells.kind) === undefined) count(kinds, cells.kind);
  }
  return {
    unknownSites: Array.from(names.values(), (word, index) => ({
      ...word,
      nearest: index < namesCompared ? matching.nearest(word.written) : null,
      chosen: choices.sites.get(word.comparedForm) ?? null,
    })),
    unknownKinds: Array.from(kinds.values(), (word) => ({
      ...word,
      chosen: choices.kinds.get(word.comparedForm) ?? null,
    })),
  };
}
