import { entryOf } from './portal-page.ts';

/**
 * Whether the host has another release by now, that is, a page of the portal with another first script. Any other answer counts as no,
 * because it may be that of a gateway or of a hotel's network. The service worker does not answer this request, as it is no navigation.
 * @throws without a connection, or after five seconds.
 */
export async function isReplaced(): Promise<boolean> {
  const response = await fetch(`${location.origin}/`, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  const entry = entryOf(await response.text());
  return response.ok && entry !== undefined && !document.querySelector(`[src="${entry}"]`);
}
