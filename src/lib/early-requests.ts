import { sessionHeader } from './config.ts';

// The page sends the first requests before the portal's script is loaded (`early-portal.ts`). When the portal sends a request with the same
// URL, method, body and session, it takes the early answer instead; any other request is sent as usual. An answer is taken once, and treated
// like the answer to the portal's own request: if the early request failed, the portal's request has failed.

interface EarlyRequest {
  response: Promise<Response>;
  controller: AbortController;
}

declare global {
  /** The requests whose answers nobody has taken, by `keyOf`. */
  var earlyRequests: Map<string, EarlyRequest> | undefined;
}

/** After this time (ms) an answer is no longer fresh (`query-client.ts`), and is not taken any more. */
const maxAgeMs = 30_000;

function keyOf(url: string | URL, { method = 'GET', headers, body }: RequestInit): string {
  return JSON.stringify([method, new URL(url, location.href), body, new Headers(headers).get(sessionHeader)]);
}

/** Sends a request whose answer the portal will take. */
export function sendEarly(url: string, init: RequestInit): void {
  const controller = new AbortController();
  const response = fetch(url, { ...init, signal: controller.signal });
  // the failure is reported to whoever takes the answer
  response.catch(() => undefined);
  globalThis.earlyRequests ??= new Map();
  globalThis.earlyRequests.set(keyOf(url, init), { response, controller });
}

/** Later deletes the answers that nobody has taken: when they are no longer fresh. */
export function forgetStaleEarlyRequests(): void {
  setTimeout(() => {
    globalThis.earlyRequests = undefined;
  }, maxAgeMs);
}

/** The early answer to this request if the page has sent it already, else that of `fetch`. @throws what `fetch` throws */
export function fetchOrTake(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const requests = globalThis.earlyRequests;
  if (!requests || input instanceof Request) return fetch(input, init);
  const key = keyOf(input, init);
  const early = requests.get(key);
  if (!early) return fetch(input, init);
  requests.delete(key);
  init.signal?.addEventListener('abort', () => early.controller.abort(init.signal?.reason));
  return early.response;
}
