import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { sanitizedText } from '../../lib/text-rules.ts';
import { faultsKey } from '../../records/fault/fault-news.ts';
import { faultsPageSchema, type Fault } from '../../records/fault/fault.ts';
import type { FaultFilter, FaultState } from './fault-filters.ts';

export type FaultsPage = v.InferOutput<typeof faultsPageSchema>;

/** The parameters of a list of faults. */
export interface FaultRequest {
  state: FaultState;
  /** Null for all sites that the key opens. */
  siteId: number | null;
  post: string | null;
  words: string;
}

/** How many faults a page of the list has. */
export const faultPageSize = 50;
/** The largest page that the database sends. */
const largestPage = 500;

/** The request for a filter; undefined if the id of its site is not known, or not yet. */
export function requestOf(
  { state, site, post }: FaultFilter,
  words: string,
  sites: readonly { id: number; name: string }[] | undefined,
): FaultRequest | undefined {
  const siteId = site === null ? null : sites?.find(({ name }) => name === site)?.id;
  return siteId === undefined ? undefined : { state: state ?? 'open', siteId, post, words };
}

/** The page number in a query string, from 1. */
export function askedPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/u.test(page) ? Number(page) : 1;
}

/** The words to search for, from the text of the search field. */
export function searchedWords(query: string): string {
  return sanitizedText(query, { lines: false }).text.trim().replaceAll(/\s+/gu, ' ');
}

/** Reads a page of a list. @param page from 1 @param size the number of faults of a page */
async function readPage(
  { state, siteId, post, words }: FaultRequest,
  page: number,
  size: number,
  signal?: AbortSignal,
): Promise<FaultsPage> {
  const call = supabase.rpc('list_faults', {
    state,
    ...(siteId !== null && { site_id: siteId }),
    ...(post !== null && { post }),
    ...(words !== '' && { words }),
    page,
    page_size: size,
  });
  return v.parse(faultsPageSchema, dataOf(await (signal ? call.abortSignal(signal) : call)));
}

/**
 * A page of faults, which is not stored on the device. Open faults: first those that are longest over their promise, then the oldest. Ended faults:
 * the latest end first.
 */
export function faultsQuery(request: FaultRequest, page: number) {
  return queryOptions({
    queryKey: [...faultsKey, 'list', request, page],
    ...refetchOnOpening,
    // the previous list stays until the new one arrives
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readPage(request, page, faultPageSize, signal),
  });
}

/** The current state of a fault; null if it is not among the newest 500 of its site. @throws RequestError */
export async function readFault({ id, site_id: siteId }: Pick<Fault, 'id' | 'site_id'>): Promise<Fault | null> {
  const { faults } = await readPage({ state: 'all', siteId, post: null, words: '' }, 1, largestPage);
  return faults.find((fault) => fault.id === id) ?? null;
}

/** All faults of a request, in its order. A fault that moves to another page during the reading is returned once. @throws RequestError */
export async function readAllFaults(request: FaultRequest): Promise<Fault[]> {
  const faultById = new Map<number, Fault>();
  for (let page = 1; ; page += 1) {
    // the pages are read one after the other, because the total is known only from the answer
    const { faults, total } = await readPage(request, page, largestPage);
    for (const fault of faults) if (!faultById.has(fault.id)) faultById.set(fault.id, fault);
    if (faults.length < largestPage || page * largestPage >= total) return [...faultById.values()];
  }
}
