import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { counted } from '../../records/counted.ts';
import { inSentence, valueSentence } from './change-words.ts';
import { changedEquipment, readEquipment } from '../../records/maintenance-form/equipment.ts';
import { equipmentLabels } from '../../records/maintenance-form/maintenance-form.ts';
import { siteColumns, siteValueText } from '../../records/site/site-columns.ts';

/** The changed fields of the site record, in the order of the form, and of its equipment; not its tasks. */
export function siteValues(change: Change): ChangedValue[] {
  const { operation, before, after } = change;
  return (
    siteColumns
      .filter(({ column }) => column in { ...before, ...after })
      .map(({ column, label, kind }) => ({
        label,
        before: siteValueText(kind, before?.[column]),
        after: siteValueText(kind, after?.[column]),
      }))
      // a new record has a value for every column
      .filter((value) => operation === 'UPDATE' || value.after !== null)
      .concat(equipmentValues(change))
  );
}

function equipmentValues({ before, after }: Change): ChangedValue[] {
  const [was, is] = [readEquipment(before?.['equipment']), readEquipment(after?.['equipment'])];
  return changedEquipment(was, is).map((field) => ({
    label: `Equipment, ${equipmentLabels[field]}`,
    before: was[field] || null,
    after: is[field] || null,
  }));
}

export function siteSentences(change: Change): string[] {
  if (change.operation === 'UPDATE')
    return siteValues(change).map(({ label, before, after }) => valueSentence(label, before, after));
  const name = siteValueText('name', change.after?.['name']) ?? change.site_name ?? '';
  const tasks = change.after?.['tasks2024'];
  const count = Array.isArray(tasks) ? tasks.length : 0;
  return [`Site “${inSentence(name)}” added${count > 0 ? ` with ${counted(count, 'task')}` : ''}`];
}
