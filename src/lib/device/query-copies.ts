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

// Copies of what queries read, for use without a connection (`decisions §10`). A query with `saved` in its `meta` is stored after each answer,
// and its copy stands in when the service does not answer, or is silent for three seconds; the request goes on then, and its answer
// replaces the copy. Which queries show a copy, and of when, is known (`useCopyTime`), as every screen says so. It costs one write for each
// answer. A device that stores nothing, or hangs, is as one without copies: the screen shows the error of the request.

interface SavedMeta extends Record<string, unknown> {
  /** The schema of a result that is stored on the device; a copy of another shape, as from another release, is ignored. */
  saved?: v.GenericSchema;
  /** Set for lists of choices and suggestions: their age does not count as the age of the screen. */
  aside?: true;
  /** Set for what no timer reads again: a link to a file that is shown, or a size that an open dialog names. */
  still?: true;
  /** The result that is used offline, on a device with copies, where there is no copy of this query. */
  fallback?: unknown;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: SavedMeta;
  }
}

/** After this silence a copy is shown, while the request goes on. */
export const copyDelayMs = 3_000;

/** When the server sent the copies that queries show. */
const copyTimes = new WeakMap<object, number>();

/** The queries whose last request the service did not answer. */
const unanswered = new WeakSet<object>();

/** When the server sent what this query shows, in milliseconds since 1970; null when it is not a copy. */
export function copyTime(query: object): number | null {
  return copyTimes.get(query) ?? null;
}

/**
 * Asks the server and stores a copy of the result. When the service does not answer, the copy is the result, so that no screen
 * shows an error; when it is silent for `copyDelayMs`, the copy is shown while the request goes on.
 */
export async function fetchOrCopy<Result>(
  ask: (context: QueryFunctionContext) => Result | Promise<Result>,
  context: QueryFunctionContext,
  query: Query,
): Promise<Result> {
  const owner = currentOwner();
  const hasCopy = owner !== null && query.meta && ('saved' in query.meta || 'fallback' in query.meta);
  if (!hasCopy) return noteAnswer(query, ask(context));
  let isAsking = true;
  const onSilence = async () => {
    if (query.state.data !== undefined) return;
    const copy = await copyOf(query, owner);
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
    const copy = isNoService(error) && !context.signal.aborted ? await copyOf(query, owner) : null;
    if (!copy) throw error;
    copyTimes.set(query, copy.at);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it came from this query, and its shape was checked
    return copy.value as Result;
  } finally {
    clearTimeout(timer);
  }
}

/** Notes whether the service answered a query. @throws what `asking` throws */
async function noteAnswer<Result>(query: Query, asking: Result | Promise<Result>): Promise<Result> {
  try {
    const result = await asking;
    unanswered.delete(query);
    return result;
  } catch (error) {
    if (isNoService(error)) unanswered.add(query);
    else unanswered.delete(query);
    throw error;
  }
}

async function copyOf(query: Query, owner: string): Promise<ResultCopy | null> {
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
  return useQueryCache(oldestCopy);
}

/** Whether anything on the screen is a copy, even if only what is chosen from. */
export function useHasCopies(): boolean {
  return useQueryCache((client) => shownBy(client).some((query) => copyTimes.has(query)));
}

function useQueryCache<Value>(read: (client: QueryClient) => Value): Value {
  const client = useQueryClient();
  return useSyncExternalStore(
    useCallback((listener) => client.getQueryCache().subscribe(notifyManager.batchCalls(listener)), [client]),
    () => read(client),
  );
}

const shownBy = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active' });

/** Whether the service has not answered a query: it shows a copy, or nothing for want of an answer. */
export function isUnanswered(query: object): boolean {
  return copyTimes.has(query) || unanswered.has(query);
}

/** Whether the service has not answered the query of this key; that stays so while it is asked for again. */
export function useIsUnanswered(queryKey: readonly unknown[]): boolean {
  return useQueryCache((client) => {
    const query = client.getQueryCache().find({ queryKey });
    return query !== undefined && isUnanswered(query);
  });
}

/** Whether anything on the screen is unanswered. */
export function useHasUnanswered(): boolean {
  return useQueryCache((client) => shownBy(client).some((query) => isUnanswered(query)));
}

/** Whether the service does not answer now: it is away as a whole, or a copy is shown for want of an answer. */
export function useServiceAway(): boolean {
  const showsInstead = useQueryCache((client) =>
    shownBy(client).some((query) => unanswered.has(query) && copyTimes.has(query)),
  );
  const isAway = useStore(connection.lost);
  return useStore(offline) || isAway || showsInstead;
}

function oldestCopy(client: QueryClient): number | null {
  const shown = shownBy(client).filter(({ meta }) => !meta?.aside);
  const copies = shown.filter((query) => copyTime(query) !== null);
  if (copies.length === 0) return null;
  const storable = shown.filter(({ meta, state }) => meta?.saved && state.data !== undefined);
  // queries without a stored copy show a fallback, which is always new and says nothing about the age of the screen
  const timed = storable.length > 0 ? storable : copies;
  return Math.min(...timed.map((query) => copyTime(query) ?? query.state.dataUpdatedAt));
}
