import { t } from '../../lib/language/translate.ts';

// Reads and formats telephone numbers (`decisions §17`). A number that is typed with a country code is shown and dialled with it. A number without
// one is a number of Malaysia, shown with its leading 0 (`spec §2`). Eight digits without 0 and + may be a number of Singapore or of Malaysia, so
// the person is asked, unless no number of Singapore begins with these digits.
//
// The column stores a whole number (`spec §3`). Its digits show whether it begins with a country code: a number of Malaysia has at most ten
// digits without its 0, and ten only if it begins with 1. Numbers of the country code 1 have eleven digits. So every other number of ten or more
// digits begins with a country code.

export interface Telephone {
  country: 'malaysia' | 'singapore' | 'other';
  /** The number in the column: the digits without a leading 0 or +. */
  stored: number;
  /** The number for showing and dialling: `0123456789`, `+60 123456789`, `+65 81234567`, `1-300-88-1234`. */
  shown: string;
  /** The digits with the country code, without the +. */
  international: string;
}

/** The result of reading a typed number: a number, the two numbers that it may be, or a message. */
export type TelephoneReading =
  | { telephone: Telephone }
  | { malaysia: Telephone; singapore: Telephone }
  | { error: string };

/** Whether digits are a number of Malaysia without its 0: six to nine digits, or ten that begin with 1. */
const isNational = (digits: string) => /^\d{6,9}$|^1\d{9}$/u.test(digits);
/** Whether digits are a number of Malaysia that is dialled without a 0: 1-300, 1-700, 1-800. */
const isService = (digits: string) => /^1[378]00\d{6}$/u.test(digits);
/** Match a number with the country code of Singapore or Malaysia, and capture the number after the code. */
const singaporePattern = /^65([3689]\d{7})$/u;
const malaysiaPattern = /^60([1-9]\d{7,9})$/u;

/** The telephone of a number in the column. */
export function telephoneOf(stored: number): Telephone {
  const digits = String(stored);
  if (isService(digits)) {
    const shown = digits.replace(/^(.)(...)(..)/u, '$1-$2-$3-');
    return { country: 'malaysia', stored, shown, international: `60${digits}` };
  }
  const [, national] = malaysiaPattern.exec(digits) ?? [];
  if (national !== undefined) return { country: 'malaysia', stored, shown: `+60 ${national}`, international: digits };
  const [, local] = singaporePattern.exec(digits) ?? [];
  if (local !== undefined) return { country: 'singapore', stored, shown: `+65 ${local}`, international: digits };
  if (digits.length >= 10 && !isNational(digits))
    return { country: 'other', stored, shown: `+${digits}`, international: digits };
  return { country: 'malaysia', stored, shown: `0${digits}`, international: `60${digits}` };
}

/** The number of Singapore that a number of Malaysia with eight digits may be; null for other numbers. */
export function singaporeInstead({ stored, shown }: Telephone): Telephone | null {
  return /^0[3689]\d{7}$/u.test(shown) ? telephoneOf(Number(`65${stored}`)) : null;
}

/** Matches a label before a number, such as `Tel:`. */
const label = /^(?:tel(?:efon|ephone|\.?\s*no)?|phone|mobile|h\/?p|电话|手机)\s*[.:]?\s*(?=[+(\d])/iu;
/** Matches an extension after a number, such as `ext 12`. */
const extension = /\s*(?:ext(?:ension|n)?|samb(?:ungan)?|x|#|转|轉|分机|分機)\s*[.:]?\s*\d+$/iu;
/** Matches a separator between two numbers. */
const severalNumbers = /\d\s*(?:[/;,&|\n]|\b(?:or|and|atau|dan)\b|或|和|、)\s*[+(\d]/iu;
const separators = /[\s\-‐‑‒–—.()]/gu;

/** Reads a typed or pasted number, such as `012-345 6789`, `+60 (0)12 345 6789` or `0065 8123 4567`, also in full-width digits. */
export function readTelephone(typed: string): TelephoneReading {
  const text = typed.normalize('NFKC').trim().replace(label, '');
  if (severalNumbers.test(text)) return { error: t('Type one telephone number only.') };
  if (extension.test(text)) return { error: t('Leave the extension out: only the number itself can be stored.') };
  const compact = text.replace(/^(\+|00)(.*?)\(0\)/u, '$1$2').replaceAll(separators, '');
  if (!/^\+?\d+$/u.test(compact)) return { error: t('Use digits only, for example 012-345 6789.') };
  const [, prefix, digits = compact] = /^(\+|00)(\d+)$/u.exec(compact) ?? [];
  // removes the 0 before an area code, which is not dialled after a country code, and a 0 before the country code itself
  const internationalDigits = digits.replace(/^(0?)(6[05])0/u, '$2').replace(/^0(?=6[05])/u, '');
  if (prefix !== undefined) return withCode(internationalDigits);
  if (malaysiaPattern.test(internationalDigits) || singaporePattern.test(internationalDigits))
    return asTelephone(internationalDigits);
  if (singaporePattern.test(`65${digits}`))
    return { malaysia: telephoneOf(Number(digits)), singapore: telephoneOf(Number(`65${digits}`)) };
  const national = digits.replace(/^0/u, '');
  if (isNational(national)) return asTelephone(national);
  if (national.length < 6 || national.length > 15) return { error: t('A telephone number has 6 to 15 digits.') };
  return { error: t('Begin a number of another country with + and its code.') };
}

const asTelephone = (digits: string): TelephoneReading => ({ telephone: telephoneOf(Number(digits)) });

function withCode(digits: string): TelephoneReading {
  if (digits.startsWith('60') && !malaysiaPattern.test(digits))
    return { error: t('A number of Malaysia has 8 to 10 digits after +60, for example +60 12-345 6789.') };
  if (digits.startsWith('65') && !singaporePattern.test(digits))
    return { error: t('A number of Singapore has 8 digits after +65, for example +65 8123 4567.') };
  // shorter numbers could not be distinguished from numbers of Malaysia
  if (digits.length < 10 || digits.length > 15 || isNational(digits) || digits.startsWith('0'))
    return { error: t('With + and its country code a telephone number has 10 to 15 digits.') };
  return asTelephone(digits);
}

/** The forms of a number by which a search finds it: with and without the country code and the 0, and its last 8, 7 and 4 digits. */
export function searchedForms(telephone: Telephone): string[] {
  const { international, shown } = telephone;
  const local = telephone.country === 'other' ? international : international.slice(2);
  const otherReading = singaporeInstead(telephone);
  return [
    `00${international}`,
    international,
    `0${local}`,
    shown.replaceAll(/\D/gu, ''),
    ...(otherReading === null ? [] : [otherReading.international]),
    ...[0, -8, -7, -4].map((start) => local.slice(start)),
  ];
}
