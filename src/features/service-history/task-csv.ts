import { csvOf } from '../../lib/csv.ts';
import { monthLabel } from '../../records/time.ts';
import { hasPdf, type Task } from '../../records/task/task.ts';

// sv-SE writes 2026-03-26 16:05, which a spreadsheet of any country reads as a time
const stamp = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Singapore',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The service history as a CSV file, in the order given: dates of Singapore, photos as a number. */
export function taskCsv(tasks: readonly Task[]): string {
  return csvOf([
    ['Date', 'Year', 'Month', 'Title', 'Text', 'PDF', 'Photos'],
    ...tasks.map((task) => [
      stamp.format(new Date(task.time)),
      task.year,
      monthLabel(task.month),
      task.title,
      task.tasks,
      hasPdf(task) ? 'Yes' : 'No',
      task.urls.length,
    ]),
  ]);
}
