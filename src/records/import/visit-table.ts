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
import { readMoment, type FaultKind, type MomentNotation } from './read-moment.ts';
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
  type RowFault,
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
  /** As the first row writes it; empty for cells without a word. */
  written: string;
  form: string;
  rows: number;
}

/** What has to be answered before any row can be read. */
export type TableQuestion = 'date' | 'time' | 'order' | 'site' | 'words';

/** A table as it was understood. */
export interface TableReading {
  /** The number of the row that names the columns; 0 for none. */
  heading: number;
  columns: readonly FileColumn[];
  roles: ColumnRoles;
  foundRoles: FoundRoles;
  notation: FoundNotation;
  questions: readonly TableQuestion[];
  /** The site of all visits where no column names it; null where it is not known. */
  onlySite: string | null;
  /** Names of sites that are none, with the site that is most like each and the chosen one. */
  unknownSites: readonly (UnknownWord & { nearest: string | null; chosen: string | null })[];
  unknownKinds: readonly (UnknownWord & { chosen: VisitKind | 'none' | null })[];
  /** How many rows the workbook hides: they are left out, unless a person says otherwise. */
  hidden: number;
  isHiddenRead: boolean;
  /** Every row with something in it that is not left out as hidden. */
  rows: readonly ReadRow[];
  plan: ImportPlan;
}

/** How many unknown names are compared with those of all sites. */
const namesCompared = 50;

/** The page can draw and answer after this many rows. */
const rowsAtOnce = 500;

/**
 * Reads a table of visits with a row that names its columns; row numbers are those of the spreadsheet.
 * @param sites all sites: every visit belongs to one.
 * @param sources the sources of contents that were read before, so that a second reading is quick.
 * @param files finds the chosen files, among which a cell may name several
 * @throws the reason of `signal` when it was given up.
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
  const below = table.slice(heading + 1);
  const columns = fileColumns(table, heading, sheet.hiddenColumns);
  const matching = matchSites(sites, choices.sites);
  const foundRoles = findRoles(columns, below, (cell) => matching.siteOf(cell) !== null);
  const roles = Array.from(choices.roles).reduce(
    (uses, [index, column]) => withRole(uses, index, column),
    foundRoles.roles,
  );
  const columnIndexes = columnIndexesOf(roles);
  // a repaired cell counts for the notation of its column too
  const cellsIn = (column: VisitColumn) =>
    below
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
  const seen = new Map<string, string>();
  const withCells = below
    .map((line, index) => ({ line, number: heading + index + 2 }))
    .filter(({ line }) => line.some((cell) => cell !== ''));
  const seenRows = withCells.filter(({ number }) => !sheet.hiddenRows.has(number - 1));
  const filled = questions.length > 0 ? [] : choices.hidden ? withCells : seenRows;
  const read: { line: readonly string[]; draft: RowDraft; remarks: Defect[] }[] = [];
  for (const [index, { line, number }] of filled.entries()) {
    // one part after the other, so that the page stays responsive
    if (index > 0 && index % rowsAtOnce === 0) await pause(signal);
    read.push({ line, ...readRow(line, number, reader) });
  }
  const shared = sharedJobNumbers(read.map(({ draft }) => draft));
  for (let first = 0; first < read.length; first += rowsAtOnce) {
    if (first > 0) await pause(signal);
    const part = read.slice(first, first + rowsAtOnce);
    // of two equal rows, the first is imported
    const partSources = await Promise.all(part.map(({ draft }) => visitSources(draft, shared, sources)));
    const lines = await Promise.all(part.map(({ draft, line }) => lineSource(draft.visit ? line : [], sources)));
    for (const [index, { draft, remarks }] of part.entries()) {
      const row = withSource(draft, { source: '', ...partSources[index], rowSource: lines[index] ?? '' }, seen);
      defects.push(...(row.fault ? [row.fault] : remarks));
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
    hidden: withCells.length - seenRows.length,
    isHiddenRead: choices.hidden,
    rows,
    plan: { sites: sitePlans(rows), defects },
  };
}

/** Lets the page draw. @throws the reason of the signal when the reading was given up. */
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

