import { notifyManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { copyTime } from './saved-queries.ts';

/** When the server gave the oldest copy that is on the screen, in milliseconds since 1970; null without one. */
export function useCopyTime(): number | null {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client]),
    () => oldestCopy(client),
  );
}

function oldestCopy(client: QueryClient): number | null {
  const times = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap((query) => copyTime(query) ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}
