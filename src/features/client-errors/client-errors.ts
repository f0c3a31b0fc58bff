import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { refetchOnOpening } from '../../lib/query-client.ts';
import { dataOf } from '../../lib/request-error.ts';
import { supabase } from '../../lib/supabase.ts';

/** An error in people's browsers, counted per screen, release and role. Times are ISO 8601. */
const clientErrorSchema = v.object({
  message: v.string(),
  /** A path of the portal, or `unknown`. */
  screen: v.string(),
  release: v.string(),
  /** `none` before the login. */
  role: v.picklist(['admin', 'technician', 'user', 'none']),
  times: v.number(),
  first_seen: v.string(),
  last_seen: v.string(),
});

export type ClientError = v.InferOutput<typeof clientErrorSchema>;

const errors = v.array(clientErrorSchema);

/** The errors of the last 30 days, most recent first; for admins only. Refetched at every opening. */
export const clientErrorsQuery = queryOptions({
  queryKey: ['client_errors'],
  ...refetchOnOpening,
  queryFn: async ({ signal }) => v.parse(errors, dataOf(await supabase.rpc('list_client_errors').abortSignal(signal))),
});

/** The errors of one cause in one release. */
export interface ErrorGroup {
  release: string;
  /** The error without the places where it was. */
  cause: string;
  /** Where in the build it was, innermost first: `Profile-D3kX9a.js:1:2345 < start-B6Iw.js:2:88`; empty when nothing says so. */
  places: string;
  /** Each screen and role once, in the order of the list. */
  screens: readonly string[];
  roles: readonly ClientError['role'][];
  times: number;
  first_seen: string;
  last_seen: string;
}

/** Splits a reported text into the error and its places (`errorText`). */
function splitPlaces(text: string): { cause: string; places: string } {
  const [, cause = text, places = ''] = /^(.*) at ((?:[\w.-]+\.m?js:\d+:\d+(?: < )?)+)$/u.exec(text) ?? [];
  return { cause, places };
}

const innermost = (places: string) => places.split(' < ')[0] ?? '';

/**
 * The errors by cause and release: one cause has the same text and the same innermost place. In the order of the list, the most recent
 * first.
 */
export function groupErrors(listed: readonly ClientError[]): ErrorGroup[] {
  const groups = new Map<string, ErrorGroup>();
  for (const { message, release, screen, role, times, first_seen: first, last_seen: last } of listed) {
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
