import { t, tIn } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { telephoneOf } from '../../records/site/telephone.ts';
import { inSentence } from './change-log-site.ts';
import { changedValues, textOf, type LoggedColumns } from './changed-values.ts';

// The further contacts and the notes of a site in the change log: what was added, changed, removed and brought back.

/** A sentence such as `Contact 3 removed`. If only one field was changed, the sentence has its values. */
export function contactSentence(change: Change): string {
  const { operation, row_id: id, after } = change;
  const name = textOf(after?.['name']);
  if (operation === 'INSERT') return t('Contact {id} added: {name}', { id, name: inSentence(name ?? '') });
  if (after?.['hidden'] === true) return t('Contact {id} removed', { id });
  if (after?.['hidden'] === false) return t('Contact {id} brought back', { id });
  const [first, ...others] = contactValues(change);
  if (first === undefined || others.length > 0) return t('Contact {id} changed', { id });
  return t('Contact {id}: {field} changed from {before} to {after}', {
    id,
    field: first.label,
    before: inSentence(first.before ?? t('(empty)')),
    after: inSentence(first.after ?? t('(empty)')),
  });
}

/** The fields of a contact before and after. */
export function contactValues(change: Change): ChangedValue[] {
  return changedValues(change, {
    name: [tIn('of a person', 'Name'), textOf],
    role: [t('Role'), textOf],
    phone: [t('Telephone number'), (stored) => (typeof stored === 'number' ? telephoneOf(stored).shown : null)],
    email: [t('Email address'), textOf],
    ...removal(change),
  });
}

/** Such as `Note 3 added: Pays late.` */
export function noteSentence({ operation, row_id: id, after }: Change): string {
  const text = inSentence(textOf(after?.['text']) ?? '');
  if (operation === 'INSERT') return t('Note {id} added: {text}', { id, text });
  if (after?.['hidden'] === true) return t('Note {id} removed', { id });
  if (after?.['hidden'] === false) return t('Note {id} brought back', { id });
  return t('Note {id} changed to: {text}', { id, text });
}

/** The text of a note before and after. */
export function noteValues(change: Change): ChangedValue[] {
  return changedValues(change, { text: [t('Note'), textOf], ...removal(change) });
}

const yesOrNo = (stored: unknown) => (typeof stored === 'boolean' ? t(stored ? 'Yes' : 'No') : null);

/** The column that says whether a row was removed, for changed rows only. */
function removal({ operation }: Change): LoggedColumns {
  return operation === 'UPDATE' ? { hidden: [t('Removed'), yesOrNo] } : {};
}
