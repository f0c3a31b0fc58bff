import { t } from '../../../lib/language/translate.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { readWholeNumber } from '../../../records/whole-number.ts';

// Reads counts as people type and paste them.

/** The largest count that the database accepts. */
export const maxCount = 999_999;

/** How a typed or pasted count was read. */
export interface CountReading {
  /** Null if the text is no valid count. */
  readonly count: number | null;
  /** A message that says what is wrong; null for a valid count. */
  readonly error: string | null;
  /** A message with the count as it was read, if it was written in another way than in plain digits; else null. */
  readonly remark: string | null;
}

/** Reads a count; an empty text is 0 (`spec §5`). */
export function readCount(typed: string): CountReading {
  if (typed.trim() === '') return { count: 0, error: null, remark: null };
  const reading = readWholeNumber(typed);
  if (!reading) {
    const error = t('“{typed}” is not a whole number. Write how often it failed.', { typed: shortened(typed.trim()) });
    return { count: null, error, remark: null };
  }
  const { number, isRewritten } = reading;
  if (number > maxCount)
    return { count: null, error: t('The maximum is {count}.', { count: countText(maxCount) }), remark: null };
  return {
    count: number,
    error: null,
    remark: isRewritten ? t('Read as {count}.', { count: String(number) }) : null,
  };
}

/** The text, cut to 40 characters, which a message has room for. */
function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
