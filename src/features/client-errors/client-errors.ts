import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

/** An error in people's browsers, counted for each screen, release and role. Times are ISO 8601. */
const clientErrorSchema = v.object({
  message: v.string(),
  /** A path of the portal, or `unknown`. */
  screen: v.string(),
  release: v.string(),
  /** The role that was logged in; `none` without a login. */
  role: v.picklist(['admin', 'technician', 'user', 'none']),
  times: v.number(),
  first_seen: v.string(),
  last_seen: v.string(),
});

export type ClientError = v.InferOutput<typeof clientErrorSchema>;

const errors = v.array(clientErrorSchema);

/** The errors of the last 30 days, the most recent first; only admins may read them. Refetched whenever the screen is opened. */
export const clientErrorsQuery = queryOptions({
  queryKey: ['client_errors'],
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(errors, dataOf(await supabase.rpc('list_client_errors').abortSignal(signal))),
});

/** The errors with the same cause in one release. */
export interface ErrorGroup {
  release: string;
  /** The text of the error without its places in the code. */
  cause: string;
  /** The places in the built code, innermost first: `Profile-D3kX9a.js:1:2345 < start-B6Iw.js:2:88`; empty if unknown. */
  places: string;
  /** Each screen and role once, in the order of the list. */
  screens: readonly string[];
  roles: readonly ClientError['role'][];
  times: number;
  first_seen: string;
  last_seen: string;
}

/** Splits a captured text, such as `TypeError: … at Profile-D3kX9a.js:1:2345 < start-B6Iw.js:2:88`, into the error and its places (`errorText`). */
function splitPlaces(text: string): { cause: string; places: string } {
  const [, cause = text, places = ''] = /^(.*) at ((?:[\w.-]+\.m?js:\d+:\d+(?: < )?)+)$/u.exec(text) ?? [];
  return { cause, places };
}

/** The first of the places, in which the error was thrown. */
const innermost = (places: string) => places.split(' < ')[0] ?? '';

/**
 * Groups the errors by cause and release. Errors have the same cause if their text and their innermost place are equal. The groups have the order
 * of the list.
 */
export function groupErrors(list: readonly ClientError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { message, release, screen, role, times, first_seen: first, last_seen: last } of list) {
    const { cause, places } = splitPlaces(message);
    const key = JSON.stringify([release, cause, innermost(places)]);
    const group = groups.get(key);
    groups.set(key, {
      release,
      cause,
      places: group?.places ?? places,
      screens: [...new Set([...(group?.screens ?? []), screen])],
      roles: [...new Set([...(group?.roles ?? []), role])],
      times: (group?.times ?? 0) + times,
      first_seen: group && group.first_seen < first ? group.first_seen : first,
      last_seen: group && group.last_seen > last ? group.last_seen : last,
    });
  }
  return [...groups.values()];
}
