import { listedWords } from '../../records/counted.ts';

const maxLength = 80;

/** On one line, shortened when long. */
export function inSentence(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length > maxLength
    ? `${characters
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`
    : line;
}

/** `Capacity changed from 9 to 10`, `Capacity set to 10`, `Capacity cleared, it was 9`. */
export function valueSentence(label: string, before: string | null, after: string | null): string {
  if (before !== null && after !== null) return `${label} changed from ${inSentence(before)} to ${inSentence(after)}`;
  if (after !== null) return `${label} set to ${inSentence(after)}`;
  return before === null ? `${label} changed` : `${label} cleared, it was ${inSentence(before)}`;
}

const maxRuns = 5;

/** Ascending numbers as `1 to 3, 7 and 12`. */
export function numberRuns(numbers: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.last + 1 === number) run.last = number;
    else runs.push({ first: number, last: number });
  }
  const words = runs.map(({ first, last }) =>
    first === last ? `${first}` : `${first}${last === first + 1 ? ', ' : ' to '}${last}`,
  );
  return words.length > maxRuns ? `${words.slice(0, maxRuns).join(', ')} and others` : listedWords(words);
}
