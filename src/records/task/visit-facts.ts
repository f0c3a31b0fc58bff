import { dateMarks } from '../../lib/search/typed-dates.ts';
import { toSearchable, type Searchable, type SearchFacts } from '../../lib/text-search.ts';
import { months } from '../time.ts';
import { textsOf } from './optional-members.ts';
import { postNamer } from './post-visits.ts';
import { recommendationsOf } from './service-facts.ts';
import type { Task } from './task.ts';
import { isVisitKind, visitTime, type FiledPeriod, type VisitKind } from './visit.ts';

/** The labels of the kinds in all three languages, so that a search finds them in any language. A test compares them with the catalogues. */
export const kindWords: Readonly<Record<VisitKind, readonly string[]>> = {
  preventive: ['Preventive maintenance', 'Penyelenggaraan pencegahan', '预防性保养'],
  emergency: ['Emergency call', 'Panggilan kecemasan', '紧急维修'],
  other: ['Other work', 'Kerja lain', '其他工作'],
};

/**
 * The facts by which a search finds a visit, besides its texts (`decisions §17`): its kind, the posts that its title names, its day and time,
 * and its filed period. The SQL function `private.visit_lexemes` uses the same facts.
 * @param named the posts that its title names, from `postNamer`
 */
export function visitSearchFacts(
  { time, kind, year, month }: FiledPeriod & { time: string; kind?: unknown },
  named: readonly string[],
): SearchFacts {
  const { date, clock } = visitTime(time);
  const number = months.findIndex(({ value }) => value === month) + 1;
  const periodMarks = [year, twoDigits(number), `${year}-${twoDigits(number)}`];
  return {
    texts: [...(isVisitKind(kind) ? kindWords[kind] : []), ...named],
    marks: [...dateMarks(date, clock), ...periodMarks],
  };
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/**
 * The visits of a site, prepared for a search on this device by all the texts and facts that their rows show (`decisions §17`).
 * @param posts all posts of the site, by which the posts in titles are recognised
 */
export function searchableVisits(visits: readonly Task[], posts: readonly string[]): Searchable<Task>[] {
  const namedIn = postNamer(posts);
  return toSearchable(
    visits,
    (task) => [task.title, task.tasks, ...textsOf(task), ...recommendationsOf(task)],
    (task) => visitSearchFacts(task, namedIn(task.title)),
  );
}
