import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { t } from '../../../lib/language/translate.ts';
import { dataOf } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import { importsSchema, undoneSchema, undoWholeImport } from '../../../records/import/import-calls.ts';
import { invalidateSites, sitesKey } from '../../../records/site/site-queries.ts';

/** The newest imports. */
export const importsQuery = queryOptions({
  queryKey: [...sitesKey, 'imports'],
  queryFn: async ({ signal }) => v.parse(importsSchema, dataOf(await supabase.rpc('list_imports').abortSignal(signal))),
  staleTime: 0,
});

/**
 * Undoes an import at all of its sites. After an error, the next call continues where the undo stopped.
 * @param onUndone called when the import is undone at every site
 */
export function useUndoImport(onUndone: () => void) {
  const [sitesRemaining, setSitesRemaining] = useState<number | null>(null);
  const undoMutation = useMutation({
    mutationFn: async (id: string) => {
      setSitesRemaining(null);
      const removeNote = noteUnsaved(t('An import is being undone.'));
      try {
        return await undoWholeImport(
          async () => v.parse(undoneSchema, dataOf(await supabase.rpc('undo_import', { import_id: id }))),
          setSitesRemaining,
        );
      } finally {
        removeNote();
      }
    },
    onSuccess: onUndone,
    // the sites are read again after an error too, because a part of the import may be undone
    onSettled: invalidateSites,
    onError: (error) => console.error('The import could not be undone', error),
  });
  return {
    undo: (id: string) => undoMutation.mutate(id),
    isUndoing: undoMutation.isPending,
    /** The id of the import whose undo failed, so that a part may be undone; null without a failure. */
    failedUndo: undoMutation.isError ? undoMutation.variables : null,
    undone: undoMutation.data ?? null,
    /** The number of sites where the import is not undone yet; null before the first answer. */
    sitesRemaining,
    forgetUndone: undoMutation.reset,
  };
}

export type UndoState = ReturnType<typeof useUndoImport>;
