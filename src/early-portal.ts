import { screenPath, screenUrl } from './app/landing.ts';
import { siteMark, type FirstRequests } from './first-request-list.ts';
import { sessionHeader } from './lib/config.ts';
import { storedSession } from './lib/device/stored-session.ts';
import { isSessionStored } from './lib/device/web-storage.ts';
import { forgetStaleEarlyRequests, sendEarly } from './lib/early-requests.ts';

// What the page fetches in parallel with the portal's script: the fonts of the login or, if a session is stored, the files that every screen
// needs and the records of the screen. The screen then waits for two round trips less. Nothing is shown here, and no code is run. The portal
// repeats whatever fails here. The build puts the links and the list of the requests into the page as templates; in development there are none.

function templateOf(id: string): DocumentFragment | undefined {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}

/** Lets the browser fetch the files that a template links to. */
function fetchLinked(id: string): void {
  const links = templateOf(id);
  if (links) document.head.append(document.importNode(links, true));
}

/**
 * Fetches the fonts of the first texts. If a session is stored, they would take bandwidth from the frame's code. So the texts of the frame request
 * them (`fonts.css`), and are shown in fonts of the device until then. A service worker has the fonts on the device: then they take none.
 */
export function fetchFirstFonts(): void {
  if (!isSessionStored() || navigator.serviceWorker?.controller) fetchLinked('fonts');
}

/** Fetches the files of the frame around the screens, if a session is stored. */
export function fetchFrame(): void {
  if (isSessionStored()) fetchLinked('frame');
}

/** Sends the requests that the portal sends first: whether the session is valid, and the records of the screen. */
export function sendFirstRequests(): void {
  const list = templateOf('first-requests')?.textContent;
  const session = storedSession();
  if (!list || !session) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the build
  const { headers, requests, screens } = JSON.parse(list) as FirstRequests;
  const screen = screenUrl(new URL(location.href), session);
  const path = screenPath(screen);
  const site = screen.searchParams.get('site');
  const ofRole = screens[session.role];
  // encoded as the Supabase client does
  const picked = new URLSearchParams([['', site ?? '']]).toString().slice(1);
  for (const index of (site && ofRole[`${path}?site`]) || (ofRole[path] ?? [])) {
    const { url = '', headers: own, ...request } = requests[index] ?? {};
    sendEarly(url.replace(siteMark, picked), {
      ...request,
      headers: { ...headers, ...own, [sessionHeader]: session.token },
      redirect: 'error',
    });
  }
  forgetStaleEarlyRequests();
}
