import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { copyTime } from './saved-queries.ts';

/** When the server gave the oldest answer that is on the screen where one of them is a copy, in milliseconds since 1970; null without one. */
export function useCopyTime(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client]),
    () => oldestCopy(client),
  );
}

/** What is never kept says nothing of the time: its stand-in is made when it is asked for. */
function oldestCopy(client: QueryClient): number | null {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const copies = shown.flatMap((query) => copyTime(query) ?? []);
  if (copies.length === 0) return null;
  const kept = shown.filter(({ meta, state }) => meta?.saved && state.data !== undefined);
  return Math.min(...(kept.length > 0 ? kept.map((query) => copyTime(query) ?? query.state.dataUpdatedAt) : copies));
}
