import { QueryClient, type Query } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { databaseState } from './device/database.ts';
import { fetchOrCopy, isUnanswered } from './device/query-copies.ts';
import { onOtherSession } from './device/session.ts';
import { isNoService, RequestError } from './request-error.ts';

// The cache of the answers that screens read from the server. All screens share an answer. It counts as fresh for 30 seconds, and is removed
// when the session changes, so that nobody sees what another key has read. A request without an answer is repeated twice within two seconds.
// Then the screen shows the copy on the device (`query-copies.ts`) or an error, and `refetchUntilAnswered` repeats the request when
// `connection.ts` allows it. A refusal is shown at once, and the request is not repeated.

/** The pauses before the two repetitions of a request. */
const retryDelaysMs = [500, 1_500];

/** Whether a query is repeated at once. It is not after a timeout or a refusal, because it would end the same way. */
function mayRetry(attempts: number, error: Error): boolean {
  const isSilent = error instanceof RequestError && error.kind === 'timeout';
  return attempts < retryDelaysMs.length && isNoService(error) && !isSilent;
}

/** The cache of the server's answers, cleared whenever the session changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // requests are sent even if the browser says that it is offline, because that may be wrong
      networkMode: 'always',
      retry: mayRetry,
      retryDelay: (attempts) => retryDelaysMs[attempts] ?? 1_500,
      staleTime: (query) => (isUnanswered(query) ? 0 : 30_000),
      persister: fetchOrCopy,
    },
    mutations: { networkMode: 'always' },
  },
});

onOtherSession(() => queryClient.clear());

// a query that failed while the database did not answer may have a copy, so it is repeated when the database answers again
databaseState.subscribe(() => {
  const failedQueries = { predicate: ({ state }: Query) => state.status === 'error' };
  if (databaseState.get()) void queryClient.invalidateQueries(failedQueries);
});

/** The queries that were sent before their screen was opened. A query is removed when its screen is closed. */
const prefetched = new WeakSet<object>();

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerRemoved') prefetched.delete(query);
});

/** Records that all queries so far were sent before the first screen was opened. */
export function notePrefetched(): void {
  for (const query of queryClient.getQueryCache().getAll()) prefetched.add(query);
}

/** Query options for data that other people change often: it is read again whenever its screen opens, unless it was just prefetched. */
export const refetchOnOpening = {
  refetchOnMount: (query: object) => (prefetched.has(query) ? false : ('always' as const)),
};

/** Repeats all queries on the screen that the service has not answered, whether they show a copy or an error. Returns whether all were answered. */
export async function refetchUnanswered(): Promise<boolean> {
  const unanswered = { predicate: isUnanswered };
  // requests that are already running are not restarted
  await queryClient.refetchQueries({ ...unanswered, type: 'active' }, { cancelRefetch: false });
  if (queryClient.getQueryCache().findAll({ ...unanswered, type: 'active' }).length > 0) return false;
  // queries of closed screens may hold copies, too
  await queryClient.invalidateQueries(unanswered);
  return true;
}

/** After so many attempts (about an hour) nothing is asked any more: each question counts as a use of the session, which would never expire. */
const maxAskingAttempts = 120;

/** Calls `refetchUnanswered` again and again, with growing pauses, until `signal` is aborted. */
export async function refetchUntilAnswered(signal: AbortSignal): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    // attempts run one after the other
    await (attempt < maxAskingAttempts
      ? connection.waitBeforeRetry(signal, attempt)
      : connection.pauseBeforeRetry(signal, attempt));
    if (signal.aborted) return;
    await refetchUnanswered();
  }
}
