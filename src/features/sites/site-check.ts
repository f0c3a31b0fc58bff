import { readPhone } from '../../records/site/phone-number.ts';
import type { TypedSite } from './site-edit.ts';
import { siteTextLimits, type SiteField } from '../../records/site/site-fields.ts';

/** What is wrong, in words, by field. */
export type SiteErrors = Partial<Record<SiteField, string>>;

/** Control characters and those that turn the direction of text, as the database refuses them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unfit = /[\u0001-\u0008\u000B\u000C\u000E-\u001F\u007F\u202A-\u202E\u2066-\u2069]/u;

/**
 * Checks fields before the call, so that what the database would refuse is said beside the field.
 * @param fields those that were changed: what is stored already is not held against the person.
 * @param otherNames names of the other sites, which are unique.
 */
export function checkSite(
  fields: readonly SiteField[],
  typed: TypedSite,
  otherNames: readonly string[] = [],
): SiteErrors {
  const errors: SiteErrors = {};
  for (const field of fields) {
    const error = checkField(field, typed, otherNames);
    if (error) errors[field] = error;
  }
  return errors;
}

function checkField(field: SiteField, typed: TypedSite, otherNames: readonly string[]): string | null {
  if (field === 'status') return null;
  const text = typed[field].trim();
  if (field === 'name') {
    if (text === '') return 'Give the site a name.';
    if (otherNames.some((other) => other.toLowerCase() === text.toLowerCase())) return nameTaken;
  }
  if (text === '') return null;
  if (field === 'person_in_charge') {
    const read = readPhone(text);
    return 'error' in read ? read.error : null;
  }
  return (
    checkText(text, siteTextLimits[field]) ??
    (field === 'gate_numbers' || field === 'rfid_unit' || field === 'capacity' ? checkCount(text) : null) ??
    (field === 'contract_until' ? checkYear(text) : null)
  );
}

/** Said before the call, and when the database says it. */
export const nameTaken = 'Another site has this name. Names are unique.';

function checkText(text: string, limit: number): string | null {
  // the database counts characters, not halves of them
  const length = Array.from(text).length;
  if (length > limit) return `Use at most ${limit} characters. These are ${length}.`;
  return unfit.test(text) ? 'This holds a character that cannot be shown. Type the text instead of pasting it.' : null;
}

/** Words are welcome ('1,250 vehicles'); what is only a number must be one that counts things. */
function checkCount(text: string): string | null {
  const isNumber = /^[+-]?[\d.,]+$/u.test(text);
  return isNumber && !/^\d+$|^\d{1,3}(?:,\d{3})+$/u.test(text) ? 'Use a whole number, 0 or more.' : null;
}

/** A date picker takes year 2 and year 20266 while one is typing. */
function checkYear(text: string): string | null {
  const year = /^(\d{4,6})-\d{2}-\d{2}$/u.exec(text)?.[1];
  return year && (Number(year) < 2000 || Number(year) > 2099) ? 'Choose a date between 2000 and 2099.' : null;
}
