import type { StoredTask } from '../task/task.ts';
import { siteStamp } from '../time.ts';
import type { ImportedVisit } from './import-plan.ts';
import { isSameTitle, isSimilarTitle } from './similarity.ts';

/**
 * Finds stored visits that may be the same as visits that would be added: a visit of the same day in Singapore with the same or a similar title,
 * or otherwise any visit at the same time of day. Each stored visit is matched at most once.
 * @param visits the visits to add
 * @param stored all stored visits of the site
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
  const matchByVisit = new Map<ImportedVisit, StoredTask>();
  const matchedTasks = new Set<StoredTask>();
  // equal titles are matched first, so that each of two visits of a day gets its most similar match
  for (const matches of [hasSameTitle, hasSimilarTitle, isAtSameTime])
    for (const visit of visits) {
      if (matchByVisit.has(visit)) continue;
      const match = byDay
        .get(singaporeDay(visit.visit.time))
        ?.find((task) => !matchedTasks.has(task) && matches(task, visit.visit));
      if (!match) continue;
      matchByVisit.set(visit, match);
      matchedTasks.add(match);
    }
  return matchByVisit;
}

/** The day in Singapore of a stored time, such as `2026-03-17`. The time itself may be in another time zone. */
export function singaporeDay(time: string): string {
  return siteStamp(new Date(time)).slice(0, 10);
}

type TimedTitle = Pick<StoredTask, 'time' | 'title'>;
const hasSameTitle = (stored: TimedTitle, imported: TimedTitle) => isSameTitle(stored.title, imported.title);
const hasSimilarTitle = (stored: TimedTitle, imported: TimedTitle) => isSimilarTitle(stored.title, imported.title);

/** Whether a visit of a file may be this stored visit: both are on the same day, with a similar title or at the same time. */
export function mayBeSameVisit(stored: TimedTitle, visit: TimedTitle): boolean {
  return (
    singaporeDay(stored.time) === singaporeDay(visit.time) &&
    (hasSimilarTitle(stored, visit) || isAtSameTime(stored, visit))
  );
}

function isAtSameTime(stored: TimedTitle, imported: TimedTitle): boolean {
  return hasTimeOfDay(imported.time) && Date.parse(stored.time) === Date.parse(imported.time);
}

/** Whether an imported time has a time of day: without one, the import dates a visit at midnight. */
export const hasTimeOfDay = (time: string) => !time.includes('T00:00:00');
