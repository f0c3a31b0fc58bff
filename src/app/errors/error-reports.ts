import { readConfig } from '../../lib/config.ts';
import { isReplaced } from '../../lib/offline/is-replaced.ts';
import { thisRelease } from '../../lib/release.ts';
import { getSession } from '../../lib/session.ts';
import { routeAt } from '../routes.tsx';
import { errorText, isForeign, isInterruption, withoutValues } from './error-text.ts';

/** What one page reports at most: an error that comes back all the time is known after the first. */
const mostOfPage = 5;
/** How browsers say that code did not come: `vite:preloadError` tells of it before, with more. */
const codeDidNotCome = /dynamically imported module|importing a module script|preload css/iu;
/** Of layouts that took two rounds, which does no harm. */
const harmless = /^ResizeObserver loop/u;

const reported = new Set<string>();

/** Reports what nothing else catches, and code of the portal that the host does not have, until the answer is called, which forgets what was. */
export function startWatch(): () => void {
  const end = new AbortController();
  const watch = { signal: end.signal };
  addEventListener(
    'error',
    ({ error, message, filename }) => {
      if (filename !== '' && !filename.startsWith(location.origin)) return;
      if (error !== null && error !== undefined) reportError(error);
      // a script of another origin says no more than this
      else if (message !== 'Script error.' && !harmless.test(message)) report(withoutValues(message));
    },
    watch,
  );
  addEventListener(
    'unhandledrejection',
    ({ reason }) => {
      if (!(reason instanceof Error && codeDidNotCome.test(reason.message))) reportError(reason);
    },
    watch,
  );
  addEventListener('vite:preloadError', ({ payload }) => void reportMissing(payload).catch(() => undefined), watch);
  return () => {
    end.abort();
    reported.clear();
  };
}

/** Reports an error that somebody met, unless it is a lost connection or not the portal's own. Never throws. */
export function reportError(error: unknown): void {
  if (!isInterruption(error) && !isForeign(error)) report(errorText(error));
}

/** A connection that was lost for a moment looks the same: the host is asked. */
async function reportMissing({ message }: Error): Promise<void> {
  const [url] = /https?:\S+|\/assets\/\S+/u.exec(message) ?? [];
  const file = url === undefined ? null : new URL(url, location.origin);
  const isGone = file ? await isNotThere(file) : await isReplaced();
  if (isGone) report(`Code that the host does not have: ${file?.pathname ?? 'of an older release'}`);
}

/** @throws without a connection. */
async function isNotThere(file: URL): Promise<boolean> {
  const { ok, headers } = await fetch(file, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) });
  // a host may answer with the start page instead
  return !ok || (headers.get('content-type')?.startsWith('text/html') ?? false);
}

function report(message: string): void {
  if (reported.size >= mostOfPage || reported.has(message)) return;
  reported.add(message);
  // what is personal in a URL is in its query, or typed where no screen is
  const screen = routeAt(location.pathname)?.path ?? (location.pathname === '/' ? '/' : 'unknown');
  const send = () =>
    void sendReport(JSON.stringify({ message, screen, release: thisRelease() })).catch(() => undefined);
  if (navigator.onLine) send();
  else addEventListener('online', send, { once: true });
}

/** Past the database client, whose own faults are reported too. */
async function sendReport(body: string): Promise<void> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return;
  const token = getSession()?.token;
  await fetch(`${config.url}/rest/v1/rpc/report_client_error`, {
    method: 'POST',
    headers: {
      apikey: config.anonKey,
      authorization: `Bearer ${config.anonKey}`,
      'content-type': 'application/json',
      ...(token !== undefined && { 'x-portal-session': token }),
    },
    body,
    // the page may be left or loaded anew because of it
    keepalive: true,
  });
}
