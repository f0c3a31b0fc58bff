import type { Change, ChangedValue } from './change-log.ts';
import { counted, inSentence, valueSentence } from './change-words.ts';
import { readContract } from '../../records/site/contract.ts';
import { showPhone } from '../../records/site/phone-number.ts';
import { siteFieldKeys, siteFieldLabels, type SiteField } from '../../records/site/site-fields.ts';

/** The fields of the site record that a change touched, in the order of the form; its tasks are told elsewhere. */
export function siteValues({ operation, before, after }: Change): ChangedValue[] {
  return (
    siteFieldKeys
      .filter((field) => field in { ...before, ...after })
      .map((field) => ({
        label: siteFieldLabels[field],
        before: words(field, before?.[field]),
        after: words(field, after?.[field]),
      }))
      // a new record has a column for everything
      .filter((value) => operation === 'UPDATE' || value.after !== null)
  );
}

/** What happened to the site record itself, in sentences. */
export function siteSentences(change: Change): string[] {
  if (change.operation === 'UPDATE')
    return siteValues(change).map(({ label, before, after }) => valueSentence(label, before, after));
  const name = words('name', change.after?.['name']) ?? change.site_name ?? '';
  const tasks = change.after?.['tasks2024'];
  const count = Array.isArray(tasks) ? tasks.length : 0;
  return [`Site “${inSentence(name)}” added${count > 0 ? ` with ${counted(count, 'task')}` : ''}`];
}

/** A stored value as the profile shows it; null for none. */
function words(field: SiteField, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'System Online' : 'System Offline';
  if (typeof value === 'number') return field === 'person_in_charge' ? showPhone(value) : String(value);
  if (typeof value !== 'string' || value.trim() === '') return null;
  return field === 'contract_until' ? readContract(value, new Date()).text : value.trim();
}
