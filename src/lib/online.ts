import type { Store } from './store.ts';

/** Whether the browser says that it is offline. It may say that it is online although its network has no connection to the internet. */
export const offline: Pick<Store<boolean>, 'get' | 'subscribe'> = {
  get: () => !navigator.onLine,
  subscribe: (listener) => {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};

/** Resolves when the browser says that it is online, which may be at once. */
export async function whenOnline(): Promise<void> {
  if (!offline.get()) return;
  await new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
  });
}

/** Waits for a pause. It ends early, with true, when the browser says that the network is back; and with false when `signal` is aborted. */
export function onlineWithin(pauseMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (isOnline: boolean) => {
      clearTimeout(timer);
      controller.abort();
      resolve(isOnline);
    };
    const controller = new AbortController();
    const timer = setTimeout(() => done(false), pauseMs);
    addEventListener('online', () => done(true), { signal: controller.signal });
    signal?.addEventListener('abort', () => done(false), { signal: controller.signal });
    if (signal?.aborted) done(false);
  });
}
