import { screenPath, screenUrl } from './app/landing.ts';
import { siteMark, type FirstRequests } from './first-request-list.ts';
import { sessionHeader } from './lib/config.ts';
import { storedSession } from './lib/device/stored-session.ts';
import { isSessionStored } from './lib/device/web-storage.ts';
import { forgetStaleEarlyRequests, sendEarly } from './lib/early-requests.ts';

// What the page fetches in parallel with the portal's script: if a session is stored, the files that every screen needs and the records of the
// screen, and fonts that the device has. The screen then waits for two round trips less. Nothing is shown here, and no code is run. The portal
// repeats whatever fails here. The build puts the links and the list of the requests into the page as templates; in development there are none.

function templateOf(id: string): DocumentFragment | undefined {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}

/** The fonts of the first texts (`fonts.css`, `heading-font.css`). */
const firstFonts = ['1rem Barlow', "600 1rem 'Barlow Semi Condensed'"];

/**
 * Loads the fonts of the first texts if a service worker has them on the device. Otherwise the texts request them when they are shown: of a
 * stored session these are the texts of the frame, because the fonts would take bandwidth from the frame's code.
 */
export function loadStoredFonts(): void {
  // a preload by a script would not be used: under a service worker, browsers keep it apart from what the styles request
  if (navigator.serviceWorker?.controller)
    for (const font of firstFonts) document.fonts.load(font).catch(() => undefined);
}

/** Fetches the files of the frame around the screens, if a session is stored. */
export function fetchFrame(): void {
  const links = templateOf('frame');
  if (links && isSessionStored()) document.head.append(document.importNode(links, true));
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
