import { startTimeLimit } from './silence.ts';

/** A response with its body read. */
export interface RawResponse {
  status: number;
  headers: Headers;
  /** Whether another address answered in the end. */
  redirected: boolean;
  /** As they are without compression. */
  bytes: Uint8Array;
  text: string;
  /** The text as JSON; null when it is none. */
  body: unknown;
  /** Milliseconds until the last byte. */
  timeMs: number;
}

interface RawQuestion {
  method?: string;
  /** The session, sent as `x-portal-session`. */
  session?: string | undefined;
  headers?: Record<string, string>;
  /** An object is sent as JSON, bytes as they are. */
  body?: object | undefined;
  /** Instead of the project's. */
  timeoutMs?: number;
}

/** Requests a path such as `/rest/v1/maintables?select=id`. Throws only without a response. */
export type RawApi = (path: string, question?: RawQuestion) => Promise<RawResponse>;

export interface RawProject {
  /** The URL of the project, such as `https://abc.supabase.co`. */
  url: string;
  /** None for a host that only serves files. */
  anonKey?: string;
  /** Another `fetch`, as a portal in this process has. */
  fetch?: typeof fetch;
  /** 15 seconds by default. */
  timeoutMs?: number;
}

/** Asks a project over plain HTTP; refusals are returned, not thrown. */
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
      const { status, headers: sent, redirected } = response;
      return { status, headers: sent, redirected, bytes, text, body: jsonIn(text), timeMs };
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

/** A member of a body; undefined where there is none of that name. */
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
