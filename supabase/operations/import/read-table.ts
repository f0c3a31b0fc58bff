import { comparedForm } from '../../../src/lib/calendar/plain-form.ts';
import { said, type Message } from '../../../src/lib/language/translate.ts';
import { countedNoun, listedWords } from '../../../src/records/counted.ts';
import { dateOrders } from '../../../src/records/import/date-column.ts';
import type { FileFinder, NamedFile } from '../../../src/records/import/file-list.ts';
import type { ImportSite } from '../../../src/records/import/site-names.ts';
import { noChoices, type TableChoices } from '../../../src/records/import/table-choices.ts';
import {
  allSheets,
  openTable,
  readingOf,
  tableOf,
  type FileChoices,
  type FileReading,
} from '../../../src/records/import/table-file.ts';
import { encodings, separators } from '../../../src/records/import/table-text.ts';
import { fileColumns, headingRow, visitColumns, type VisitColumn } from '../../../src/records/import/visit-columns.ts';
import { readVisitTable, type TableQuestion, type TableReading } from '../../../src/records/import/visit-table.ts';
import type { Print } from './run-import.ts';

/** The optional switches for a table of visits. They override what is found in the file. */
export const tableSwitches = {
  encoding: { type: 'string' },
  separator: { type: 'string' },
  sheet: { type: 'string' },
  dates: { type: 'string' },
  column: { type: 'string', multiple: true },
  site: { type: 'string' },
  hidden: { type: 'string' },
  'same-day': { type: 'string' },
} as const;

export const tableHelp = `  --encoding E        of a CSV: ${encodings.map(({ value }) => value).join(', ')}
  --separator S       of a CSV: comma, semicolon, tab or bar (|)
  --sheet NAME        of a workbook; all: every sheet that has the columns of the first one
  --hidden read       reads the rows that a workbook hides too
  --dates ORDER       day-first, month-first or year-first, where the rows do not tell
  --column HEAD=WHAT  what a column is (${visitColumns.map(({ value }) => value).join(', ')}), or nothing for not used;
                      once for each column
  --site NAME         of all visits, where no column names it
  --same-day add      imports a visit although the site has one with a similar title on the same day`;

type SwitchValues = Partial<Record<Exclude<keyof typeof tableSwitches, 'column'>, string>> & { column?: string[] };

/**
 * Reads a CSV or a workbook of visits in the same way as the screen *Sites*, and prints how it was read.
 * @throws Error that names the switch with which something has to be decided
 */
export async function readTable(
  bytes: Uint8Array,
  sites: readonly ImportSite[],
  values: SwitchValues,
  print: Print,
  files?: FileFinder<NamedFile>,
): Promise<TableReading> {
  const file = await openTable(bytes, () => import('../../../src/records/import/workbook.ts'));
  const index = file.kind === 'workbook' ? file.sheets.findIndex(({ name }) => name === values.sheet) : -1;
  const sheet = index === -1 && values.sheet === allSheets && file.kind === 'workbook' ? allSheets : index;
  if (values.sheet !== undefined && sheet === -1) throw new Error(`There is no sheet named ${values.sheet}.`);
  const options: FileChoices = {
    encoding: choiceNamed(encodings, 'encoding', values.encoding),
    separator: choiceNamed(
      separators.map((separator) => ({ ...separator, name: said(separator.label).toLowerCase() })),
      'separator',
      values.separator,
    ),
    sheet: sheet === -1 ? null : sheet,
  };
  const { text, ...settings } = readingOf(file, options);
  const table = tableOf(file, { ...settings, text });
  const columns = fileColumns(table.rows, headingRow(table.rows));
  const choices: TableChoices = {
    ...noChoices,
    order: choiceNamed(dateOrders, 'dates', values.dates),
    site: values.site === undefined ? null : siteNamed(values.site, sites),
    hidden: choiceNamed([{ value: 'read' }], 'hidden', values.hidden) !== null,
    roles: new Map(
      (values.column ?? []).map((columnSwitch) => {
        const separatorIndex = columnSwitch.lastIndexOf('=');
        const [head, what] = [columnSwitch.slice(0, separatorIndex), columnSwitch.slice(separatorIndex + 1).trim()];
        const column = columns.find((candidate) => comparedForm(candidate.head) === comparedForm(head));
        if (separatorIndex === -1 || !column)
          throw new Error(`--column ${columnSwitch}: there is no column of that name.`);
        return [column.index, what === '' ? null : choiceNamed<VisitColumn>(visitColumns, 'column', what)];
      }),
    ),
  };
  const reading = await readVisitTable(table, sites, choices, new Date(), files ? { files } : {});
  print(readingText(settings, reading));
  if (reading.questions.length > 0)
    throw new Error(reading.questions.map((question) => questionText(question, reading)).join(' '));
  return reading;
}

