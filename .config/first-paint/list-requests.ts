import * as v from 'valibot';
import type { FirstRequests } from '../../src/first-request-list.ts';
import { runInEmptyPage } from './empty-page.ts';

/** The first requests of every screen. @param code `src/first-requests.ts` as a script, which declares its exports as `portal` */
export async function listRequests(code: string): Promise<FirstRequests> {
  const list = v.parse(v.function(), runInEmptyPage(code, 'portal.listFirstRequests'));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own function returns it
  return (await list()) as FirstRequests;
}
