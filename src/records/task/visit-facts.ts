import { dateMarks } from '../../lib/search/typed-dates.ts';
import { toSearchable, type Searchable, type SearchFacts } from '../../lib/text-search.ts';
import { months } from '../time.ts';
import { textsOf } from './optional-members.ts';
import { postNamer } from './post-visits.ts';
import { recommendationsOf } from './service-facts.ts';
import type { Task } from './task.ts';
import { isVisitKind, visitTime, type FiledPeriod, type VisitKind } from './visit.ts';

/** The kinds as their badges say them in the three languages, which searches know at once; a test compares them with the catalogues. */
export const kindWords: Readonly<Record<VisitKind, readonly string[]>> = {
  preventive: ['Preventive maintenance', 'Penyelenggaraan pencegahan', '预防性保养'],
  emergency: ['Emergency call', 'Panggilan kecemasan', '紧急维修'],
  other: ['Other work', 'Kerja lain', '其他工作'],
};

/**
 * What a visit is found by besides its texts (`decisions §17`): its kind, the posts that its title names, its day and time, and the month
 * that it is filed under. `private.visit_lexemes` has the same. @param named the posts, by `postNamer`
 */
export function visitSearchFacts(
  { time, kind, year, month }: FiledPeriod & { time: string; kind?: unknown },
  named: readonly string[],
): SearchFacts {
  const { date, clock } = visitTime(time);
  const number = months.findIndex(({ value }) => value === month) + 1;
  const filed = [year, twoDigits(number), `${year}-${twoDigits(number)}`];
  return {
    texts: [...(isVisitKind(kind) ? kindWords[kind] : []), ...named],
    marks: [...dateMarks(date, clock), ...filed],
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/**
 * Visits of a site as a search on this device compares them: by all that their rows show (`decisions §17`).
 * @param posts all of the site, which say which post a title means
 */
export function searchableVisits(visits: readonly Task[], posts: readonly string[]): Searchable<Task>[] {
  const namedIn = postNamer(posts);
  return toSearchable(
    visits,
    (task) => [task.title, task.tasks, ...textsOf(task), ...recommendationsOf(task)],
    (task) => visitSearchFacts(task, namedIn(task.title)),
  );
}
