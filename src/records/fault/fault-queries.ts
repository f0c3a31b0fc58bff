import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { readFileCopy } from '../../lib/device/copies.ts';
import { currentOwner } from '../../lib/device/session-copies.ts';
import { storeForSession } from '../../lib/device/store-shown-picture.ts';
import { dataOf, requestError } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';
import { faultsKey } from './fault-news.ts';
import { faultBucket, faultSchema, faultsPageSchema, type Fault } from './fault.ts';
import { reportAnswer, type FaultReport, type ReportAnswer } from './report.ts';

// The faults of a site with their reports, as clients, technicians and the office see them (`decisions §15`). Figures and papers use faults
// without reports (`site-faults.ts`).

const faults = v.array(faultSchema);

/** The most faults that one call returns; no site has that many open faults. */
const mostFaults = 500;

/** The open faults of a site with their reports: first those that exceed the promise the most, then the oldest. Stored on the device. */
export function openFaultsQuery(site: number) {
  return queryOptions({
    queryKey: [...faultsKey, 'open', site],
    meta: { saved: faults },
    queryFn: async ({ signal }): Promise<Fault[]> => {
      const call = supabase.rpc('list_faults', { site_id: site, state: 'open', page_size: mostFaults });
      return v.parse(faultsPageSchema, dataOf(await call.abortSignal(signal))).faults;
    },
  });
}

/** The open faults of all sites of the access key. Stored on the device. */
export const allOpenFaultsQuery = queryOptions({
  queryKey: [...faultsKey, 'open', 'all sites'],
  meta: { saved: faults },
  queryFn: async ({ signal }): Promise<Fault[]> => {
    const call = supabase.rpc('list_faults', { state: 'open', page_size: mostFaults });
    return v.parse(faultsPageSchema, dataOf(await call.abortSignal(signal))).faults;
  },
});

export const endedFaultsPageSize = 50;

/**
 * The ended faults of a site with their reports, the newest end first. They are not stored on the device: names and telephone numbers of
 * reporters stay there only while a fault is open.
 * @param page from 1
 */
export function endedFaultsQuery(site: number, page = 1) {
  return queryOptions({
    queryKey: [...faultsKey, 'ended', site, page],
    queryFn: async ({ signal }) => {
      const call = supabase.rpc('list_faults', {
        site_id: site,
        state: 'ended',
        page,
        page_size: endedFaultsPageSize,
      });
      return v.parse(faultsPageSchema, dataOf(await call.abortSignal(signal)));
    },
  });
}

/** Reports a fault. The database stores the same attempt once. @param post null for the whole site @throws RequestError */
export async function reportFault(site: number, post: string | null, report: FaultReport): Promise<ReportAnswer> {
  // the function reads a missing post as the whole site
  const response = await supabase.rpc('report_fault', {
    site_id: site,
    ...(post !== null && { post }),
    report: { ...report },
  });
  return v.parse(reportAnswer, dataOf(response));
}

/** A photo of a report, from the copy on this device if there is one. @param name the object name in the bucket of faults */
export function faultPhotoQuery(name: string) {
  return queryOptions({
    queryKey: ['fault photo', name],
    meta: { still: true },
    staleTime: 'static',
    queryFn: async ({ signal }): Promise<Blob> => {
      const owner = currentOwner();
      const copy = owner === null ? null : await readFileCopy(owner, name);
      if (copy) return copy;
      const file = await downloadFaultPhoto(name, signal);
      void storeForSession(owner, name, file);
      return file;
    },
  });
}

/**
 * Deletes photos of a report whose words, name and number were deleted.
 * @throws RequestError, or an Error when a photo was not deleted: the storage skips objects that may not be deleted, without an error
 */
export async function removeFaultPhotos(names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { data, error } = await supabase.storage.from(faultBucket).remove([...names]);
  if (error) throw requestError(error);
  if (data.length < names.length) throw new Error('A photo of a report was not deleted');
}

/** Downloads a photo of a report. @throws RequestError */
export async function downloadFaultPhoto(name: string, signal?: AbortSignal): Promise<Blob> {
  // the cache in front of a hosted storage ignores sessions, so each download has a URL that nobody else can guess
  const options = { cacheNonce: crypto.randomUUID() };
  const { data, error } = await supabase.storage.from(faultBucket).download(name, options, signal ? { signal } : {});
  if (data) return data;
  throw requestError(error);
}
