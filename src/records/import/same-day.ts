import type { StoredTask } from '../task/task.ts';
import { siteStamp } from '../time.ts';
import type { ImportedVisit } from './import-plan.ts';
import { isSameTitle, isSimilarTitle } from './similarity.ts';

/**
 * Finds stored visits that seem to be the ones that would be added: one with the same or a similar title on the same
 * day in Singapore, whatever its time, or else any visit of the same minute. (params as before)
 */
export function sameDayVisits(
  visits: readonly ImportedVisit[],
  stored: readonly StoredTask[],
): ReadonlyMap<ImportedVisit, StoredTask> {
  const byDay = new Map<string, StoredTask[]>();
  for (const task of stored) {
    const day = singaporeDay(task.time);
    const others = byDay.get(day);
    if (others) others.push(task);
    else byDay.set(day, [task]);
  }
  const found = new Map<ImportedVisit, StoredTask>();
  const taken = new Set<StoredTask>();
  // the same title first: each of two visits of a day gets the most similar match
  for (const matches of [hasSameTitle, hasSimilarTitle, isAtSameMinute])
    for (const visit of visits) {
      if (found.has(visit)) continue;
      const match = byDay
        .get(singaporeDay(visit.visit.time))
        ?.find((task) => !taken.has(task) && matches(task, visit.visit));
      if (!match) continue;
      found.set(visit, match);
      taken.add(match);
    }
  return found;
}

/** Days as text are compared quickly; a stored time may be in another zone. */
export function singaporeDay(time: string): string {
  return siteStamp(new Date(time)).slice(0, 10);
}

type TimedTitle = Pick<StoredTask, 'time' | 'title'>;
const hasSameTitle = (stored: TimedTitle, imported: TimedTitle) => isSameTitle(stored.title, imported.title);
const hasSimilarTitle = (stored: TimedTitle, imported: TimedTitle) => isSimilarTitle(stored.title, imported.title);

/** Whether a visit of a file may be this stored one: both are on one day, with a similar title or at the same minute. */
export function mayBeSameVisit(stored: TimedTitle, visit: TimedTitle): boolean {
  return (
    singaporeDay(stored.time) === singaporeDay(visit.time) &&
    (hasSimilarTitle(stored, visit) || isAtSameMinute(stored, visit))
  );
}

function isAtSameMinute(stored: TimedTitle, imported: TimedTitle): boolean {
  return hasTimeOfDay(imported.time) && Date.parse(stored.time) === Date.parse(imported.time);
}

/** Whether an imported time has a time of day: without one, the import dates a visit at midnight. */
export const hasTimeOfDay = (time: string) => !time.includes('T00:00:00');
