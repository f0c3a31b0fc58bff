import { siteStamp } from '../time.ts';
import type { StoredTask } from '../task/task.ts';
import type { ImportedVisit } from './import-plan.ts';
import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { likeness } from './likeness.ts';

/** How alike titles must be to be of the same visit; a shorter one may be a part of the longer one, unless it is a mere word. */
const similar = 0.6;
const minPart = 6;

/**
 * The visits that seem to be there already: one with the same or a similar title on the same day in Singapore, perhaps at another
 * time, as when a table is corrected and imported again.
 * @param visits those that would be added.
 * @param stored the visits of the site, without those that another row of the table is.
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
  // the same title first: of two visits of a day, each is the one that it is most like
  for (const matches of [isSameTitle, isSimilarTitle])
    for (const visit of visits) {
      if (found.has(visit)) continue;
      const there = byDay
        .get(singaporeDay(visit.visit.time))
        ?.find((task) => !taken.has(task) && matches(task.title, visit.visit.title));
      if (!there) continue;
      found.set(visit, there);
      taken.add(there);
    }
  return found;
}

/** Days as text are compared quickly; a stored time may be in another zone. */
function singaporeDay(time: string): string {
  return siteStamp(new Date(time)).slice(0, 10);
}

function isSameTitle(one: string, other: string): boolean {
  return comparedForm(one) === comparedForm(other);
}

function isSimilarTitle(one: string, other: string): boolean {
  const [a, b] = [comparedForm(one), comparedForm(other)];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  // *P1 arm* and *P2 arm* are two visits
  const numbers = [short, long].map((title) => new Set(title.match(/\d+/gu)));
  const isOfOthers = [...(numbers[0] ?? [])].some((number) => !numbers[1]?.has(number));
  return !isOfOthers && ((short.length >= minPart && long.includes(short)) || likeness(a, b) >= similar);
}
