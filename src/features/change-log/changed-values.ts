import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { momentText } from '../../records/time.ts';

// The values of a record in a line of the change log, in words.

/** By column: its label, and how its stored value is written in words; null for no value. */
export type LoggedColumns = Readonly<Record<string, [label: string, asText: AsText]>>;
type AsText = (stored: unknown) => string | null;

/** The value of a column in words. A missing column has no value. A column that is null may have one, such as *the whole site* for a post. */
const textIn = (side: Change['before'], column: string, asText: AsText) =>
  side !== null && column in side ? asText(side[column]) : null;

/** The values whose words differ before and after the change. */
export function changedValues({ before, after }: Change, columns: LoggedColumns): ChangedValue[] {
  return Object.entries(columns)
    .map(([column, [label, asText]]) => ({
      label,
      before: textIn(before, column, asText),
      after: textIn(after, column, asText),
    }))
    .filter((changed) => changed.before !== changed.after);
}

/** A stored text; null for an empty one or another type. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A stored moment in words. */
export function momentOf(moment: unknown): string | null {
  const text = textOf(moment);
  return text !== null && !Number.isNaN(Date.parse(text)) ? momentText(text) : text;
}
