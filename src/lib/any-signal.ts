/** A signal that aborts when the first of these signals aborts, for the same reason. `AbortSignal.any` is too new (`decisions §13`). */
export function anySignal(signals: readonly AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const abort = () => controller.abort(signal.reason);
    if (signal.aborted) abort();
    // the first abort removes the listeners of the others
    else signal.addEventListener('abort', abort, { once: true, signal: controller.signal });
  }
  return controller.signal;
}
