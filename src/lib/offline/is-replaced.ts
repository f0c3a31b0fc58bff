import { entryOf } from './portal-page.ts';

/**
 * Whether the host has another release by now: a page of the portal with another first script. Any other answer says nothing, as a
 * gateway or a hotel's network may give it. Bypasses the service worker, which answers only navigations.
 * @throws without a connection.
 */
export async function isReplaced(): Promise<boolean> {
  const response = await fetch(`${location.origin}/`, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  const entry = entryOf(await response.text());
  return response.ok && entry !== undefined && !document.querySelector(`[src="${entry}"]`);
}
