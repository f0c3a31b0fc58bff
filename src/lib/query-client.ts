import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';
import { onOtherSession } from './session.ts';

const waits = [500, 1_500];
const passing = new Set([500, 502, 503, 504]);

/** Not after a silent server or a refusal: a second attempt would end the same way. */
function mayRetry(attempts: number, error: Error): boolean {
  if (attempts >= waits.length || !(error instanceof RequestError)) return false;
  return error.kind === 'network' || passing.has(error.status);
}

/** Emptied when the session ends or another one begins. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` may be wrong: ask anyway and show the result
      networkMode: 'always',
      retry: mayRetry,
      retryDelay: (attempts) => waits[attempts] ?? 1_500,
      staleTime: 30_000,
    },
    mutations: { networkMode: 'always' },
  },
});

onOtherSession(() => queryClient.clear());
