import { csvOf } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { monthLabel } from '../time.ts';
import { isOfSeveralSites, type ChosenVisit } from './chosen-visit.ts';
import { memberCells, memberHeads } from './member-words.ts';
import type { TaskMembers } from './service-facts.ts';
import { hasPdf, type Task } from './task.ts';
import { hasFileText, visitKindLabel, visitTime } from './visit.ts';

/** The values of a visit for its row. */
interface CsvVisit extends Pick<Task, 'time' | 'year' | 'month'>, TaskMembers {
  title: string;
  text: string;
  pdf: boolean;
  /** The number of photos. */
  photos: number;
}

/** The tasks as CSV, in their order. Dates (`2026-03-26`) and times are those of Singapore; photos are counted. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([visitHeads(), ...tasks.map(taskRow)]);
}

/** The chosen visits as CSV. If they belong to several sites, the first column has the site. */
export function chosenCsv(chosen: readonly ChosenVisit[]): string {
  if (!isOfSeveralSites(chosen)) return taskCsv(chosen.map(({ visit }) => visit));
  return csvOf([[t('Site'), ...visitHeads()], ...chosen.map(({ site, visit }) => [site.name, ...taskRow(visit)])]);
}

/** The column heads of visits. @param more heads that are inserted before the columns of the optional members */
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
    // new columns are added at the end, because people's own spreadsheets rely on the positions
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
