import {
  type Query,
  type QueryFunctionContext,
  notifyManager,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { connection } from '../connection.ts';
import { offline } from '../online.ts';
import { isNoService } from '../request-error.ts';
import { whenIdle } from '../screen/when-idle.ts';
import { useStore } from '../store.ts';
import { hasCopies, storeResultCopy, readResultCopy, type ResultCopy } from './copies.ts';
import { currentOwner } from './session-copies.ts';

// Copies of the results of queries, for use without a connection (`decisions §10`). The result of a query with `saved` in its `meta` is
// stored after each answer of the server. The copy is shown when the service does not answer, or has not answered after three seconds;
// in the second case the request goes on, and its answer replaces the copy. Every screen says how old the copies are that it shows
// (`useCopyTime`). The cost is one write for each answer. On a device that stores nothing or hangs, there is no copy, and the screen
// shows the error of the request.

interface SavedMeta extends Record<string, unknown> {
  /** The schema of a result that is stored on the device. A copy of another shape is ignored; an older release may have stored it. */
  saved?: v.GenericSchema;
  /** Set for lists of choices and suggestions: their age does not count as the age of the screen. */
  aside?: true;
  /** Set for queries that no timer may send again: for a link to a file that is shown, or a size that an open dialog names. */
  still?: true;
  /** The result to show without an answer on a device that has copies, but none of this query. */
  fallback?: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: SavedMeta;
  }
}

/** A copy is shown when the server has not answered for this long. The request goes on. */
export const copyDelayMs = 3_000;

/** For each query that shows a copy: when the server sent it, in milliseconds since 1970. */
const copyTimes = new WeakMap<object, number>();

/** The queries whose last request the service did not answer. */
const unanswered = new WeakSet<object>();

/** When the server sent what this query shows, in milliseconds since 1970; null when it is not a copy. */
export function copyTime(query: object): number | null {
  return copyTimes.get(query) ?? null;
}

/**
 * Asks the server and stores a copy of the result. If the service does not answer, it returns the copy, so that no screen shows an error.
 * If there is no answer for `copyDelayMs`, the copy is shown while the request goes on.
 * @throws the error of `ask`, if there is no copy
 */
export async function fetchOrCopy<Result>(
  ask: (context: QueryFunctionContext) => Result | Promise<Result>,
  context: QueryFunctionContext,
  query: Query,
): Promise<Result> {
  const owner = currentOwner();
  const mayHaveCopy = owner !== null && query.meta && ('saved' in query.meta || 'fallback' in query.meta);
  if (!mayHaveCopy) return noteAnswer(query, ask(context));
  let isAsking = true;
  const onSilence = async () => {
    if (query.state.data !== undefined) return;
    const copy = await substituteFor(query, owner);
    if (!copy || !isAsking || query.state.data !== undefined) return;
    copyTimes.set(query, copy.at);
    query.setData(copy.value, { manual: true });
  };
  const timer = setTimeout(() => void onSilence(), copyDelayMs);
  try {
    const result = await noteAnswer(query, ask(context));
    isAsking = false;
    copyTimes.delete(query);
    if (query.meta?.saved) storeWhenIdle(owner, query.queryHash, { value: result, at: Date.now() });
    return result;
  } catch (error) {
    isAsking = false;
    const copy = isNoService(error) && !context.signal.aborted ? await substituteFor(query, owner) : null;
    if (!copy) throw error;
    copyTimes.set(query, copy.at);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came from this query, and its shape was checked
    return copy.value as Result;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for an answer and records whether the service gave one. @throws what `answer` rejects with */
async function noteAnswer<Result>(query: Query, answer: Result | Promise<Result>): Promise<Result> {
  try {
    const result = await answer;
    unanswered.delete(query);
    return result;
  } catch (error) {
    if (isNoService(error)) unanswered.add(query);
    else unanswered.delete(query);
    throw error;
  }
}

/** What to show for a query without an answer: what it shows already, else its copy, else its fallback; null when there is none. */
async function substituteFor(query: Query, owner: string): Promise<ResultCopy | null> {
  const { data, dataUpdatedAt } = query.state;
  const { saved, fallback } = query.meta ?? {};
  // what is already on the screen is no older than a copy
  if (data !== undefined && (saved || (await hasCopies(owner))))
    return { value: data, at: copyTime(query) ?? dataUpdatedAt };
  const copy = saved ? await readResultCopy(owner, query.queryHash) : null;
  if (copy && saved && v.is(saved, copy.value)) return copy;
  return fallback !== undefined && (await hasCopies(owner)) ? { value: fallback, at: Date.now() } : null;
}

function storeWhenIdle(owner: string, hash: string, result: ResultCopy): void {
  whenIdle(() => {
    if (currentOwner() === owner) void storeResultCopy(owner, hash, result);
  });
}

/** When the server sent the oldest data that the screen shows (ms since 1970); null when none is a copy. */
export function useCopyTime(): number | null {
  return useQueryCache(oldestTimeWithCopy);
}

/** Whether anything on the screen is a copy, lists of choices included. */
export function useHasCopies(): boolean {
  return useQueryCache((client) => activeQueries(client).some((query) => copyTimes.has(query)));
}

function useQueryCache<Value>(read: (client: QueryClient) => Value): Value {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client]),
    () => read(client),
  );
}

const activeQueries = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active' });

/** Whether the service has not answered a query, which therefore shows a copy or nothing. */
export function isUnanswered(query: object): boolean {
  return copyTimes.has(query) || unanswered.has(query);
}

/** Whether the service has not answered the query of this key. It stays true while the query is sent again. */
export function useIsUnanswered(queryKey: readonly unknown[]): boolean {
  return useQueryCache((client) => {
    const query = client.getQueryCache().find({ queryKey });
    return query !== undefined && isUnanswered(query);
  });
}

/** Whether anything on the screen is unanswered. */
export function useHasUnanswered(): boolean {
  return useQueryCache((client) => activeQueries(client).some((query) => isUnanswered(query)));
}

/** Whether the service does not answer now: no request is answered, or a query on the screen shows a copy because it got no answer. */
export function useServiceAway(): boolean {
  const showsUnansweredCopy = useQueryCache((client) =>
    activeQueries(client).some((query) => unanswered.has(query) && copyTimes.has(query)),
  );
  const isConnectionLost = useStore(connection.lost);
  return useStore(offline) || isConnectionLost || showsUnansweredCopy;
}

/** The time of the oldest storable result on the screen, whether it is a copy or an answer; null without a copy. */
function oldestTimeWithCopy(client: QueryClient): number | null {
  const queries = activeQueries(client).filter(({ meta }) => !meta?.aside);
  const queriesWithCopy = queries.filter((query) => copyTime(query) !== null);
  if (queriesWithCopy.length === 0) return null;
  const storableQueries = queries.filter(({ meta, state }) => meta?.saved && state.data !== undefined);
  // a query that cannot be stored shows its fallback, whose time is that of the request and says nothing about the age of the screen
  const timedQueries = storableQueries.length > 0 ? storableQueries : queriesWithCopy;
  return Math.min(...timedQueries.map((query) => copyTime(query) ?? query.state.dataUpdatedAt));
}
