import type { Closing } from '../../../src/records/fault/fault.ts';
import { randomNumbers, type MadeSite } from './made-sites.ts';

/** A row of `private.faults`, with its number of reports. */
export interface MadeFault {
  id: number;
  /** The number of its site, from 1, as the database numbers them. */
  site_id: number;
  what: string;
  reported_at: string;
  noticed_at: string | null;
  closed_at: string | null;
  closed_as: Closing | null;
  voices: number;
}

/** Minutes from a report to the visit or the closing: before it, just in time, just late, on another day. */
const waits = [-5, 0, 29, 30, 31, 179, 180, 181, 240, 241, 600, 1_440, 9_000];
const invalidAnswers = ['1', 5, null, {}, [], ['1'], [null]];
const closings: readonly Closing[] = ['settled', 'settled', 'not-ours', 'double', 'not-a-fault'];

interface MadeTask {
  time?: string;
  kind?: string;
}

/**
 * The faults of generated sites, and the visits with the faults they answer: one, several, one that another visit answered or the
 * office closed, one that does not exist, or something that is no list. Some faults are open, others are closed in each way.
 */
export function withFaults<Site extends MadeSite>(
  sites: readonly Site[],
  seed: number,
): { sites: Site[]; faults: MadeFault[] } {
  const next = randomNumbers(seed);
  const below = (end: number) => Math.floor(next() * end);
  const any = <Item>(items: readonly Item[]) => items[below(items.length)];
  const faults: MadeFault[] = [];
  const made = sites.map((site, index): Site => {
    const times = site.tasks2024.map((task: MadeTask) => Date.parse(task.time ?? '')).filter((time) => time > 0);
    const own = Array.from({ length: times.length === 0 ? below(2) : below(6) }, (): MadeFault => {
      const anchor = any(times) ?? Date.parse('2026-11-20T10:00:00+08:00');
      const reported = anchor - (any(waits) ?? 0) * 60_000 - below(60) * 1_000;
      const closed = next() < 0.4 ? new Date(reported + Math.max(0, any(waits) ?? 0) * 60_000).toISOString() : null;
      return {
        id: 0,
        site_id: index + 1,
        what: any(['Does not open', 'No power', 'It makes a noise']) ?? '',
        reported_at: new Date(reported).toISOString(),
        noticed_at: next() < 0.1 ? new Date(reported - 600_000).toISOString() : null,
        closed_at: closed,
        closed_as: closed === null ? null : (any(closings) ?? null),
        voices: 1 + below(3),
      };
    });
    for (const fault of own) {
      fault.id = faults.length + 1;
      faults.push(fault);
    }
    // the last is an id that no fault has
    const ids = [...own.map(({ id }) => id), 9_999_999];
    const answers = () =>
      next() < 0.9
        ? [...new Set(Array.from({ length: 1 + below(3) }, () => any(ids) ?? 0))]
        : any<unknown>(invalidAnswers);
    return {
      ...site,
      tasks2024: site.tasks2024.map((task: MadeTask) =>
        next() < (task.kind === 'emergency' ? 0.5 : 0.08) ? { ...task, answers: answers() } : task,
      ),
    };
  });
  return { sites: made, faults };
}
