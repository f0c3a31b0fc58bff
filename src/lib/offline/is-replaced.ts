/**
 * Whether the host has another release by now. Bypasses the service worker, which answers only navigations.
 * @throws without a connection.
 */
export async function isReplaced(): Promise<boolean> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  const response = await fetch(`${location.origin}/`, { cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  return response.ok && script !== null && !(await response.text()).includes(new URL(script.src).pathname);
}
