import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { dataOf } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { holdUnsaved } from '../../../lib/unsaved.ts';
import { t } from '../../../lib/language/translate.ts';
import { importsSchema, undoneSchema, undoWholeImport } from '../../../records/import/import-calls.ts';
import { invalidateSites, sitesKey } from '../../../records/site/site-queries.ts';

/** The newest imports. */
export const importsQuery = queryOptions({
  queryKey: [...sitesKey, 'imports'],
  queryFn: async ({ signal }) => v.parse(importsSchema, dataOf(await supabase.rpc('list_imports').abortSignal(signal))),
  staleTime: 0,
});

/** Undoes an import at all of its sites. Pressing again goes on where it stopped. @param onUndone called when all of it is done */
export function useUndoImport(onUndone: () => void) {
  const [sitesLeft, setSitesLeft] = useState<number | null>(null);
  const undoing = useMutation({
    mutationFn: async (id: string) => {
      setSitesLeft(null);
      const safe = holdUnsaved(t('An import is being undone.'));
      try {
        return await undoWholeImport(
          async () => v.parse(undoneSchema, dataOf(await supabase.rpc('undo_import', { import_id: id }))),
          setSitesLeft,
        );
      } finally {
        safe();
      }
    },
    onSuccess: onUndone,
    // a part of it may be done
    onSettled: invalidateSites,
    onError: (error) => console.error('The import could not be undone', error),
  });
  return {
    undo: (id: string) => undoing.mutate(id),
    isUndoing: undoing.isPending,
    /** The import of which not all is known to be undone: asking again answers what was. */
    failedUndo: undoing.isError ? undoing.variables : null,
    undone: undoing.data ?? null,
    /** Null before the first answer. */
    sitesLeft,
    forgetUndone: undoing.reset,
  };
}

export type UndoState = ReturnType<typeof useUndoImport>;
