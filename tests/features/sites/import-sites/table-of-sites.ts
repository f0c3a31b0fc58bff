import {
  noSiteChoices,
  readSiteTable,
  type SiteTableChoices,
} from '../../../../src/features/sites/import-sites/read-site-table.ts';
import { knownSiteHeads } from '../../../../src/features/sites/import-sites/site-heads.ts';
import { openTable, readingOf, tableOf, type FileChoices } from '../../../../src/records/import/table-file.ts';

const now = new Date('2026-11-22T12:00:00+08:00');
/** Leaves everything to what the file tells. */
const nothingChosen: FileChoices = { encoding: null, separator: null, sheet: null };

/** Reads a table of sites as the dialog does. */
export async function readSites(
  bytes: Uint8Array,
  { how = {}, choices = {} }: { how?: Partial<FileChoices>; choices?: Partial<SiteTableChoices> } = {},
) {
  const file = await openTable(bytes, () => import('../../../../src/records/import/workbook.ts'));
  const found = readingOf(file, { ...nothingChosen, ...how }, knownSiteHeads);
  const reading = readSiteTable(tableOf(file, found, knownSiteHeads), { ...noSiteChoices, ...choices }, now);
  return {
    ...reading,
    found,
    /** The values that would be typed into the form of each site. */
    typed: reading.rows.flatMap(({ typed, skipped }) => (skipped === null ? [typed] : [])),
    /** A problem, such as `row 3 person_in_charge: Use digits only`. */
    problems: reading.rows.flatMap(({ row, problems }) =>
      problems.map(({ field, text }) => `${row} ${field}: ${text}`),
    ),
    skipped: reading.rows.flatMap(({ row, skipped }) => (skipped === null ? [] : [`${row}: ${skipped}`])),
    /** The heads without a column of a site. */
    unused: reading.columns.flatMap(({ index, head }) => (reading.roles.has(index) ? [] : [head])),
  };
}

export const siteCsv = (...rows: string[]) => new TextEncoder().encode(rows.join('\r\n'));
