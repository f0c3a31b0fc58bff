import { counted } from '../../../records/counted.ts';
import type { AppliedVisits, CheckedVisits } from './check-visits.ts';

/** What an import would do, for the screen and its readers. @param fresh the visits that would be added */
export function checkedText({ reading, sites, sameDay, remarks }: CheckedVisits, fresh: number): string {
  if (!reading) return '';
  if (reading.questions.length > 0) return 'Answer what is asked above to see the visits.';
  const known = sites.reduce((sum, { diff }) => sum + diff.known, 0);
  const into = sites.filter(({ diff }) => diff.visits.length > 0).length;
  const left = reading.rows.filter(({ visit }) => !visit).length;
  return [
    fresh === 0 ? 'No visits to import.' : `${counted(fresh, 'visit')} to import into ${counted(into, 'site')}.`,
    known > 0 && `${counted(known, 'visit')} imported earlier, left as they are.`,
    sameDay.length > 0 && `${counted(sameDay.length, 'visit')} on a day that has one like it already.`,
    left > 0 && `${counted(left, 'row')} left out.`,
    remarks.length > 0 && `${counted(remarks.length, 'remark')} below.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

export function appliedText({ added, sites, known, defects }: AppliedVisits): string {
  const taken = `${counted(added, 'visit')} imported into ${counted(sites, 'site')}.`;
  const done = known > 0 ? `${taken} ${counted(known, 'visit')} imported earlier, left as they are.` : taken;
  return defects.length > 0 ? `${done} ${counted(defects.length, 'remark')}:` : done;
}

/** What was not imported, as far as is known. */
export function failedText({ failed, unclear }: Pick<AppliedVisits, 'failed' | 'unclear'>): string {
  return [
    'Error updating data.',
    failed.length > 0 && `Nothing was imported for: ${failed.join(', ')}.`,
    unclear.length > 0 && `It is not known whether the visits of these sites were imported: ${unclear.join(', ')}.`,
    'Press Import again; nothing is imported twice.',
  ]
    .filter((part) => part !== false)
    .join(' ');
}
