import { daysIn } from '../../lib/calendar/day.ts';
import { datesIn } from '../../lib/search/typed-dates.ts';
import { foldedText, typedParts } from '../../lib/text-search.ts';
import { months, type Month } from '../time.ts';
import { postNamer } from './post-visits.ts';
import { directionsOf, type Direction } from './visit-direction.ts';
import { kindWords } from './visit-facts.ts';
import type { VisitKind } from './visit.ts';

// Rule: what is typed is searched for as words. Where some of them are the month, day, kind, post or direction of visits, or who came, a screen can offer
// the filter instead, which finds what the words may miss. It is an offer, never done by itself.

/** A filter that is among the typed words. */
export type KnownFilter = (
  | { name: 'days'; /** `2026-03-01`, both included. */ from: string; to: string }
  | { name: 'month'; /** The month of any year. */ month: Month }
  | { name: 'kind'; kind: VisitKind }
  | { name: 'post'; post: string }
  | { name: 'direction'; direction: Direction }
  | { name: 'by'; by: string }
) & {
  /** The words that say it, and the other words, as searches compare them. */
  typed: string;
  others: string;
};

/** One word is enough for these kinds; the others need their whole name, as *work* and *maintenance* are in many texts. */
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

/** The names of posts that people type are at most as long. */
const longestName = 6;

/**
 * The filters among the typed words: dates first, then who came, the kind, posts and the direction.
 * @param query what is typed
 * @param posts all posts of the site; none where several sites are searched
 * @param people who came to the visits
 */
export function knownFilters(query: string, posts: readonly string[], people: readonly string[]): KnownFilter[] {
  const parts = typedParts(query);
  const within = (first: number, last: number) => ({
    typed: parts.slice(first, last + 1).join(' '),
    others: [...parts.slice(0, first), ...parts.slice(last + 1)].join(' '),
  });
  const dates = datesIn(parts).flatMap(({ first, last, mark }) => {
    const filter = dateFilter(mark);
    return filter ? [{ ...filter, ...within(first, last) }] : [];
  });
  const windows = windowsOf(parts);
  // 9 pm is a time
  const isTime = ({ first, text }: Window) => text === 'pm' && /\d$/u.test(parts[first - 1] ?? '');
  const kind = windows.findLast((window) => kindByWords.has(window.text) && !isTime(window));
  const kindValue = kind && kindByWords.get(kind.text);
  return [
    ...dates,
    ...personFilters(windows, people, within),
    ...(kind && kindValue ? [{ name: 'kind', kind: kindValue, ...within(kind.first, kind.last) } as const] : []),
    ...postFilters(parts, posts, within),
    ...directionFilters(windows, within),
  ];
}

type Within = (first: number, last: number) => Pick<KnownFilter, 'typed' | 'others'>;

interface Window {
  first: number;
  last: number;
  text: string;
}

/** All runs of parts, the shorter ones first. */
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

/** What a date limits visits to; null for a time of day, and a day of every year. */
function dateFilter(mark: string): { name: 'days'; from: string; to: string } | { name: 'month'; month: Month } | null {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/u.exec(mark) ?? [];
  if (year === undefined) {
    const found = /^\d\d$/u.test(mark) ? months[Number(mark) - 1] : undefined;
    return found ? { name: 'month', month: found.value } : null;
  }
  if (month === undefined) return { name: 'days', from: `${year}-01-01`, to: `${year}-12-31` };
  const last = daysIn(Number(year), Number(month));
  if (day !== undefined && Number(day) > last) return null;
  return { name: 'days', from: `${year}-${month}-${day ?? '01'}`, to: `${year}-${month}-${day ?? last}` };
}

/** The posts that the words name as a title would, each with the fewest words that do. A capital may be a post's, so they are tried too. */
function postFilters(parts: readonly string[], posts: readonly string[], within: Within): KnownFilter[] {
  if (posts.length === 0) return [];
  const namedIn = postNamer(posts);
  const named = namedIn(parts.join(' ').toUpperCase());
  return named.map((post) => {
    const window = windowsOf(parts).find(({ text }) => namedIn(text.toUpperCase()).includes(post));
    return { name: 'post', post, ...within(window?.first ?? 0, window?.last ?? parts.length - 1) };
  });
}

/** Who came, where the words are the whole of a name. */
function personFilters(windows: readonly Window[], people: readonly string[], within: Within): KnownFilter[] {
  return people.flatMap((by) => {
    const form = typedParts(by).join(' ');
    const window = windows.find(({ text }) => text === form);
    return window ? [{ name: 'by', by, ...within(window.first, window.last) } as const] : [];
  });
}

function directionFilters(windows: readonly Window[], within: Within): KnownFilter[] {
  return windows.flatMap(({ first, last, text }) =>
    first === last
      ? directionsOf(text, []).map((direction) => ({ name: 'direction', direction, ...within(first, last) }) as const)
      : [],
  );
}
