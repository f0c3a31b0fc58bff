/** Matches invisible characters, which copied text may contain. */
const invisible = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/gu;
/** Matches digits in groups of three, such as `1,000`, `1 000` and `1’000`. A point is a decimal separator and never separates groups. */
const grouped = /^\d{1,3}(?:[,\s’']\d{3})+$/u;

export interface WholeNumber {
  readonly number: number;
  /** Whether it was written differently from these digits, such as `1,200`, `12.00` or in full-width digits. */
  readonly isRewritten: boolean;
}

/**
 * Reads a whole number of 0 or more that was typed, pasted or imported: `12`, `1,200`, `１２`, and `12.00` from spreadsheets. Null for any other
 * text, such as `1.5`, `-3`, `12 times` and a letter O: a number is never extracted from a longer text. All whole numbers that people write are
 * read by this function.
 */
export function readWholeNumber(written: string): WholeNumber | null {
  const plain = written.normalize('NFKC').replaceAll(invisible, '').trim();
  const whole = plain.replace(/\.0{1,2}$/u, '');
  const digits = grouped.test(whole) ? whole.replaceAll(/\D/gu, '') : whole;
  const number = /^\d+$/u.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(number)) return null;
  return { number, isRewritten: written !== String(number) };
}
