import { csvOf } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { monthLabel } from '../time.ts';
import { isOfSeveralSites, type ChosenVisit } from './chosen-visit.ts';
import { memberCells, memberHeads } from './member-words.ts';
import type { TaskMembers } from './service-facts.ts';
import { hasPdf, type Task } from './task.ts';
import { hasFileText, visitKindLabel, visitTime } from './visit.ts';

/** What a row says of a visit. */
interface CsvVisit extends Pick<Task, 'time' | 'year' | 'month'>, TaskMembers {
  title: string;
  text: string;
  pdf: boolean;
  /** How many. */
  photos: number;
}

/** The tasks as CSV, in the order given: dates (`2026-03-26`) and times in Singapore, photos as a number. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([visitHeads(), ...tasks.map(taskRow)]);
}

/** The same of chosen visits, after their site where they are of several. */
export function chosenCsv(chosen: readonly ChosenVisit[]): string {
  if (!isOfSeveralSites(chosen)) return taskCsv(chosen.map(({ visit }) => visit));
  return csvOf([[t('Site'), ...visitHeads()], ...chosen.map(({ site, visit }) => [site.name, ...taskRow(visit)])]);
}

/** The heads of rows of visits. @param more stand before the newest columns */
export function visitHeads(...more: string[]): string[] {
  return [
    t('Date'),
    t('Time'),
    t('Year'),
    t('Month'),
    t('Kind'),
    t('Title'),
    t('Text'),
    t('PDF'),
    t('Photos'),
    ...more,
    // the newest columns come last, as people's own sheets count them
    ...memberHeads(),
  ];
}

/** A visit as a row under `visitHeads`. */
export function visitRow(visit: CsvVisit, ...more: string[]): (string | number)[] {
  const { date, clock } = visitTime(visit.time);
  return [
    date,
    clock,
    visit.year,
    monthLabel(visit.month),
    visitKindLabel(visit.kind) ?? '',
    visit.title,
    visit.text,
    hasFileText(visit.pdf),
    visit.photos,
    ...more,
    ...memberCells(visit),
  ];
}

export const yesOrNo = (is: boolean): string => (is ? t('Yes') : t('No'));

function taskRow(task: Task): (string | number)[] {
  return visitRow({ ...task, text: task.tasks, pdf: hasPdf(task), photos: task.urls.length });
}