/** The value that a switch names; null when the switch is not given. @param what the name of the switch @throws Error for an unknown name */
function choiceNamed<Value extends string>(
  list: readonly { value: Value; name?: string }[],
  what: string,
  switchValue: string | undefined,
): Value | null {
  if (switchValue === undefined) return null;
  const found = list.find(({ value, name = value }) => name === switchValue.toLowerCase());
  if (!found)
    throw new Error(`--${what} is ${listedWords(list.map(({ value, name = value }) => name))}, not ${switchValue}.`);
  return found.value;
}

function siteNamed(switchValue: string, sites: readonly ImportSite[]): string {
  const found = sites.find(({ name }) => comparedForm(name) === comparedForm(switchValue));
  if (!found) throw new Error(`There is no site named ${switchValue}.`);
  return found.name;
}

/** The label of a value on the screen; empty for null. */
function labelOf(list: readonly { value: string; label: Message }[], value: string | null): string {
  const found = list.find((candidate) => candidate.value === value);
  return found ? said(found.label) : '';
}

function readingText(
  { encoding, separator, alternative: alternativeEncoding, sheets, sheet, matchingSheets, unread, lost }: FileReading,
  reading: TableReading,
): string {
  const { columns, roles, notation, hiddenCount } = reading;
  const roleTexts = columns.flatMap(({ index, head }) => (roles.has(index) ? [`${head}: ${roles.get(index)}`] : []));
  const unused = columns.flatMap(({ index, head }) => (roles.has(index) ? [] : [head]));
  return [
    encoding === null
      ? sheet === allSheets
        ? `Sheets ${listedWords(matchingSheets.map((index) => sheets[index] ?? ''))}`
        : `Sheet ${sheets[sheet]}`
      : `${labelOf(encodings, encoding)}, separator ${labelOf(separators, separator).toLowerCase()}`,
    alternativeEncoding !== null && `perhaps ${labelOf(encodings, alternativeEncoding)}`,
    lost > 0 && `${countedNoun(lost, 'character')} not of this encoding`,
    notation.dependsOnOrder && `dates ${labelOf(dateOrders, notation.order).toLowerCase() || 'in an unknown order'}`,
    notation.dependsOnEpoch && `numbers of dates counted from ${notation.epoch}`,
    `columns ${roleTexts.join(', ') || 'unknown'}`,
    unused.length > 0 && `not used: ${listedWords(unused)}`,
    hiddenCount > 0 &&
      `${countedNoun(hiddenCount, 'row')} hidden in the workbook, ${reading.isHiddenRead ? 'read too' : 'left out (--hidden read)'}`,
    unread.length > 0 &&
      `not read: ${listedWords(unread.map(({ name, rows }) => `sheet ${name} with ${countedNoun(rows, 'row')}`))} (--sheet NAME, --sheet ${allSheets})`,
  ]
    .filter((part) => part !== false)
    .join('; ');
}

function questionText(question: TableQuestion, { foundRoles: found, columns }: TableReading): string {
  const heads = (indexes: readonly number[]) =>
    listedWords(columns.flatMap(({ index, head }) => (indexes.includes(index) ? [head] : [])));
  const texts: Readonly<Record<TableQuestion, string>> = {
    site: 'No column names the site: use --site NAME, or --column HEAD=site.',
    date:
      found.dates.length > 0
        ? `${heads(found.dates)} hold dates: use --column HEAD=date.`
        : 'No column is the date: use --column HEAD=date.',
    time: `${heads(found.times)} hold times: use --column HEAD=time, or --column HEAD= for none.`,
    order: 'The rows do not tell day and month apart: use --dates day-first or --dates month-first.',
    words: 'No column is the title or the text: use --column HEAD=text.',
  };
  return texts[question];
}
