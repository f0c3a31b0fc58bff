/** Invisible characters, as copied text has them. */
const invisible = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/gu;
/** Digits in groups of three, such as `1,000`, `1 000` and `1’000`. A point separates decimals here, never groups. */
const grouped = /^\d{1,3}(?:[,\s’']\d{3})+$/u;

export interface WholeNumber {
  readonly number: number;
  /** Whether it was written in another way than in these digits alone, such as `1,200`, `12.00` or in wide digits. */
  readonly isRewritten: boolean;
}

/**
 * Reads a whole number from 0 that was typed, pasted or imported: `12`, `1,200`, `１２` and, as spreadsheets write it, `12.00`. Null for
 * all else, such as `1.5`, `-3`, `12 times` and a letter O: a number is never taken out of a text that says something else. No other
 * function reads the numbers that people write.
 */
export function readWholeNumber(written: string): WholeNumber | null {
  const plain = written.normalize('NFKC').replaceAll(invisible, '').trim();
  const whole = plain.replace(/\.0{1,2}$/u, '');
  const digits = grouped.test(whole) ? whole.replaceAll(/\D/gu, '') : whole;
  const number = /^\d+$/u.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(number)) return null;
  return { number, isRewritten: written !== String(number) };
}
