import { queryOptions } from '@tanstack/react-query';

/** Asks the browser not to evict what is stored here. Call it only when a button was pressed, because Firefox then asks the person. */
export function persistStorage(): void {
  navigator.storage?.persist?.().catch(() => undefined);
}

/** Whether the browser will ask the person, who has not answered yet. Only Firefox (`Gecko/`) asks; others decide by themselves. */
export const persistPromptQuery = queryOptions({
  queryKey: ['persist prompt'],
  queryFn: async () => {
    if (!/\bGecko\/\d/u.test(navigator.userAgent)) return false;
    const { state } = await navigator.permissions.query({ name: 'persistent-storage' });
    return state === 'prompt';
  },
  // never cached, because the person may have answered meanwhile
  staleTime: 0,
  gcTime: 0,
});
