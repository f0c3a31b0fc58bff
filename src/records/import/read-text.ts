import { hasRefusedCharacterInLines, mendedText, storedText } from '../../lib/text-rules.ts';
import type { Report } from './import-plan.ts';
import { plainText } from './read-value.ts';

/**
 * A text as it can be stored; what has to be left out of it is reported.
 * @param what names it at the beginning of a sentence, such as `Its title`
 */
export function readText(value: unknown, what: string, report: Report): string {
  const text = plainText(value);
  if (hasRefusedCharacterInLines(text))
    report(`${what} contains characters that cannot be shown.`, 'Imported without them.');
  return storedText(text);
}

/** The same for a text of one line, such as a name. */
export function readLine(value: unknown, what: string, report: Report): string {
  return mendedText(readText(value, what, report), { lines: false }).text;
}
