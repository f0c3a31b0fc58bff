import { csvOf } from '../../lib/csv.ts';
import { monthLabel } from '../../records/time.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';
import { visitKindLabel, visitTime } from '../../records/task/visit.ts';

/** In the order given: dates (`2026-03-26`) and times in Singapore, photos as a number. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([
    ['Date', 'Time', 'Year', 'Month', 'Kind', 'Title', 'Text', 'PDF', 'Photos'],
    ...tasks.map((task) => {
      const { date, clock } = visitTime(task.time);
      return [
        date,
        clock,
        task.year,
        monthLabel(task.month),
        visitKindLabel(task.kind) ?? '',
        task.title,
        task.tasks,
        hasPdf(task) ? 'Yes' : 'No',
        task.urls.length,
      ];
    }),
  ]);
}
