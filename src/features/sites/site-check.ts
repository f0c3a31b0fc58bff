import { serverRefusal } from '../../lib/refusal.ts';
import { RequestError } from '../../lib/request-error.ts';
import { siteColumns, type SiteColumn, type SiteField } from '../../records/site/site-columns.ts';
import { hasRefusedCharacterInLines, tooLongText } from '../../lib/text-rules.ts';
import { readMonths, readPhone } from '../../records/site/typed-number.ts';
import { siteFields, type TypedSite } from './site-edit.ts';

export type SiteErrors = Partial<Record<SiteField, string>>;

/**
 * Says beside the field what the database would refuse.
 * @param fields the changed ones: stored values are not held against the user.
 */
export function checkSite(
  fields: readonly SiteField[],
  typed: TypedSite,
  otherNames: readonly string[] = [],
): SiteErrors {
  const errors: SiteErrors = {};
  for (const one of siteColumns.filter(({ column }) => fields.includes(column))) {
    const error = checkColumn(one, typed[one.column], otherNames);
    if (error) errors[one.column] = error;
  }
  return errors;
}

function checkColumn(column: SiteColumn, value: TypedSite[SiteField], otherNames: readonly string[]): string | null {
  if (typeof value !== 'string' || column.kind === 'status') return null;
  const text = value.trim();
  if (column.kind === 'name') {
    if (text === '') return 'Give the site a name.';
    if (otherNames.some((other) => other.toLowerCase() === text.toLowerCase())) return nameTaken;
  }
  if (text === '') return null;
  if (column.kind === 'phone') {
    const read = readPhone(text);
    return 'error' in read ? read.error : null;
  }
  if (column.kind === 'months') return readMonths(text) === null ? 'Use a whole number from 1 to 12.' : null;
  return (
    checkText(text, column.limit) ??
    (column.kind === 'amount' ? checkCount(text) : null) ??
    (column.kind === 'contract end' ? checkYear(text) : null)
  );
}

/** Used before the call, and when the database refuses. */
export const nameTaken = 'Another site has this name. Names are unique.';

function checkText(text: string, limit: number): string | null {
  const tooLong = tooLongText(text, limit);
  if (tooLong !== null) return tooLong;
  return hasRefusedCharacterInLines(text)
    ? 'This contains a character that cannot be shown. Type the text instead of pasting it.'
    : null;
}

/** Words are allowed ('1,250 vehicles'); a plain number must be one that counts things. */
function checkCount(text: string): string | null {
  const isNumber = /^[+-]?[\d.,]+$/u.test(text);
  return isNumber && !/^\d+$|^\d{1,3}(?:,\d{3})+$/u.test(text) ? 'Use a whole number, 0 or more.' : null;
}

/** While typing, a date picker yields year 2 or 20266. */
function checkYear(text: string): string | null {
  const year = /^(\d{4,6})-\d{2}-\d{2}$/u.exec(text)?.[1];
  return year && (Number(year) < 2000 || Number(year) > 2099) ? 'Choose a date between 2000 and 2099.' : null;
}

/** Refusals of the database by field; null when the save failed for another reason. */
export function refusedFields(error: unknown): SiteErrors | null {
  if (!(error instanceof RequestError)) return null;
  const { code } = serverRefusal(error);
  if (code === '23505') return { name: nameTaken };
  if (code !== '23514') return null;
  // a check is named after its column, and only the message contains the name
  const column = /\bmaintable_([a-z0-9_]+?)_check\d*\b/u.exec(error.message)?.[1];
  const field = siteFields.find((one) => one === column);
  return field ? { [field]: 'This cannot be stored. Make it shorter and use ordinary characters only.' } : null;
}
