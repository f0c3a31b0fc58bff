/**
 * How long drawing may hold up what waits in the worker, in ms: the request for the report whose pages are drawn ahead, and photos that
 * have come.
 */
const sliceMs = 12;

let sliceEnd = 0;

/**
 * Lets what waits run when drawing has taken a slice. Called between two visits, as a hundred of them take a processor half a second and a
 * slow one several.
 */
export async function pauseAfterSlice(): Promise<void> {
  if (performance.now() < sliceEnd) return;
  await afterWaiting();
  sliceEnd = performance.now() + sliceMs;
}

/** Resolves after what waits now. A timer would do too, but browsers delay each by 4 ms when they follow one another. */
function afterWaiting(): Promise<void> {
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
