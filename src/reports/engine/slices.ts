/**
 * How long (ms) drawing may run before waiting events in the worker are handled: the request for the report whose pages are drawn in advance, and
 * loaded photos.
 */
const sliceMs = 12;

let sliceEnd = 0;

/**
 * Lets waiting events run when drawing has used up its slice of time. Called between two visits: drawing a hundred visits takes half a second, or
 * several seconds on a slow processor.
 */
export async function pauseAfterSlice(): Promise<void> {
  if (performance.now() < sliceEnd) return;
  await waitingEventsHandled();
  sliceEnd = performance.now() + sliceMs;
}

/** Resolves after the events that are waiting now. A timer is not used, because browsers delay successive timers by 4 ms each. */
function waitingEventsHandled(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
