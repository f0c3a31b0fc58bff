import { readConfig, serviceHeaders, sessionHeader } from './config.ts';
import { fetchOrTake } from './early-requests.ts';

const timeoutMs = 10_000;

export interface SessionResponse {
  /** HTTP status; 0 without a response. */
  status: number;
  /** The body, which may also come from a gateway or a public network. */
  text: string;
}

/**
 * Asks the service about a session. Never throws. `applyResponse` judges whether the answer came from the service. This is part of the
 * first load, so it uses `fetch` and does not wait for the Supabase client.
 */
export async function askSession(token: string): Promise<SessionResponse> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return { status: 0, text: '' };
  try {
    const response = await fetchOrTake(`${config.url}/rest/v1/rpc/whoami`, {
      method: 'POST',
      headers: {
        ...serviceHeaders(config.anonKey),
        'content-type': 'application/json',
        [sessionHeader]: token,
      },
      body: '{}',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
