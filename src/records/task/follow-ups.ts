import * as v from 'valibot';
import { sanitizedText, storedText, tooLongText } from '../../lib/text-rules.ts';

/*
 * Recommendations of visits (`decisions §14`). A visit has them in `follow`, each with a number of its own; a later visit names those that
 * it carried out in `closes`, and an admin closes a line without a visit by a reason on the line. A stored list of another form says
 * nothing, and passes through saves as it is.
 */

export const followLimits = { lines: 5, number: 99, text: 300 } as const;

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(followLimits.number));
const followLine = v.looseObject({
  line: lineNumber,
  text: v.string(),
  closed: v.exactOptional(v.looseObject({ at: v.string(), reason: v.string() })),
});
const closedLine = v.looseObject({ task: v.number(), line: lineNumber });

export type FollowLine = v.InferOutput<typeof followLine>;
/** A line of another visit of the site. */
export type ClosedLine = v.InferOutput<typeof closedLine>;

export const followSchema = v.array(followLine);
export const closesSchema = v.array(closedLine);

/** The recommendations of a visit; none where it says nothing that can be read. */
export function statedFollow(stored: unknown): FollowLine[] {
  const read = v.safeParse(followSchema, stored);
  return read.success ? read.output : [];
}

/** The lines that a visit carried out. */
export function statedCloses(stored: unknown): ClosedLine[] {
  const read = v.safeParse(closesSchema, stored);
  return read.success ? read.output : [];
}

/** The typed lines as they are stored: without empty ones, and unchanged where nothing was typed. */
export function storedFollow(typed: readonly FollowLine[]): FollowLine[] {
  return typed
    .map((line) => ({ ...line, text: storedText(sanitizedText(line.text, { lines: false }).text) }))
    .filter(({ text }) => text !== '');
}

/** The number of the first line that is too long; null for none. What is stored may stay. */
export function longLine(typed: readonly FollowLine[], stored: readonly FollowLine[] = []): number | null {
  const isStored = (line: FollowLine) => stored.some((other) => other.line === line.line && other.text === line.text);
  return typed.find((line) => tooLongText(line.text, followLimits.text) !== null && !isStored(line))?.line ?? null;
}

/** The next line of a list, which is empty. A number is never given twice in a visit while its form is open. */
export function nextLine(lines: readonly FollowLine[], before: readonly FollowLine[] = []): FollowLine {
  return { line: [...lines, ...before].reduce((highest, { line }) => Math.max(highest, line), 0) + 1, text: '' };
}
