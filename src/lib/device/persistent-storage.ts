import { queryOptions } from '@tanstack/react-query';

/** Asks the browser not to evict what is stored here. Call it from a press: Firefox shows a question. */
export function persistStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

/** Whether the browser asks the person first, who has not answered yet. Only Firefox does; others decide by themselves. */
export const persistPromptQuery = queryOptions({
  queryKey: ['persist prompt'],
  queryFn: async () => {
    if (!/\bGecko\/\d/u.test(navigator.userAgent)) return false;
    const { state } = await navigator.permissions.query({ name: 'persistent-storage' });
    return state === 'prompt';
  },
  // the person may have answered
  staleTime: 0,
  gcTime: 0,
});
