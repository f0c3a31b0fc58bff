import { SupabaseClient } from '@supabase/supabase-js';
import { anySignal } from './any-signal.ts';
import { readConfig, sessionHeader } from './config.ts';
import { connection } from './connection.ts';
import type { Database } from './database.types.ts';
import { endSession, getSession } from './device/session.ts';
import { fetchOrTake } from './early-requests.ts';
import { dataOf, RequestError, type CallResult } from './request-error.ts';
import { isOwnAnswer, isTemporary, jsonIn, saysSessionOver, type ExpectedAnswer } from './service-answer.ts';
import { sendingTimeMs } from './upload/sending-time.ts';

// All calls to the database and the storage, except uploads (`upload-file.ts`). Each carries the current session. A call fails when no byte
// arrives for ten seconds, plus the time that sending takes on a slow line. An answer that does not come from the service counts as a network
// error (`service-answer.ts`). An answer that the session is over ends it here. No call is repeated here: the caller decides about that.

/** How long (ms) no byte may arrive. The time that sending takes on a slow line is added, because it cannot be observed. */
export const requestTimeoutMs = 10_000;

const nullBodyStatuses = new Set([204, 205, 304]);
/** How many bytes of an answer are examined to tell whether it comes from the service: the beginning of a long one is enough. */
const judgedBytes = 10_000;

/**
 * A `fetch` that adds the session to the request, and ends a session that the server rejects. An answer with a temporary status is returned
 * as it is.
 * @throws TimeoutError when the server goes silent; TypeError for an answer that does not come from the service (`decisions §12`)
 */
export const portalFetch: typeof fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  const token = headers.get(sessionHeader) ?? getSession()?.token;
  if (token) headers.set(sessionHeader, token);

  const isLogout = url.endsWith('/rpc/logout');
  const { bytes, ...received } = await receive(input, {
    ...init,
    headers,
    // the service never redirects, but a public network does
    redirect: 'error',
    // a logout completes even when the tab is closed at once
    ...(isLogout && { keepalive: true }),
  });
  const { status } = received;
  const response = new Response(nullBodyStatuses.has(status) ? null : bytes, received);
  notePause(response);
  if (isTemporary(status)) return response;
  const beginning = response.ok ? bytes.subarray(0, judgedBytes) : bytes;
  const body = new TextDecoder().decode(beginning);
  const expected = expectedFrom(new URL(url).pathname, init?.method ?? 'GET');
  if (!isOwnAnswer(status, body, expected, response.headers.get('content-type')))
    throw new TypeError(`Somebody else answered with ${status}`);

  const isAuthCall = isLogout || url.endsWith('/rpc/login');
  const isOver = !isAuthCall && saysSessionOver(status, jsonIn(body));
  if (isOver && token !== undefined && token === getSession()?.token) endSession('expired');
  return response;
};

function expectedFrom(path: string, method: string): ExpectedAnswer {
  if (path.includes('/rest/v1/')) return path.includes('/rpc/') ? 'value' : 'rows';
  return method === 'GET' ? 'file' : 'value';
}

/** Sets the pause that the service demands with `Retry-After`, in seconds or as a date. */
function notePause({ status, headers }: Response): void {
  const retryAfter = isTemporary(status) ? headers.get('retry-after') : null;
  if (retryAfter === null) return;
  const pauseMs = /^\d+$/u.test(retryAfter.trim()) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  if (pauseMs > 0) connection.pauseFor(pauseMs);
}

interface Received extends Pick<Response, 'status' | 'statusText' | 'headers'> {
  bytes: Uint8Array<ArrayBuffer>;
}

/** Sends a request and reads the whole answer. @throws TimeoutError when no byte arrives for too long */
async function receive(input: RequestInfo | URL, init: RequestInit): Promise<Received> {
  const controller = new AbortController();
  const startTimer = (limit = requestTimeoutMs) => {
    const timeout = new DOMException(`Nothing received for ${Math.round(limit / 1000)} seconds`, 'TimeoutError');
    return setTimeout(() => controller.abort(timeout), limit);
  };
  let timer = startTimer(requestTimeoutMs + sendingTimeMs(bodySize(init.body)));
  try {
    const signal = init.signal ? anySignal([init.signal, controller.signal]) : controller.signal;
    const response = await fetchOrTake(input, { ...init, signal });
    const bytes = await readAll(response, signal, () => {
      clearTimeout(timer);
      timer = startTimer();
    });
    const { status, statusText, headers } = response;
    return { status, statusText, headers, bytes };
  } finally {
    clearTimeout(timer);
  }
}

/** The size of a body in bytes. Forms and streams, which the portal never sends here, count as 0. */
function bodySize(body: RequestInit['body']): number {
  if (typeof body === 'string') return new TextEncoder().encode(body).length;
  return body instanceof Blob ? body.size : 0;
}

/** Reads the whole body. @param onPart called before each part is read */
async function readAll(response: Response, signal: AbortSignal, onPart: () => void): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  const stop = () => void reader?.cancel().catch(() => undefined);
  signal.addEventListener('abort', stop);
  for (;;) {
    onPart();
    // one after the other, as the parts arrive
    const part = await reader?.read();
    if (!part?.value) break;
    parts.push(part.value);
    length += part.value.length;
  }
  signal.removeEventListener('abort', stop);
  // needed because a cancelled body ends like a complete one
  signal.throwIfAborted();
  const body = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    body.set(part, offset);
    offset += part.length;
  }
  return body;
}

class PortalClient extends SupabaseClient<Database> {
  constructor(url: string, anonKey: string) {
    super(url, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: portalFetch },
    });
    // the library would repeat a request for seven seconds; here the query client repeats requests
    this.rest.retry = false;
  }
}

const config = readConfig(import.meta.env);
if ('missing' in config) throw new Error(`Not configured: ${config.missing.join(', ')}`);

/** The Supabase client. Every call has the role `anon`, and carries this tab's session. */
export const supabase: SupabaseClient<Database> = new PortalClient(config.url, config.anonKey);

/** How many rows the API returns at most (`max_rows`). */
const pageSize = 1000;

interface Page<Row> extends CallResult<Row[]> {
  count: number | null;
}

/**
 * Reads all rows of a table, page by page.
 * @param read reads the rows from one index to another, both included. It must count exactly, and sort by a column whose new values are
 *   always the largest, so that rows which are added meanwhile come last and do not shift the pages
 * @throws RequestError when a page fails or rows are missing: a list is never cut off silently.
 */
export async function allRows<Row>(read: (from: number, to: number) => PromiseLike<Page<Row>>): Promise<Row[]> {
  const first = await read(0, pageSize - 1);
  const rows = dataOf(first);
  // the count is NaN when the server did not count
  const count = first.count === null || Number.isNaN(first.count) ? null : first.count;
  if (count === null ? rows.length < pageSize : rows.length >= count) return rows;
  if (rows.length === 0 || count === null) throw new RequestError('No count of the rows', first.status, 'response');
  // the server may return fewer rows than requested
  const size = rows.length;
  const starts = Array.from({ length: Math.ceil(count / size) - 1 }, (_, index) => (index + 1) * size);
  const otherPages = await Promise.all(starts.map((from) => read(from, from + size - 1)));
  const result = [...rows, ...otherPages.flatMap(dataOf)];
  if (result.length < count) throw new RequestError(`${result.length} of ${count} rows came`, first.status, 'response');
  return result;
}
