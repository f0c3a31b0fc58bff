/** Milliseconds in which a page that is just being left, a reload mostly, gives its draft up. */
const patience = 1_000;

/**
 * Makes this tab the one that keeps the draft, until `signal` is aborted. False when another tab of this browser has
 * it: two tabs with the same draft would save the same task twice.
 */
export async function ownDraft(signal: AbortSignal): Promise<boolean> {
  if (!('locks' in navigator)) return true;
  return new Promise((resolve) => {
    const whileOpen = () => {
      resolve(true);
      return new Promise<void>((release) => {
        signal.addEventListener('abort', () => release());
        if (signal.aborted) release();
      });
    };
    const soon = AbortSignal.any([signal, AbortSignal.timeout(patience)]);
    navigator.locks.request('add-task', { signal: soon }, whileOpen).catch(() => resolve(false));
  });
}
