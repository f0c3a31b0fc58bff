/** Marks that cannot be seen, as copied text has them. */
const unseen = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/gu;
/** Digits in groups of three, such as `1,000`, `1 000` and `1’000`. A point separates decimals here. */
const grouped = /^\d{1,3}(?:[,\s’']\d{3})+$/u;

export interface WholeNumber {
  readonly number: number;
  /** Whether it was written in another way than in these digits alone, such as `1,200`, `12.00` or in wide digits. */
  readonly isRewritten: boolean;
}

/**
 * The one reader of whole numbers from 0, for what is typed, pasted and imported: `12`, `1,200`, `１２` and, as spreadsheets write it, `12.00`. Null for
 * all else, such as `1.5`, `-3`, `12 times` and a letter O: a number is never taken out of a text that says something else.
 */
export function readWholeNumber(written: string): WholeNumber | null {
  const plain = written.normalize('NFKC').replaceAll(unseen, '').trim();
  const whole = plain.replace(/\.0{1,2}$/u, '');
  const digits = grouped.test(whole) ? whole.replaceAll(/\D/gu, '') : whole;
  const number = /^\d+$/u.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(number)) return null;
  return { number, isRewritten: written !== String(number) };
}
