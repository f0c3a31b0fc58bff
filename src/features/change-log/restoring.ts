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
  /** Whether a repeated request would fail again. */
  final: boolean;
}

/** Refetches all records and the change log. It is also called after an error, because a call without an answer may have succeeded. */
export function invalidateRecords(): void {
  invalidateSites();
  invalidateDocuments();
  invalidateContacts();
  for (const queryKey of [changesKey, failureQueryKey]) void queryClient.invalidateQueries({ queryKey });
}

/** The message that says why a change could not be restored. */
export function restoreRefusal(error: unknown): RestoreRefusal {
  const status = error instanceof RequestError ? error.status : 0;
  const { code, hint } = serverRefusal(error);
  // PostgreSQL's unique violation: only the name of a site is unique
  if (code === '23505')
    return final(t('Another site has the old name now, and names are unique. Rename that site first.'));
  const moved = movedRefusal(error);
  if (moved)
    return final(
      t('This visit is at {site} now, so nothing was restored. Move it back from there first.', { site: moved.site }),
    );
  const noRoomText = fullText(hint, error);
  if (noRoomText !== null) return final(sentences(noRoomText, t('Nothing was restored.')));
  // some gateways change the status, so the code is checked too
  if (status === 409 || code === 'PT409')
    return final(t('This has been changed again since, so nothing was restored. Restore the newer change first.'));
  if (status === 404) return final(t('This change is no longer in the log. Nothing was restored.'));
  if (status === 422) return final(t('This change cannot be undone: new records and keys stay. Nothing was restored.'));
  if (status >= 400 && status < 500)
    return { text: t('Error updating data. Nothing was restored. Try again.'), final: false };
  // after any other error the server may have restored the change, only its answer was lost
  return { text: t('Error updating data. Check the top of the log before you try again.'), final: false };
}

/** A message for a restore that would exceed the limit of documents, contacts or notes of a site; null for any other refusal. */
function fullText(hint: string | null, error: unknown): string | null {
  if (hint === 'documents-full') return documentProblem(error);
  if (hint === 'contacts-full')
    return t('A site has at most {most} contacts. Remove one first.', { most: contactLimits.most });
  return hint === 'notes-full'
    ? t('A site has at most {most} notes. Remove one first.', { most: noteLimits.most })
    : null;
}

/** A refusal for which a repeated request would fail again. */
function final(text: string): RestoreRefusal {
  return { text, final: true };
}
