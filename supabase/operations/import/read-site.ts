import { readMonths, readPhone } from '../../../src/records/site/typed-number.ts';
import { siteColumns, type SiteColumn, type SiteFields } from '../../../src/records/site/site-columns.ts';
import { quoted, type Report } from '../../../src/records/import/import-plan.ts';
import { readLine, readText, plainText, readYes } from '../../../src/records/import/read-visit.ts';

/** The portal's two country codes, which are not stored. */
const countryCode = /^(?:\+|00)\s*6[05][\s-]*/u;

/** Reads a row of the old `maintable` (`spec §3`); unusable values are reported and left out. */
export function readSite(row: Readonly<Record<string, unknown>>, report: Report): Partial<SiteFields> {
  const values = siteColumns.flatMap((column) => {
    const value = row[column.column];
    if (plainText(value).trim() === '') return [];
    const stored = readField(column, value, report);
    return stored === null ? [] : [[column.column, stored] as const];
  });
  return Object.fromEntries(values);
}

function readField(column: SiteColumn, value: unknown, report: Report): string | number | boolean | null {
  const refuse = (why: string) => {
    report(`${column.label} ${quoted(value)}: ${why}`, 'Left empty.');
    return null;
  };
  const read = column.kind === 'lines' ? readText : readLine;
  const text = read(value, column.label, report);
  if (column.kind === 'status') return readYes(value) ?? refuse('It is neither online nor offline.');
  if (column.kind === 'months') return readMonths(text) ?? refuse('It is not a number from 1 to 12.');
  if (column.kind !== 'phone') return cutToLimit(column.label, text, column.limit, report) || null;
  const phone = readPhone(text.replace(countryCode, ''));
  return 'number' in phone ? phone.number : refuse(phone.error);
}

function cutToLimit(label: string, text: string, limit: number, report: Report): string {
  const characters = Array.from(text);
  if (characters.length <= limit) return text;
  report(`${label} has ${characters.length} characters; ${limit} can be kept.`, 'Cut off.');
  return characters.slice(0, limit).join('').trimEnd();
}
