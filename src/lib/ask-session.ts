import { readConfig } from './config.ts';

const timeoutMs = 10_000;

export interface SessionResponse {
  /** HTTP status; 0 without a response. */
  status: number;
  body: unknown;
}

/** Asks the server about a session; never throws. Uses `fetch`, so as not to wait for the Supabase client to load. */
export async function askSession(token: string): Promise<SessionResponse> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return { status: 0, body: null };
  try {
    const response = await fetch(`${config.url}/rest/v1/rpc/whoami`, {
      method: 'POST',
      headers: {
        apikey: config.anonKey,
        authorization: `Bearer ${config.anonKey}`,
        'content-type': 'application/json',
        'x-portal-session': token,
      },
      body: '{}',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  }
}
