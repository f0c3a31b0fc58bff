import { readConfig } from './config.ts';

/** Milliseconds after which a silent server counts as out of reach. */
const patience = 10_000;

export interface SessionAnswer {
  /** The HTTP status, 0 without an answer. */
  status: number;
  body: unknown;
}

/**
 * Asks the server whose session this is. Never throws. By hand: it is on its way while the code that holds the client
 * for the database still loads.
 */
export async function askSession(token: string): Promise<SessionAnswer> {
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
      signal: AbortSignal.timeout(patience),
    });
    return { status: response.status, body: await response.json().catch(() => null) };
  } catch {
    return { status: 0, body: null };
  }
}
