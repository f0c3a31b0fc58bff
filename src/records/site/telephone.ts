import { t } from '../../lib/language/translate.ts';

// Rule (`decisions §17`): a number that is typed with its country code keeps it, and is shown and dialled with it; without
// one it is a number of Malaysia, shown with its leading 0 (`spec §2`). Eight digits without 0 and + may be a number of
// Singapore or of Malaysia, so the person is asked; where no number of Singapore begins so, they are one of Malaysia.
//
// The column is a whole number (`spec §3`). Its digits tell both apart: a number of Malaysia has at most ten without its 0, and ten
// only when it begins with 1, where no country code has so few. Every other one of ten digits and more begins with its code.

export interface Telephone {
  country: 'malaysia' | 'singapore' | 'other';
  /** What the column takes: the digits without a leading 0 or +. */
  stored: number;
  /** As it is shown and dialled: `0123456789`, `+60 123456789`, `+65 81234567`, `1-300-88-1234`. */
  shown: string;
  /** The digits with the country code, without the +. */
  international: string;
}

/** What a typed number is read as: a number, the two numbers that it may be, or none for a reason. */
export type TelephoneReading =
  | { telephone: Telephone }
  | { malaysia: Telephone; singapore: Telephone }
  | { error: string };

/** Whether this is a number of Malaysia without its 0: at most ten digits, and ten begin with 1. */
const isNational = (digits: string) => /^\d{6,9}$|^1\d{9}$/u.test(digits);
/** Whether this is a number of Malaysia that is dialled without a 0: 1-300, 1-700, 1-800. */
const isService = (digits: string) => /^1[378]00\d{6}$/u.test(digits);
const ofSingapore = /^65([3689]\d{7})$/u;
const ofMalaysia = /^60([1-9]\d{7,9})$/u;

/** A number as the column stores it. */
export function telephoneOf(stored: number): Telephone {
  const digits = String(stored);
  if (isService(digits)) {
    const shown = digits.replace(/^(.)(...)(..)/u, '$1-$2-$3-');
    return { country: 'malaysia', stored, shown, international: `60${digits}` };
  }
  const [, national] = ofMalaysia.exec(digits) ?? [];
  if (national !== undefined) return { country: 'malaysia', stored, shown: `+60 ${national}`, international: digits };
  const [, local] = ofSingapore.exec(digits) ?? [];
  if (local !== undefined) return { country: 'singapore', stored, shown: `+65 ${local}`, international: digits };
  if (digits.length >= 10 && !isNational(digits))
    return { country: 'other', stored, shown: `+${digits}`, international: digits };
  return { country: 'malaysia', stored, shown: `0${digits}`, international: `60${digits}` };
}

/** The number of Singapore that a number shown with a 0 may be, because it was typed with its eight digits; null for others. */
export function singaporeInstead({ stored, shown }: Telephone): Telephone | null {
  return /^0[3689]\d{7}$/u.test(shown) ? telephoneOf(Number(`65${stored}`)) : null;
}

/** What people write before a number. */
const label = /^(?:tel(?:efon|ephone|\.?\s*no)?|phone|mobile|h\/?p|电话|手机)\s*[.:]?\s*(?=[+(\d])/iu;
const extension = /\s*(?:ext(?:ension|n)?|samb(?:ungan)?|x|#|转|轉|分机|分機)\s*[.:]?\s*\d+$/iu;
/** Between two numbers. */
const severalNumbers = /\d\s*(?:[/;,&|\n]|\b(?:or|and|atau|dan)\b|或|和|、)\s*[+(\d]/iu;
const separators = /[\s\-‐‑‒–—.()]/gu;

/** Reads a number as people type or paste it: `012-345 6789`, `+60 (0)12 345 6789`, `0065 8123 4567`, in digits of any width. */
export function readTelephone(typed: string): TelephoneReading {
  const text = typed.normalize('NFKC').trim().replace(label, '');
  if (severalNumbers.test(text)) return { error: t('Type one telephone number only.') };
  if (extension.test(text)) return { error: t('Leave the extension out: only the number itself can be stored.') };
  const whole = text.replace(/^(\+|00)(.*?)\(0\)/u, '$1$2').replaceAll(separators, '');
  if (!/^\+?\d+$/u.test(whole)) return { error: t('Use digits only, for example 012-345 6789.') };
  const [, mark, digits = whole] = /^(\+|00)(\d+)$/u.exec(whole) ?? [];
  // the 0 before an area code is not dialled after a country code
  const coded = digits.replace(/^(0?)(6[05])0/u, '$2').replace(/^0(?=6[05])/u, '');
  if (mark !== undefined) return withCode(coded);
  if (ofMalaysia.test(coded) || ofSingapore.test(coded)) return asTelephone(coded);
  if (ofSingapore.test(`65${digits}`))
    return { malaysia: telephoneOf(Number(digits)), singapore: telephoneOf(Number(`65${digits}`)) };
  const national = digits.replace(/^0/u, '');
  if (isNational(national)) return asTelephone(national);
  if (national.length < 6 || national.length > 15) return { error: t('A telephone number has 6 to 15 digits.') };
  return { error: t('Begin a number of another country with + and its code.') };
}

const asTelephone = (digits: string): TelephoneReading => ({ telephone: telephoneOf(Number(digits)) });

function withCode(digits: string): TelephoneReading {
  if (digits.startsWith('60') && !ofMalaysia.test(digits))
    return { error: t('A number of Malaysia has 8 to 10 digits after +60, for example +60 12-345 6789.') };
  if (digits.startsWith('65') && !ofSingapore.test(digits))
    return { error: t('A number of Singapore has 8 digits after +65, for example +65 8123 4567.') };
  // shorter ones could not be told from those of Malaysia
  if (digits.length < 10 || digits.length > 15 || isNational(digits) || digits.startsWith('0'))
    return { error: t('With + and its country code a telephone number has 10 to 15 digits.') };
  return asTelephone(digits);
}

/** What a search finds a number by: with and without code and 0, and by its end. */
export function searchedForms(telephone: Telephone): string[] {
  const { international, shown } = telephone;
  const local = telephone.country === 'other' ? international : international.slice(2);
  const instead = singaporeInstead(telephone);
  return [
    `00${international}`,
    international,
    `0${local}`,
    shown.replaceAll(/\D/gu, ''),
    ...(instead === null ? [] : [instead.international]),
    ...[0, -8, -7, -4].map((start) => local.slice(start)),
  ];
}