/** How dates and times are written. `hasDays`: whether arrivals have their day, which is the visit's where no column is the date. */
function notationsOf(cellsIn: (column: VisitColumn) => readonly string[], now: Date) {
  const clock = recordOf<MomentNotation['clock']>(['time', ...timeMemberNames], (column) =>
    clockNotationOf([...new Set(cellsIn(column))]),
  );
  const moments = (member: TimeMember) => cellsIn(member).filter((cell) => readClock(cell, clock[member]) === null);
  const ofDates = findNotation([...new Set(cellsIn('date'))], now);
  // where the dates do not tell their order, moments that are written with their day may
  const all = new Set([...cellsIn('date'), ...timeMemberNames.flatMap(moments)]);
  const notation = ofDates.order === null ? findNotation([...all], now) : ofDates;
  return { clock, notation, hasDays: moments('arrived').some((cell) => writtenDate(cell) !== null) };
}

function withChoice(notation: FoundNotation, { order, epoch }: TableChoices): FoundNotation {
  return { ...notation, order: order ?? notation.order, epoch: epoch ?? notation.epoch };
}

interface Asking {
  columnIndexes: CellReader['columnIndexes'];
  foundRoles: FoundRoles;
  notation: FoundNotation;
  choices: TableChoices;
  sites: readonly ImportSite[];
  /** As `notationsOf` says. */
  hasDays: boolean;
}

function questionsOf({ columnIndexes, foundRoles, notation, choices, sites, hasDays }: Asking): TableQuestion[] {
  const lacks = (column: VisitColumn) => columnIndexes[column].length === 0;
  const isAnswered = foundRoles.times.some((index) => choices.roles.has(index));
  const all: Readonly<Record<TableQuestion, boolean>> = {
    date: lacks('date') && datePartColumns.some((part) => lacks(part)) && !hasDays,
    time: lacks('time') && lacks('arrived') && foundRoles.times.length > 1 && !isAnswered,
    order: notation.hasNumbers && notation.order === null,
    site: lacks('site') && choices.site === null && sites.length !== 1,
    words: lacks('title') && lacks('text'),
  };
  return (['site', 'date', 'time', 'order', 'words'] as const).filter((question) => all[question]);
}

// One row

interface RowReader extends MomentNotation, CellReader {
  headingCells: readonly string[];
  matching: SiteMatching;
  now: Date;
  files: FileFinder<NamedFile> | null;
  /** The site of rows where no column names one. */
  onlySite: string | null;
}

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
  const reject = (kind: FaultKind, fields: readonly VisitColumn[], problem: string, remedy = said(leftOut)) => {
    const fault: RowFault = { row, problem, remedy, kind, fields };
    return { draft: { number, name: row, cells, site, visit: null, isTimed: false, fault, repairs: [] }, remarks };
  };
  const filled = line.filter((cell) => cell !== '');
  if (line.every((cell, index) => comparedForm(cell) === (reader.headingCells[index] ?? '')))
    return reject('no visit', [], t('It repeats the names of the columns.'));
  const isVisit = writtenDate(cells.date) !== null;
  if (!isVisit && totals.test(comparedForm(filled[0] ?? '')))
    return reject('no visit', [], t('It is a row of totals.'));
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
    const [problem = '', ...before] = remarks.map((remark) => remark.problem).toReversed();
    return reject('words', ['title', 'text'], sentences(...before.toReversed(), problem), remarks.at(-1)?.remedy);
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
  const named = readFiles({ urls, pdf: cells.pdf }, isFileName, addDefect);
  for (const [kind, names] of [
    ['photo', named.photos] as const,
    ['pdf', named.pdf === null ? [] : [named.pdf]] as const,
  ])
    for (const name of names.filter((candidate) => findFile(candidate, kind) === 'several')) {
      addDefect(
        t('There are several files named {file}.', { file: quoted(name) }),
        t('Imported without it. Write it with its folder, or rename one of the files.'),
      );
      repairs.add(kind === 'pdf' ? 'pdf' : 'photos');
    }
  const isUnclear = (name: string, kind: 'photo' | 'pdf') => findFile(name, kind) === 'several';
  const read: Omit<ImportedVisit, 'source'> = {
    row,
    visit,
    stated: statedPartsOf(cells, moment.isTimed, reader, visit),
    photos: named.photos.filter((name) => !isUnclear(name, 'photo')),
    pdf: named.pdf !== null && isUnclear(named.pdf, 'pdf') ? null : named.pdf,
  };
  const { isTimed } = moment;
  return {
    draft: { number, name: row, cells, site, visit: read, isTimed, fault: null, repairs: [...repairs] },
    remarks,
  };
}

