import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { sanitizedText } from '../../lib/text-rules.ts';
import { faultsKey } from '../../records/fault/fault-news.ts';
import { faultsPage, type Fault } from '../../records/fault/fault.ts';
import type { FaultFilter, FaultState } from './fault-filters.ts';

export type FaultsPage = v.InferOutput<typeof faultsPage>;

/** What a list of faults is asked for. */
export interface FaultRequest {
  state: FaultState;
  /** Null for all that the key may see. */
  siteId: number | null;
  post: string | null;
  words: string;
}

export const faultPageSize = 50;
/** The most that the database sends at once. */
const largestPage = 500;

/** The request of a filter; undefined while the id of its site is not known. */
export function requestOf(
  { state, site, post }: FaultFilter,
  words: string,
  sites: readonly { id: number; name: string }[] | undefined,
): FaultRequest | undefined {
  const siteId = site === null ? null : sites?.find(({ name }) => name === site)?.id;
  return siteId === undefined ? undefined : { state: state ?? 'open', siteId, post, words };
}

/** The page that a query string asks for, from 1. */
export function askedPage(params: URLSearchParams): number {
  const page = params.get('page') ?? '';
  return /^[1-9]\d{0,5}$/u.test(page) ? Number(page) : 1;
}

/** The words in a search field, as they are searched for. */
export function searchedWords(query: string): string {
  return sanitizedText(query, { lines: false }).text.trim().replaceAll(/\s+/gu, ' ');
}

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
  return v.parse(faultsPage, dataOf(await (signal ? call.abortSignal(signal) : call)));
}

/** A page of faults: open ones first that are longest over their promise, then the oldest; of ended ones the newest end first. Not kept on the device. */
export function faultsQuery(request: FaultRequest, page: number) {
  return queryOptions({
    queryKey: [...faultsKey, 'list', request, page],
    ...refetchOnOpening,
    // the previous list stays until the new one arrives
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => readPage(request, page, faultPageSize, signal),
  });
}

/** A fault as it is now; null where it cannot be found among the newest of its site. @throws RequestError */
export async function readFault({ id, site_id: siteId }: Pick<Fault, 'id' | 'site_id'>): Promise<Fault | null> {
  const { faults } = await readPage({ state: 'all', siteId, post: null, words: '' }, 1, largestPage);
  return faults.find((fault) => fault.id === id) ?? null;
}

/** All faults of a request, in its order. One that moves to a later page meanwhile comes once. @throws RequestError */
export async function readAllFaults(request: FaultRequest): Promise<Fault[]> {
  const found = new Map<number, Fault>();
  for (let page = 1; ; page += 1) {
    // each page begins where the one before ends
    const { faults, total } = await readPage(request, page, largestPage);
    for (const fault of faults) if (!found.has(fault.id)) found.set(fault.id, fault);
    if (faults.length < largestPage || page * largestPage >= total) return [...found.values()];
  }
}
