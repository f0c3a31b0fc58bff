import { connection } from '../../../lib/connection.ts';
import { isNoService } from '../../../lib/request-error.ts';
import { once } from '../../../records/attempt.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import { readSite, writeSite, type EditedSite } from '../../../records/site/site-queries.ts';
import type { IntervalChange } from './interval-plan.ts';

export interface IntervalsSaved {
  /** With the site as it is now. */
  done: readonly { change: IntervalChange; saved: EditedSite }[];
  /** Somebody else changed the interval, or the text that suggested it, first: left as they are now. */
  overtaken: readonly EditedSite[];
  /** Could not be saved, or were not reached before the connection was lost or *Cancel* pressed. */
  left: readonly IntervalChange[];
  cancelled: boolean;
}

interface SaveOptions {
  signal: AbortSignal;
  /** Called before each site. */
  onSite: (done: number, name: string) => void;
}

/**
 * Sets the intervals of sites, one after the other, each under its revision (`decisions §5`). Only this column is written, and only
 * while it is as it was seen. Never throws: what was not done is in the result.
 */
export async function saveIntervals(
  changes: readonly IntervalChange[],
  { signal, onSite }: SaveOptions,
): Promise<IntervalsSaved> {
  const done: { change: IntervalChange; saved: EditedSite }[] = [];
  const overtaken: EditedSite[] = [];
  const left: IntervalChange[] = [];
  for (const [index, change] of changes.entries()) {
    if (signal.aborted) break;
    onSite(index, change.site.name);
    try {
      // one site after the other, so that it can be cancelled
      const { saved, isOurs } = await saveInterval(change);
      if (isOurs) done.push({ change, saved });
      else overtaken.push(saved);
    } catch (error) {
      console.error('An interval could not be saved', error);
      left.push(change);
      // the others would fail alike, each after a while
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  const reached = done.length + overtaken.length + left.length;
  return { done, overtaken, left: [...left, ...changes.slice(reached)], cancelled: signal.aborted };
}

async function saveInterval({
  site,
  months,
  suggested,
}: IntervalChange): Promise<{ saved: EditedSite; isOurs: boolean }> {
  const isAsSeen = (current: EditedSite) =>
    current.visit_every_months === site.visit_every_months &&
    (!suggested || current.preventive_maintenance === site.preventive_maintenance);
  return once(`interval/${site.id}`, { months, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, { saved: EditedSite; isOurs: boolean }>({
      base: site,
      read: () => readSite(site.id),
      write: async (current) => {
        if (!isAsSeen(current)) return { saved: current, isOurs: false };
        const saved = await writeSite(current, { visit_every_months: months }, attempt);
        return saved && { saved, isOurs: true };
      },
      done: (saved) => ({ saved, isOurs: true }),
    }),
  );
}

/** The changes that take back what was done. */
export function undoing({ done }: IntervalsSaved): IntervalChange[] {
  return done.map(({ change, saved }) => ({
    site: saved,
    months: change.site.visit_every_months,
    suggested: false,
  }));
}