const titleOfText = ({ text }: VisitCells, { columnIndexes, heads }: Pick<RowReader, 'columnIndexes' | 'heads'>) =>
  titledText(text, columnIndexes.text.length > 1 ? columnIndexes.text.map((index) => heads.get(index) ?? '') : []);

function statedPartsOf(cells: VisitCells, isTimed: boolean, reader: RowReader, { tasks }: VisitText): StatedParts {
  const { title, text } = titleOfText(cells, reader);
  const whole = storedText(cells.text);
  // its first line may be the title, and in no text
  const isCut = cells.title === '' && text !== title && lengthOf(whole) <= taskLimits.text;
  return {
    time: isTimed,
    title: cells.title !== '',
    text: cells.text === '' ? null : isCut ? whole : tasks,
    showing: cells.showing === '' || readYes(cells.showing) !== null,
  };
}

function readWords(cells: VisitCells, time: string, reader: RowReader, addDefect: AddDefect): VisitText | null {
  const { columnIndexes, heads, choices, now } = reader;
  const [year, month] = time.split('-');
  const titled = titleOfText(cells, { columnIndexes, heads });
  const isTitled = cells.title !== '' || cells.text === '';
  const kind = choices.kinds.get(comparedForm(cells.kind));
  return readVisit(
    {
      time,
      year,
      month,
      // a missing column of titles is mentioned once, not in every row
      title: columnIndexes.title.length === 0 && !isTitled ? titled.title : cells.title,
      lead: titled.title,
      tasks: !isTitled ? titled.text : columnIndexes.text.length === 0 && cells.text === '' ? cells.title : cells.text,
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

/** The names of sites and the kinds that mean nothing here, also those for which a person has chosen something. */
function unknownWords(
  rows: readonly ReadRow[],
  { matching, choices }: RowReader,
): Pick<TableReading, 'unknownSites' | 'unknownKinds'> {
  const names = new Map<string, UnknownWord>();
  const kinds = new Map<string, UnknownWord>();
  const count = (words: Map<string, UnknownWord>, written: string) => {
    const form = comparedForm(written);
    words.set(form, { written: words.get(form)?.written ?? written, form, rows: (words.get(form)?.rows ?? 0) + 1 });
  };
  for (const { cells, fault, site } of rows) {
    if (fault?.kind === 'no visit') continue;
    if (fault?.kind === 'site' || (site !== null && choices.sites.has(comparedForm(cells.site))))
      count(names, cells.site);
    if (cells.kind !== '' && readKind(cells.kind) === undefined) count(kinds, cells.kind);
  }
  return {
    unknownSites: Array.from(names.values(), (word, index) => ({
      ...word,
      // more of them are a column that names no sites, and comparing takes long
      nearest: index < namesCompared ? matching.nearest(word.written) : null,
      chosen: choices.sites.get(word.form) ?? null,
    })),
    unknownKinds: Array.from(kinds.values(), (word) => ({ ...word, chosen: choices.kinds.get(word.form) ?? null })),
  };
}
