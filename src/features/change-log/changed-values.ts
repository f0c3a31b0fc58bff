import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { momentText } from '../../records/time.ts';

// The values of a record in a line of the change log, in words.

/** By column: what it is called, and its stored value in words, null for none. */
export type LoggedColumns = Readonly<Record<string, [label: string, asText: AsText]>>;
type AsText = (stored: unknown) => string | null;

/** A side that lacks a column has no value of it: the text for null may be one, as the whole site is a post. */
const textIn = (side: Change['before'], column: string, asText: AsText) =>
  side !== null && column in side ? asText(side[column]) : null;

/** The values that differ in words. */
export function changedValues({ before, after }: Change, columns: LoggedColumns): ChangedValue[] {
  return Object.entries(columns)
    .map(([column, [label, asText]]) => ({
      label,
      before: textIn(before, column, asText),
      after: textIn(after, column, asText),
    }))
    .filter((changed) => changed.before !== changed.after);
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A stored moment in words. */
export function momentOf(moment: unknown): string | null {
  const text = textOf(moment);
  return text !== null && !Number.isNaN(Date.parse(text)) ? momentText(text) : text;
}
