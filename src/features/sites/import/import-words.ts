import { counted } from '../../../records/counted.ts';
import { csvOf } from '../../../lib/csv.ts';
import type { Defect } from '../../../records/import/import-plan.ts';
import type { AppliedVisits, CheckedVisits } from './check-visits.ts';

export function checkedText({ sites, defects }: CheckedVisits): string {
  const fresh = freshVisits({ sites });
  const known = sites.reduce((sum, { diff }) => sum + diff.known, 0);
  const into = sites.filter(({ diff }) => diff.visits.length > 0).length;
  return [
    fresh === 0 ? 'No visits to import.' : `${counted(fresh, 'visit')} to import into ${counted(into, 'site')}.`,
    known > 0 && `${counted(known, 'visit')} imported earlier, left as they are.`,
    defects.length > 0 && `${counted(defects.length, 'remark')}:`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

export function freshVisits({ sites }: Pick<CheckedVisits, 'sites'>): number {
  return sites.reduce((sum, { diff }) => sum + diff.visits.length, 0);
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

export function remarksCsv(defects: readonly Defect[]): string {
  return csvOf([
    ['Where', 'What is wrong', 'What is done about it'],
    ...defects.map(({ row, problem, remedy }) => [row, problem, remedy]),
  ]);
}
