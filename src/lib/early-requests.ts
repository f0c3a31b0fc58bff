// Requests that the page sends before the portal's script has come (`early-portal.ts`). The portal takes their answers instead of sending them
// again. It asks with the same URL, method, body and session; any other request is sent as usual. An answer is taken once, and counts as
// a request that the portal sent: a failure is one of the network.

interface EarlyRequest {
  response: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    /** The answers that nobody has taken, by what was asked. */
    earlyRequests?: Map<string, EarlyRequest>;
  }
}

/** An answer that nobody has taken is given up after this time, as it is no longer new (`query-client.ts`). */
const maxAgeMs = 30_000;

/** The name of the header that carries the session. */
export const sessionHeader = 'x-portal-session';

function keyOf(url: string, { method = 'GET', headers, body }: RequestInit): string {
  return JSON.stringify([method, new URL(url, location.href), body, new Headers(headers).get(sessionHeader)]);
}

/** Sends a request whose answer the portal will take. */
export function sendEarly(url: string, init: RequestInit): void {
  const controller = new AbortController();
  const response = fetch(url, { ...init, signal: controller.signal });
  // whoever takes it is told
  response.catch(() => undefined);
  window.earlyRequests ??= new Map();
  window.earlyRequests.set(keyOf(url, init), { response, controller });
}

/** Forgets the answers that nobody took, when they are no longer new. */
export function forgetEarlyRequests(): void {
  setTimeout(() => delete window.earlyRequests, maxAgeMs);
}

/** `fetch`, unless the page has sent this request already: then its answer. @throws what `fetch` throws */
export function fetchOrTake(url: string, init: RequestInit): Promise<Response> {
  const key = keyOf(url, init);
  const early = window.earlyRequests?.get(key);
  if (!early) return fetch(url, init);
  window.earlyRequests?.delete(key);
  init.signal?.addEventListener('abort', () => early.controller.abort(init.signal?.reason));
  return early.response;
}
