import * as v from 'valibot';
import type { FirstRequests } from '../../src/first-request-list.ts';
import { runInEmptyPage } from './empty-page.ts';

const none: FirstRequests = { headers: {}, requests: [], screens: { user: {}, technician: {}, admin: {} } };

/**
 * The first requests of every screen. None in a build without the settings of a Supabase project: its page only says which settings are missing.
 * @param code `src/first-requests.ts` as a script, which declares its exports as `portal`
 */
export async function listRequests(code: string): Promise<FirstRequests> {
  const list = exportOf(code);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of our own function
  return list ? ((await list()) as FirstRequests) : none;
}

function exportOf(code: string): ((...args: unknown[]) => unknown) | null {
  try {
    return v.parse(v.function(), runInEmptyPage(code, 'portal.listFirstRequests'));
  } catch (error) {
    // thrown by `lib/supabase.ts`
    if (String(error).includes('Not configured')) return null;
    throw error;
  }
}
