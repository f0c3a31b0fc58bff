import { QueryClient } from '@tanstack/react-query';
import { RequestError } from './request-error.ts';
import { askOrCopy, copyTime } from './saved/saved-queries.ts';
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
      persister: askOrCopy,
    },
    mutations: { networkMode: 'always' },
  },
});

onOtherSession(() => queryClient.clear());

/** Asks again for what is shown from copies; whether all of it came. */
export async function askForCopies(): Promise<boolean> {
  const copies = { predicate: (query: object) => copyTime(query) !== null };
  // what is being asked for already is not asked for anew
  await queryClient.refetchQueries({ ...copies, type: 'active' }, { cancelRefetch: false });
  if (queryClient.getQueryCache().findAll({ ...copies, type: 'active' }).length > 0) return false;
  // of screens that were left
  await queryClient.invalidateQueries(copies);
  return true;
}
