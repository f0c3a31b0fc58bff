import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { copyTime } from './saved-queries.ts';

/** When the server sent the oldest data on the screen (ms since 1970); null when none is a copy. */
export function useCopyTime(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client]),
    () => oldestCopy(client),
  );
}

/** Queries that are never kept are ignored: their placeholder is always new. */
function oldestCopy(client: QueryClient): number | null {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const copies = shown.flatMap((query) => copyTime(query) ?? []);
  if (copies.length === 0) return null;
  const kept = shown.filter(({ meta, state }) => meta?.saved && state.data !== undefined);
  return Math.min(...(kept.length > 0 ? kept.map((query) => copyTime(query) ?? query.state.dataUpdatedAt) : copies));
}
