import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';
import { getSession, subscribe } from './session.ts';

const waits = [500, 1_500];
const passing = new Set([500, 502, 503, 504]);

/** A second attempt can help when the network or the server stumbled, not when it was silent, refused, or wrong. */
function mayRetry(failures: number, error: Error): boolean {
  if (failures >= waits.length || !(error instanceof RequestError)) return false;
  return error.kind === 'network' || passing.has(error.status);
}

/** The one cache of what was read. Emptied when the session ends or another one begins. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // a browser that believes to be offline may be wrong: ask, and say what came of it
      networkMode: 'always',
      retry: mayRetry,
      retryDelay: (failures) => waits[failures] ?? 1_500,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
});

let token = getSession()?.token;
subscribe(() => {
  if (getSession()?.token === token) return;
  token = getSession()?.token;
  queryClient.clear();
});
