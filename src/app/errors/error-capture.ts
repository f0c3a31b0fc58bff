import { readConfig, serviceHeaders, sessionHeader, thisRelease } from '../../lib/config.ts';
import { getSession } from '../../lib/device/session.ts';
import { isReplaced } from '../../lib/offline/is-replaced.ts';
import { whenOnline } from '../../lib/online.ts';
import { isTemporary } from '../../lib/service-answer.ts';
import { routeAt } from '../routes.tsx';
import { errorText, isForeign, isInterruption, withoutValues } from './error-text.ts';

/** How many errors a page sends, so that an error that recurs all the time does not flood the list. */
const maxErrorsPerPage = 5;
/** The messages of a failed import in Chromium, Safari and Firefox. `vite:preloadError` has already reported it in more detail. */
const failedImport = /dynamically imported module|importing a module script|preload css/iu;
/** Browsers report an error when an observer changes the layout again. It has no effect. */
const harmless = /^ResizeObserver loop/u;

/** The messages that this page has sent. */
const captured = new Set<string>();

/** Sends uncaught errors to the server, and reports code that the host no longer has. Returns a function that stops this and resets it. */
export function startErrorCapture(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  addEventListener(
    'error',
    ({ error, message, filename }) => {
      if (filename !== '' && !filename.startsWith(location.origin)) return;
      if (error !== null && error !== undefined) captureError(error);
      // `Script error.` is all that browsers tell about an error in a script from another origin
      else if (message !== 'Script error.' && !harmless.test(message)) capture(withoutValues(message));
    },
    { signal },
  );
  addEventListener(
    'unhandledrejection',
    ({ reason }) => {
      if (!(reason instanceof Error && failedImport.test(reason.message))) captureError(reason);
    },
    { signal },
  );
  addEventListener('vite:preloadError', ({ payload }) => void captureMissingCode(payload).catch(() => undefined), {
    signal,
  });
  return () => {
    controller.abort();
    captured.clear();
  };
}

/** Sends an error to the server, unless it is a lost connection or comes from a browser extension. Never throws. */
export function captureError(error: unknown): void {
  if (!isInterruption(error) && !isForeign(error)) capture(errorText(error));
}

/** Reports a chunk if the host no longer has it. The host is asked, because a lost connection causes the same error. */
async function captureMissingCode({ message }: Error): Promise<void> {
  const [url] = /https?:\S+|\/assets\/\S+/u.exec(message) ?? [];
  const file = url === undefined ? null : new URL(url, location.origin);
  const isGone = file ? await isMissing(file) : await isReplaced();
  if (isGone) capture(`Code that the host does not have: ${file?.pathname ?? 'of an older release'}`);
}

/** Whether the host answers that it has no such file. @throws without a connection. */
async function isMissing(file: URL): Promise<boolean> {
  const options = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(5_000) } as const;
  const { ok, status, headers } = await fetch(file, options);
  if (isTemporary(status)) return false;
  // some hosts answer with the start page instead
  return !ok || (headers.get('content-type')?.startsWith('text/html') ?? false);
}

function capture(message: string): void {
  if (captured.size >= maxErrorsPerPage || captured.has(message)) return;
  captured.add(message);
  // only the path of a known screen is sent, because a query or a mistyped path may contain personal data
  const screen = routeAt(location.pathname)?.path ?? (location.pathname === '/' ? '/' : 'unknown');
  const body = JSON.stringify({ message, screen, release: thisRelease() });
  void whenOnline()
    .then(() => sendError(body))
    .catch(() => undefined);
}

/** Sends an error with `fetch`, because the errors of the Supabase client are captured too. */
async function sendError(body: string): Promise<void> {
  const config = readConfig(import.meta.env);
  if ('missing' in config) return;
  const token = getSession()?.token;
  await fetch(`${config.url}/rest/v1/rpc/report_client_error`, {
    method: 'POST',
    headers: {
      ...serviceHeaders(config.anonKey),
      'content-type': 'application/json',
      ...(token !== undefined && { [sessionHeader]: token }),
    },
    body,
    // the request completes even if the error makes the page reload
    keepalive: true,
  });
}
