import { comparedForm } from '../../lib/calendar/plain-form.ts';
import { t } from '../../lib/language/translate.ts';
import { sentences } from '../sentences.ts';
import { statedText } from '../task/optional-members.ts';
import type { StoredTask } from '../task/task.ts';
import { visitTitle } from '../task/visit.ts';
import { longDate } from '../time.ts';
import type { ImportDiff } from './apply-site.ts';
import type { Defect } from './import-plan.ts';
import { mayBeSameVisit } from './same-day.ts';
import type { VisitUpdate } from './visit-update.ts';

// Remarks about job numbers that several visits have. This is allowed, because all visits of a contract may have one number. The remarks let a
// person notice a number that was typed twice by mistake before it is stored.

/** A visit with a job number: a stored visit, a row of the file, or a row that updates a stored visit. */
interface NumberedVisit {
  number: string;
  row: string | null;
  taskId: number | null;
  time: string;
  title: string;
}

/** A job number that more visits have is probably that of a contract, so only its first row gets a remark. */
const fewVisits = 3;

/**
 * A remark for each row that would be stored with the job number of another visit of its site, stored or in the same file. Deleted
 * visits do not count, and neither does a visit that the row may be itself (`sameDayVisits`).
 * @param tasks all stored visits of the site
 */
export function sharedJobRemarks(
  { visits }: Pick<ImportDiff, 'visits'>,
  updates: readonly VisitUpdate[],
  tasks: readonly StoredTask[],
): Defect[] {
  const stored = tasks
    .filter(({ showing }) => showing !== 'False')
    .map(({ id, ref, time, title }) => ({ number: statedText(ref), row: null, taskId: id, time, title }));
  const added = visits.map(({ row, visit }) => ({ ...visit, number: statedText(visit.ref), row, taskId: null }));
  const changed = updates.flatMap(({ visit, task, values }) =>
    values.ref === undefined
      ? []
      : [{ ...task, ...values, number: statedText(values.ref), row: visit.row, taskId: task.id }],
  );
  const byNumber = new Map<string, NumberedVisit[]>();
  for (const visit of [...stored, ...added, ...changed]) {
    const number = comparedNumber(visit.number);
    const visitsOfNumber = number === null ? undefined : byNumber.get(number);
    if (visitsOfNumber) visitsOfNumber.push(visit);
    else if (number !== null) byNumber.set(number, [visit]);
  }
  return [...byNumber.values()].flatMap((sharing) => {
    const rows = sharing.filter(({ row }) => row !== null);
    return (sharing.length > fewVisits ? rows.slice(0, 1) : rows).flatMap((visit) => remarkOf(visit, sharing));
  });
}

/** A job number without blanks and dashes, for comparing; null for a text without a digit, such as *n/a*. */
function comparedNumber(number: string): string | null {
  const compact = comparedForm(number).replaceAll(/[^\p{L}\p{N}]/gu, '');
  return /\p{N}/u.test(compact) ? compact : null;
}

function remarkOf(visit: NumberedVisit, sharing: readonly NumberedVisit[]): Defect[] {
  const others = sharing.filter(
    (other) =>
      other !== visit &&
      (other.taskId === null || other.taskId !== visit.taskId) &&
      !(other.row === null && visit.taskId === null && mayBeSameVisit(other, visit)),
  );
  const [first] = others;
  if (!first || visit.row === null) return [];
  const parts = { number: visit.number, day: longDate(first.time), title: visitTitle(first) };
  const problem = sentences(
    first.row === null
      ? t('Job number {number} is on another visit of this site: {day}, {title}.', parts)
      : t('Job number {number} is on {row} too: {day}, {title}.', { ...parts, row: first.row }),
    others.length > 1 &&
      t('{count, plural, one {# more visit has it.} other {# more visits have it.}}', { count: others.length - 1 }),
  );
  return [{ row: visit.row, problem, remedy: t('Nothing is left out: visits can share a job number.') }];
}
