import { daysIn } from '../../lib/calendar/day.ts';
import { datesIn } from '../../lib/search/typed-dates.ts';
import { foldedText, typedParts } from '../../lib/text-search.ts';
import { months, type Month } from '../time.ts';
import { postNamer } from './post-visits.ts';
import { directionsOf, type Direction } from './visit-direction.ts';
import { kindWords } from './visit-facts.ts';
import type { VisitKind } from './visit.ts';

// Finds filters in the typed words of a search. A search looks for the typed words in texts. When some words name a month, a day, a kind, a post, a
// direction or a technician, the screen offers the filter instead, because a filter also finds visits without these words. It is never applied
// without a click.

/** A filter that the typed words name. */
export type KnownFilter = (
  | { name: 'days'; /** `2026-03-01`, both included. */ from: string; to: string }
  | { name: 'month'; /** The month of any year. */ month: Month }
  | { name: 'kind'; kind: VisitKind }
  | { name: 'post'; post: string }
  | { name: 'direction'; direction: Direction }
  | { name: 'by'; by: string }
) & {
  /** The words that name the filter, in the normal form of searches. */
  typed: string;
  /** The other words, in the same form. */
  others: string;
};

/** Words that name a kind alone. Otherwise the whole name of a kind is needed, because *work* and *maintenance* are in many texts. */
const shortKinds: Readonly<Record<VisitKind, readonly string[]>> = {
  emergency: ['emergency', 'kecemasan', '紧急'],
  preventive: ['preventive', 'pencegahan', '预防性', '预防', 'pm'],
  other: [],
};

const kindByWords = new Map<string, VisitKind>(
  (['emergency', 'preventive', 'other'] as const).flatMap((kind) =>
    [...shortKinds[kind], ...kindWords[kind]].map((words) => [foldedText(words), kind] as const),
  ),
);

/** At most this many adjacent words are compared with names and kinds, so a longer name of a technician is not found. */
const longestName = 6;

/**
 * The filters that the typed words name: dates first, then the technician, the kind, posts and the direction.
 * @param query the typed text
 * @param posts all posts of the site; empty when several sites are searched
 * @param people the names of the technicians who came to the visits
 */
export function knownFilters(query: string, posts: readonly string[], people: readonly string[]): KnownFilter[] {
  const parts = typedParts(query);
  const splitWords = (first: number, last: number) => ({
    typed: parts.slice(first, last + 1).join(' '),
    others: [...parts.slice(0, first), ...parts.slice(last + 1)].join(' '),
  });
  const dates = datesIn(parts).flatMap(({ first, last, mark }) => {
    const filter = dateFilter(mark);
    return filter ? [{ ...filter, ...splitWords(first, last) }] : [];
  });
  const windows = windowsOf(parts);
  // `pm` is short for preventive maintenance, but `9 pm` is a time
  const isTime = ({ first, text }: Window) => text === 'pm' && /\d$/u.test(parts[first - 1] ?? '');
  const kind = windows.findLast((window) => kindByWords.has(window.text) && !isTime(window));
  const kindValue = kind && kindByWords.get(kind.text);
  return [
    ...dates,
    ...personFilters(windows, people, splitWords),
    ...(kind && kindValue ? [{ name: 'kind', kind: kindValue, ...splitWords(kind.first, kind.last) } as const] : []),
    ...postFilters(parts, posts, splitWords),
    ...directionFilters(windows, splitWords),
  ];
}

type SplitWords = (first: number, last: number) => Pick<KnownFilter, 'typed' | 'others'>;

interface Window {
  first: number;
  last: number;
  text: string;
}

/** All runs of up to `longestName` adjacent parts, the shorter runs first. */
function windowsOf(parts: readonly string[]): Window[] {
  const lengths = Array.from({ length: Math.min(longestName, parts.length) }, (_, index) => index + 1);
  return lengths.flatMap((length) =>
    Array.from({ length: parts.length - length + 1 }, (_, first) => ({
      first,
      last: first + length - 1,
      text: parts.slice(first, first + length).join(' '),
    })),
  );
}

/**
 * The filter of a date. @param mark `2026`, `2026-03`, `2026-03-26`, or `03` for March of any year; null for other marks, such as a time of day
 * or a day of every year
 */
function dateFilter(mark: string): { name: 'days'; from: string; to: string } | { name: 'month'; month: Month } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/u.exec(mark) ?? [];
  if (year === undefined) {
    const monthOfMark = /^\d\d$/u.test(mark) ? months[Number(mark) - 1] : undefined;
    return monthOfMark ? { name: 'month', month: monthOfMark.value } : null;
  }
  if (month === undefined) return { name: 'days', from: `${year}-01-01`, to: `${year}-12-31` };
  const last = daysIn(Number(year), Number(month));
  if (day !== undefined && Number(day) > last) return null;
  return { name: 'days', from: `${year}-${month}-${day ?? '01'}`, to: `${year}-${month}-${day ?? last}` };
}

/**
 * The posts that the words name by the rules for titles (`postNamer`), each with the fewest words that name it. The words are compared in
 * capitals, because a single letter names a post only as a capital.
 */
function postFilters(parts: readonly string[], posts: readonly string[], splitWords: SplitWords): KnownFilter[] {
  if (posts.length === 0) return [];
  const namedIn = postNamer(posts);
  const named = namedIn(parts.join(' ').toUpperCase());
  return named.map((post) => {
    const window = windowsOf(parts).find(({ text }) => namedIn(text.toUpperCase()).includes(post));
    return { name: 'post', post, ...splitWords(window?.first ?? 0, window?.last ?? parts.length - 1) };
  });
}

/** The technicians whose whole names are among the words. */
function personFilters(windows: readonly Window[], people: readonly string[], splitWords: SplitWords): KnownFilter[] {
  return people.flatMap((by) => {
    const nameForm = typedParts(by).join(' ');
    const window = windows.find(({ text }) => text === nameForm);
    return window ? [{ name: 'by', by, ...splitWords(window.first, window.last) } as const] : [];
  });
}

function directionFilters(windows: readonly Window[], splitWords: SplitWords): KnownFilter[] {
  return windows.flatMap(({ first, last, text }) =>
    first === last
      ? directionsOf(text, []).map(
          (direction) => ({ name: 'direction', direction, ...splitWords(first, last) }) as const,
        )
      : [],
  );
}
