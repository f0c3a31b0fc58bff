import { startTimeLimit } from './silence.ts';

/** A response whose body has been read. */
export interface RawResponse {
  status: number;
  headers: Headers;
  /** Whether the request was redirected to another address. */
  redirected: boolean;
  /** As they are without compression. */
  bytes: Uint8Array;
  text: string;
  /** The parsed text; null when it is not JSON. */
  body: unknown;
  /** The milliseconds until the last byte. */
  timeMs: number;
}

interface RawQuestion {
  method?: string;
  /** The session token, which is sent in the header `x-portal-session`. */
  session?: string | undefined;
  headers?: Record<string, string>;
  /** An object is sent as JSON; bytes are sent unchanged. */
  body?: object | undefined;
  /** A timeout instead of that of the project. */
  timeoutMs?: number;
}

/** Requests a path such as `/rest/v1/maintables?select=id`. Throws only when there is no response. */
export type RawApi = (path: string, question?: RawQuestion) => Promise<RawResponse>;

export interface RawProject {
  /** The URL of the project, such as `https://abc.supabase.co`. */
  url: string;
  /** The publishable key; absent for a host that only serves files. */
  anonKey?: string;
  /** Another `fetch`, for a portal in this process. */
  fetch?: typeof fetch;
  /** The timeout of a request; 15 seconds by default. */
  timeoutMs?: number;
}

/** Opens the API of a project over plain HTTP. Refusals are returned, not thrown. */
export function openRawApi({ url, anonKey, fetch: send = fetch, timeoutMs = 15_000 }: RawProject): RawApi {
  const origin = new URL(url).origin;
  return async (path, { method = 'GET', session, headers, body, timeoutMs: ownTimeoutMs = timeoutMs } = {}) => {
    const isBytes = body instanceof Uint8Array;
    const start = performance.now();
    const limit = startTimeLimit(ownTimeoutMs);
    try {
      const response = await send(`${origin}${path}`, {
        method,
        headers: {
          ...(anonKey !== undefined && { apikey: anonKey }),
          ...(body && !isBytes && { 'content-type': 'application/json' }),
          ...(session !== undefined && { 'x-portal-session': session }),
          ...headers,
        },
        ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
        signal: limit.signal,
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      const timeMs = Math.round(performance.now() - start);
      const { status, headers: responseHeaders, redirected } = response;
      return { status, headers: responseHeaders, redirected, bytes, text, body: jsonIn(text), timeMs };
    } finally {
      limit.stop();
    }
  };
}

/** Calls a function of the API. */
export function callFunction(
  ask: RawApi,
  name: string,
  args: object,
  session?: string,
  headers?: Record<string, string>,
): Promise<RawResponse> {
  return ask(`/rest/v1/rpc/${name}`, { method: 'POST', body: args, session, ...(headers && { headers }) });
}

/** A member of a body; undefined when the body does not have it. */
export function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
