import { t } from '../../lib/language/translate.ts';
import type { Change, ChangedValue } from '../../records/change-log/change-log.ts';
import { plainList } from '../../records/counted.ts';
import { visitsText } from '../../records/link/link-words.ts';
import { longDate } from '../../records/time.ts';
import { inSentence } from './change-log-site.ts';
import { changedValues, momentOf, textOf } from './changed-values.ts';

// Links to visits that need no login, in the change log (`decisions §16`): making and ending them. The log does not contain how often a link was
// opened.

/** A sentence that says what happened to a link, such as `Link 7 for “Insurer” made: 2 visits, until 3 June 2027`. */
export function linkSentence({ row_id: id, operation, after }: Change): string {
  const until = textOf(after?.['until']);
  if (operation === 'INSERT')
    return t('Link {id} for “{label}” made: {visits}, until {day}', {
      id,
      label: inSentence(textOf(after?.['label']) ?? ''),
      visits: visitsText(idsOf(after?.['task_ids']).length),
      day: until === null ? '' : longDate(until),
    });
  return textOf(after?.['ended_at']) === null ? t('Link {id} changed', { id }) : t('Link {id} ended', { id });
}

/** The values of a link before and after. */
export function linkValues(change: Change): ChangedValue[] {
  return changedValues(change, {
    label: [t('For whom'), textOf],
    task_ids: [t('Visits'), visitNumbers],
    made_at: [t('Made'), momentOf],
    until: [t('Ends'), momentOf],
    ended_at: [t('Ended'), momentOf],
  });
}

const idsOf = (ids: unknown): number[] =>
  Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [];

function visitNumbers(ids: unknown): string | null {
  return plainList(idsOf(ids).map((id) => t('Visit {id}', { id }))) || null;
}
