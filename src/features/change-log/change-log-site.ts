import type { Change, ChangedValue } from './change-log.ts';
import { counted, inSentence, valueSentence } from './change-words.ts';
import { siteColumns, siteValueText } from '../../records/site/site-columns.ts';

/** The fields of the site record that a change touched, in the order of the form; its tasks are told elsewhere. */
export function siteValues({ operation, before, after }: Change): ChangedValue[] {
  return (
    siteColumns
      .filter(({ column }) => column in { ...before, ...after })
      .map(({ column, label, kind }) => ({
        label,
        before: siteValueText(kind, before?.[column]),
        after: siteValueText(kind, after?.[column]),
      }))
      // a new record has a column for everything
      .filter((value) => operation === 'UPDATE' || value.after !== null)
  );
}

export function siteSentences(change: Change): string[] {
  if (change.operation === 'UPDATE')
    return siteValues(change).map(({ label, before, after }) => valueSentence(label, before, after));
  const name = siteValueText('name', change.after?.['name']) ?? change.site_name ?? '';
  const tasks = change.after?.['tasks2024'];
  const count = Array.isArray(tasks) ? tasks.length : 0;
  return [`Site “${inSentence(name)}” added${count > 0 ? ` with ${counted(count, 'task')}` : ''}`];
}
