import type { VisitKind } from '../../../src/records/task/visit.ts';
import { months } from '../../../src/records/time.ts';

/** The columns of `public.maintable` that are counted, and the `json` of its row of `public.carpost`. */
export interface MadeSite {
  name: string;
  visit_every_months: number | null;
  contract_until: string | null;
  tasks2024: object[];
  posts: Record<string, object[]>;
}

/** A random number generator (mulberry32): the same seed gives the same numbers from 0 to 1 on every machine. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Moments at, or a second from, the turn of a day, a month or a year in Singapore or in London. Some are written in UTC. */
const edges = [
  'T00:00:00+08:00',
  'T23:59:59+08:00',
  'T23:59:59.999+08:00',
  'T00:00:01+08:00',
  'T15:59:59Z',
  'T16:00:00Z',
  'T07:59:59+08:00',
] as const;

/** Texts that are no day, or an impossible day. */
const noDays = [null, '', 'until further notice', '31 February 2026', '2026-13-01', '29/02/2025'] as const;

/** The number of the last day of a month. January is 0. */
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Sites with visits of every kind, shown and hidden ones, some filed under another month than their date, at odd
 * moments, from 2021 to 2027; some with no visit or only hidden ones. With any interval or none, failure counts, and
 * contracts that end on any day, written in any way.
 */
export function makeSites(count: number, seed: number): MadeSite[] {
  const next = randomNumbers(seed);
  const below = (end: number) => Math.floor(next() * end);
  const any = <Item>(items: readonly Item[]) => items[below(items.length)];

  /** `from` is in months since January 2021. */
  const task = (id: number, from: number, span: number, shownShare: number) => {
    const monthCount = from + below(span);
    const [year, month] = [2021 + Math.floor(monthCount / 12), monthCount % 12];
    const last = lastDay(year, month);
    const day = any([1, last, 1 + below(last)]) ?? 1;
    const kind = any<VisitKind | undefined>(['preventive', 'preventive', undefined, 'emergency', 'other']);
    const misfiled = next() < 0.1;
    return {
      id,
      time: `${year}-${twoDigits(month + 1)}-${twoDigits(day)}${next() < 0.5 ? any(edges) : `T${twoDigits(below(24))}:30:00+08:00`}`,
      urls: [],
      year: String(Math.max(2022, misfiled ? year - 1 : year)),
      month: months[misfiled ? below(12) : month]?.value,
      tasks: 'Made for a test',
      title: `Visit ${id}`,
      pdf: '',
      showing: next() < shownShare ? 'True' : 'False',
      ...(kind && { kind }),
    };
  };
  const entry = (year: number) => ({ type: `Type ${below(3)}`, entrance: below(4), exit: below(4), year });
  const contract = () => {
    const [year, month] = [2023 + below(6), any([0, 1, 1, 10, 11, below(12)]) ?? 0];
    const day = any([1, lastDay(year, month), 1 + below(28)]) ?? 1;
    const name = months[month]?.label ?? '';
    return any([
      ...noDays,
      `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`,
      `${year}-${month + 1}-${day}`,
      `${year}-${twoDigits(month + 1)}-${twoDigits(day)}T00:00:00+08:00`,
      `${day}/${month + 1}/${year}`,
      `${twoDigits(day)}/${twoDigits(month + 1)}/${year}`,
      `${day} ${name} ${year}`,
      `${day} ${name.slice(0, 3).toUpperCase()} ${year}`,
    ]);
  };

  return Array.from({ length: count }, (_, index) => {
    // some without visits, some with many in few months, some with gaps; they start in any month
    const from = below(84);
    const span = 1 + below(84 - from);
    const shownShare = any([0, 0.85, 0.85, 0.85, 0.85, 0.85, 0.85, 0.85, 1]) ?? 1;
    const posts: MadeSite['posts'] = {};
    for (let post = below(4); post > 0; post -= 1)
      posts[`P${post}`] = Array.from({ length: below(6) }, () => entry(2022 + below(6)));
    return {
      name: `Made ${index + 1}`,
      visit_every_months: any([null, 1, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) ?? null,
      contract_until: contract() ?? null,
      tasks2024: Array.from({ length: any([0, 1, 3, 12, 30, 60]) ?? 0 }, (__, visitIndex) =>
        task(visitIndex + 1, from, span, shownShare),
      ),
      posts,
    };
  });
}
