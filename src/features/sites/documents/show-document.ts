import { useMutationState } from '@tanstack/react-query';
import { t } from '../../../lib/language/translate.ts';
import { notify } from '../../../lib/notify.ts';
import { queryClient } from '../../../lib/query-client.ts';
import {
  changeDocument,
  DocumentChanged,
  documentProblem,
  documentSaved,
} from '../../../records/site-documents/document-calls.ts';
import type { SiteDocument } from '../../../records/site-documents/document.ts';

const keyOf = (id: number) => ['showing a document', id] as const;

/**
 * Removes a document from the list, or brings it back if `shown`, unless a call for the document is still pending. It notifies of the
 * outcome itself, because its undo can be pressed after the screen was left.
 */
export function setDocumentShown(document: SiteDocument, shown: boolean): void {
  const mutationKey = keyOf(document.id);
  if (queryClient.isMutating({ mutationKey }) > 0) return;
  const mutation = queryClient.getMutationCache().build(queryClient, {
    mutationKey,
    mutationFn: () => changeDocument(document, { shown }),
    onSuccess: (saved: SiteDocument) => {
      documentSaved(saved);
      const { title } = saved;
      if (shown) notify.success(t('{title} is back among the documents.', { title }));
      else notify.undo(t('{name} removed.', { name: title }), () => setDocumentShown(saved, true));
    },
    onError: (error) => {
      if (error instanceof DocumentChanged) return documentSaved(error.current);
      console.error('A document was not removed or brought back', error);
      return notify.error(documentProblem(error));
    },
  });
  // `onError` has already reported it
  mutation.execute(undefined).catch(() => null);
}

/** Whether a document is being removed or brought back. */
export function useIsShownChanging(id: number): boolean {
  return useMutationState({ filters: { mutationKey: keyOf(id), status: 'pending' } }).length > 0;
}
