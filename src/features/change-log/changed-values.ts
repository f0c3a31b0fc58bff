import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { momentText } from '../../records/time.ts';

// Makes the texts for the values of a record in a line of the change log.

/** For each column its label, and a function that makes the text of its stored value, or null for no value. */
export type LoggedColumns = Readonly<Record<string, [label: string, asText: AsText]>>;
type AsText = (stored: unknown) => string | null;

/** The text for a column; null if the column is missing. A stored null may have a text, such as *the whole site* for a post. */
const textIn = (side: Change['before'], column: string, asText: AsText) =>
  side !== null && column in side ? asText(side[column]) : null;

/** The values whose texts differ before and after the change. */
export function changedValues({ before, after }: Change, columns: LoggedColumns): ChangedValue[] {
  return Object.entries(columns)
    .map(([column, [label, asText]]) => ({
      label,
      before: textIn(before, column, asText),
      after: textIn(after, column, asText),
    }))
    .filter((value) => value.before !== value.after);
}

/** A stored text; null if it is blank or not a text. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A stored time in words, or the stored text itself if it is no time. */
export function momentOf(moment: unknown): string | null {
  const text = textOf(moment);
  return text !== null && !Number.isNaN(Date.parse(text)) ? momentText(text) : text;
}
