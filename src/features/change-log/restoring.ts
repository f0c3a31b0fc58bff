import { t } from '../../lib/language/translate.ts';
import { queryClient } from '../../lib/query-client.ts';
import { RequestError, serverRefusal } from '../../lib/request-error.ts';
import { changesKey } from '../../records/change-log/change-log.ts';
import { failureQueryKey } from '../../records/failure/failure-queries.ts';
import { sentences } from '../../records/sentences.ts';
import { invalidateContacts } from '../../records/site-contacts/contact-calls.ts';
import { contactLimits } from '../../records/site-contacts/site-contact.ts';
import { documentProblem, invalidateDocuments } from '../../records/site-documents/document-calls.ts';
import { noteLimits } from '../../records/site-notes/note-calls.ts';
import { invalidateSites } from '../../records/site/site-queries.ts';
import { movedRefusal } from '../../records/task/moved-visits.ts';

export interface RestoreRefusal {
  text: string;
  /** Whether trying again would not help. */
  final: boolean;
}

/** Has all that shows records or their changes read again; after an error too, which may hide a success. */
export function invalidateRecords(): void {
  invalidateSites();
  invalidateDocuments();
  invalidateContacts();
  for (const queryKey of [changesKey, failureQueryKey]) void queryClient.invalidateQueries({ queryKey });
}

/** What to say when a change could not be restored. */
export function restoreRefusal(error: unknown): RestoreRefusal {
  const status = error instanceof RequestError ? error.status : 0;
  const { code, hint } = serverRefusal(error);
  // a value is taken: only the name is unique
  if (code === '23505')
    return final(t('Another site has the old name now, and names are unique. Rename that site first.'));
  const there = movedRefusal(error);
  if (there)
    return final(
      t('This visit is at {site} now, so nothing was restored. Move it back from there first.', { site: there.site }),
    );
  const full = fullText(hint, error);
  if (full !== null) return final(sentences(full, t('Nothing was restored.')));
  // some gateways give a refusal another status
  if (status === 409 || code === 'PT409')
    return final(t('This has been changed again since, so nothing was restored. Restore the newer change first.'));
  if (status === 404) return final(t('This change is no longer in the log. Nothing was restored.'));
  if (status === 422) return final(t('This change cannot be undone: new records and keys stay. Nothing was restored.'));
  if (status >= 400 && status < 500)
    return { text: t('Error updating data. Nothing was restored. Try again.'), final: false };
  // any other failure may hide a success: the server may have restored it
  return { text: t('Error updating data. Check the top of the log before you try again.'), final: false };
}

/** Why there is no room for what would be shown again; null where that is not the reason. */
function fullText(hint: string | null, error: unknown): string | null {
  if (hint === 'documents-full') return documentProblem(error);
  if (hint === 'contacts-full')
    return t('A site has at most {most} contacts. Remove one first.', { most: contactLimits.most });
  return hint === 'notes-full'
    ? t('A site has at most {most} notes. Remove one first.', { most: noteLimits.most })
    : null;
}

function final(text: string): RestoreRefusal {
  return { text, final: true };
}
