import { csvOf } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { monthLabel } from '../time.ts';
import { isOfSeveralSites, type ChosenVisit } from './chosen-visit.ts';
import { textLabels, textsOf } from './optional-members.ts';
import { hasPdf, type Task } from './task.ts';
import { visitKindLabel, visitTime } from './visit.ts';

/** The tasks as CSV, in the order given: dates (`2026-03-26`) and times in Singapore, photos as a number. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([taskHeads(), ...tasks.map(taskRow)]);
}

/** The same of chosen visits, after their site where they are of several. */
export function chosenCsv(chosen: readonly ChosenVisit[]): string {
  if (!isOfSeveralSites(chosen)) return taskCsv(chosen.map(({ visit }) => visit));
  return csvOf([[t('Site'), ...taskHeads()], ...chosen.map(({ site, visit }) => [site.name, ...taskRow(visit)])]);
}

const taskHeads = (): string[] => [
  t('Date'),
  t('Time'),
  t('Year'),
  t('Month'),
  t('Kind'),
  t('Title'),
  t('Text'),
  t('PDF'),
  t('Photos'),
  ...textLabels(),
];

function taskRow(task: Task): (string | number)[] {
  const { date, clock } = visitTime(task.time);
  return [
    date,
    clock,
    task.year,
    monthLabel(task.month),
    visitKindLabel(task.kind) ?? '',
    task.title,
    task.tasks,
    hasPdf(task) ? t('Yes') : t('No'),
    task.urls.length,
    // the newest columns come last, as people's own sheets count them
    ...textsOf(task),
  ];
}
