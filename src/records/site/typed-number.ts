import { t } from '../../lib/language/translate.ts';
import { readWholeNumber } from '../whole-number.ts';

type PhoneReading = { number: number } | { error: string };

const separators = /[\s\-–().]/gu;

/** A national number, with spaces, dashes, dots or brackets: `012-345 6789` and `12 345 6789` are both 123456789. */
export function readPhone(typed: string): PhoneReading {
  const digits = typed.replace(separators, '');
  if (digits.startsWith('+') || digits.startsWith('00'))
    return {
      error: t('Leave the country code out: type the number as it is dialled here, for example 012-345 6789.'),
    };
  if (!/^\d+$/u.test(digits)) return { error: t('Use digits only, for example 012-345 6789.') };
  const number = digits.replace(/^0/u, '');
  // the column's limit, and that of E.164
  if (number.length < 6 || number.length > 15) return { error: t('A telephone number has 6 to 15 digits.') };
  return { number: Number(number) };
}

/** Reads a number of months from 1 to 12; null for anything else. */
export function readMonths(typed: string): number | null {
  const months = readWholeNumber(typed)?.number ?? 0;
  return months >= 1 && months <= 12 ? months : null;
}
