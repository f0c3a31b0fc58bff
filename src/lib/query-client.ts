import { QueryClient, type Query } from '@tanstack/react-query';
import { connection } from './connection.ts';
import { databaseState } from './device/database.ts';
import { fetchOrCopy, isUnanswered } from './device/query-copies.ts';
import { onOtherSession } from './device/session.ts';
import { isNoService, RequestError } from './request-error.ts';

// What the screens read from the server. An answer is shared by all screens, is taken for new for 30 seconds, and goes when the session
// changes: nobody sees what another key has read. A request that fails on the way is sent twice more within two seconds; then the screen
// shows the copy on the device (`query-copies.ts`) or its error, and `refetchUntilAnswered` asks again as `connection.ts` says. A refusal is
// shown at once and never repeated.

const retryDelaysMs = [500, 1_500];

/** Whether a query is tried again at once: not after a timeout or a refusal, as that would end the same way. */
function mayRetry(attempts: number, error: Error): boolean {
  const isSilent = error instanceof RequestError && error.kind === 'timeout';
  return attempts < retryDelaysMs.length && isNoService(error) && !isSilent;
}

/** The cache of the server's answers, cleared whenever the session changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // `navigator.onLine` may be wrong: ask anyway and show the result
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

// what failed while the device did not answer may have a copy
databaseState.subscribe(() => {
  const failed = { predicate: ({ state }: Query) => state.status === 'error' };
  if (databaseState.get()) void queryClient.invalidateQueries(failed);
});

/** The queries that were asked for ahead of their screen. A query leaves the set with the screen that shows it. */
const prefetched = new WeakSet<object>();

queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type === 'observerRemoved') prefetched.delete(query);
});

/** Notes the requests that were started ahead of the first screen. */
export function notePrefetched(): void {
  for (const query of queryClient.getQueryCache().getAll()) prefetched.add(query);
}

/**
 * Query options for data that other people change all the time: it is read again whenever its screen opens, unless it was just prefetched.
 */
export const refetchOnOpening = {
  refetchOnMount: (query: object) => (prefetched.has(query) ? false : ('always' as const)),
};

/**
 * Reads again every query on the screen that the service has not answered, whether it shows a copy or an error. Returns whether all were
 * answered.
 */
export async function refetchUnanswered(): Promise<boolean> {
  const unanswered = { predicate: isUnanswered };
  // requests that are already running are not restarted
  await queryClient.refetchQueries({ ...unanswered, type: 'active' }, { cancelRefetch: false });
  if (queryClient.getQueryCache().findAll({ ...unanswered, type: 'active' }).length > 0) return false;
  // screens that are no longer shown may hold copies too
  await queryClient.invalidateQueries(unanswered);
  return true;
}

/** After about an hour the loop stops asking, as each question counts as a use of the session, which would never expire. */
const maxAskingAttempts = 120;

/** Repeats `refetchUnanswered`, with growing pauses, until `signal` is aborted. */
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
