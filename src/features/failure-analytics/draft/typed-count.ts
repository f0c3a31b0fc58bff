import { t } from '../../../lib/language/translate.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { readWholeNumber } from '../../../records/whole-number.ts';

// Counts as people type and paste them

export const maxCount = 999_999;

/** How a typed or pasted count was read. */
export interface CountReading {
  /** Null for what is no count, which is not stored as something else. */
  readonly count: number | null;
  /** What is wrong. */
  readonly error: string | null;
  /** The digits that the field shows, where something else was written. */
  readonly remark: string | null;
}

/** Reads a count; nothing is 0 (`spec §5`). */
export function readCount(typed: string): CountReading {
  if (typed.trim() === '') return { count: 0, error: null, remark: null };
  const read = readWholeNumber(typed);
  if (!read) {
    const error = t('“{typed}” is not a whole number. Write how often it failed.', { typed: shortened(typed.trim()) });
    return { count: null, error, remark: null };
  }
  const { number, isRewritten } = read;
  if (number > maxCount)
    return { count: null, error: t('The maximum is {count}.', { count: countText(maxCount) }), remark: null };
  return {
    count: number,
    error: null,
    remark: isRewritten ? t('Read as {count}.', { count: String(number) }) : null,
  };
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
