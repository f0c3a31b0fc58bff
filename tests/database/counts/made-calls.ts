import type { EarlierPromise, PromiseColumns } from '../../../src/records/site/site-promise.ts';
import { randomNumbers, type MadeSite } from './made-sites.ts';

interface MadeTask {
  time?: string;
  kind?: string;
}

/** Minutes from the report to the arrival, to which seconds are added: just in time, just late, on another day. */
const waits = [0, 1, 29, 30, 31, 59, 60, 179, 180, 181, 240, 241, 600, 1_440, 9_000];
const unreadable = ['soon', '', 5, null, '2026-05-03T09:12:00'];

const stamp = (instant: number) => `${new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;

/**
 * Adds promises to generated sites, some with changes, and emergency calls whose times are both given, only one or none of them,
 * in the wrong order, or not a time.
 */
export function withCalls(sites: readonly MadeSite[], seed: number): (MadeSite & PromiseColumns)[] {
  const next = randomNumbers(seed);
  const any = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)];
  const times = ({ time = '' }: MadeTask) => {
    const arrived = Date.parse(time);
    const wait = ((any(waits) ?? 0) * 60 + Math.floor(next() * 60)) * 1_000;
    const both = { reported: stamp(arrived - wait), arrived: stamp(arrived) };
    return any<object>([
      both,
      both,
      both,
      both,
      { reported: both.reported },
      { arrived: both.arrived },
      { reported: both.arrived, arrived: both.reported },
      { ...both, [any(['reported', 'arrived']) ?? '']: any(unreadable) },
      {},
    ]);
  };
  return sites.map((site) => ({
    ...site,
    response_hours: any([null, 0.5, 3, 3, 4, 24]) ?? null,
    emergency_calls_a_year: any([null, 1, 2, 6]) ?? null,
    promised_before:
      any<EarlierPromise[] | null>([
        null,
        null,
        [{ until: any(['2024-02-29', '2025-12-31', '2026-06-30']) ?? '', hours: any([null, 1, 10]) ?? null, calls: 3 }],
        [
          { until: '2023-06-30', hours: 1, calls: null },
          { until: '2026-09-30', hours: 2, calls: 12 },
        ],
      ]) ?? null,
    tasks2024: site.tasks2024.map((task: MadeTask) => (task.kind === 'emergency' ? { ...task, ...times(task) } : task)),
  }));
}

const invalidLists = ['Spring', 5, null, {}, [], ['Spring'], [null], [5]];
const invalidFollow = [
  [{ line: 1, text: 'a' }, { line: 2 }],
  [{ line: 0, text: 'a' }],
  [{ line: 1.5, text: 'a' }],
  [
    { line: '1', text: 'a' },
    { line: 2, text: 'b' },
  ],
  [{ line: 100, text: 'a' }],
  [
    { line: 1, text: 5 },
    { line: 2, text: 'b' },
  ],
  [
    { line: 1, text: 'a', closed: true },
    { line: 2, text: 'b' },
  ],
  [{ line: 1, text: 'a', closed: { at: 'soon', reason: 'b' } }],
  [{ line: 1, text: 'a', closed: { at: '2026-04-05T09:30:00+08:00' } }],
];
const invalidCloses = [
  [{ task: 1, line: 1 }, 5],
  [{ task: 1, line: 1 }, { task: 2 }],
  [{ task: 1, line: 1 }, { line: 1 }],
  [
    { task: '1', line: 1 },
    { task: 1, line: 1 },
  ],
  [
    { task: 1, line: 0 },
    { task: 1, line: 1 },
  ],
];

/**
 * Adds recommendations to these sites: open, closed by the office, with the same line twice, carried out by an earlier, a later
 * or a hidden visit, by the visit itself or by many, also if no such visit or line exists; and lists that cannot be parsed.
 */
export function withFollowUps<Site extends MadeSite>(sites: readonly Site[], seed: number): Site[] {
  const next = randomNumbers(seed);
  const below = (end: number) => Math.floor(next() * end);
  const any = <Item>(items: readonly Item[]) => items[below(items.length)];
  const closed = { at: '2026-04-05T09:30:00+08:00', reason: 'Settled by phone' };
  const lines = () =>
    Array.from({ length: 1 + below(5) }, (_, index) => ({
      line: next() < 0.1 ? 1 : index + 1,
      text: `Line ${index}`,
      ...(next() < 0.2 && { closed }),
    }));
  return sites.map((site) => {
    // one more than the number of visits, so that some refer to no visit
    const references = () =>
      Array.from({ length: 1 + below(4) }, () => ({ task: 1 + below(site.tasks2024.length + 1), line: 1 + below(6) }));
    return {
      ...site,
      tasks2024: site.tasks2024.map((task) => ({
        ...task,
        ...(next() < 0.4 && { follow: next() < 0.9 ? lines() : any<unknown>([...invalidLists, ...invalidFollow]) }),
        ...(next() < 0.3 && {
          closes: next() < 0.9 ? references() : any<unknown>([...invalidLists, ...invalidCloses]),
        }),
      })),
    };
  });
}
