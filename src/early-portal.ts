import { screenPath, screenUrl } from './app/landing.ts';
import { storedSession, type Session } from './lib/device/stored-session.ts';
import { isSessionStored } from './lib/device/web-storage.ts';
import { forgetEarlyRequests, sendEarly, sessionHeader } from './lib/early-requests.ts';

// Fetches the frame of the screens beside the portal's script, where a session is stored, and sends the first requests of the screen: the
// screen then waits for two trips to the server less. Nothing is shown here. What does not come, the portal asks for again. The build puts
// the links and the list of the requests into the page, as templates; in development there are none.

/** What the portal asks the service first, as `first-requests.ts` lists it. */
export interface FirstRequests {
  /** The headers that all requests have, but for the session. */
  headers: Record<string, string>;
  requests: readonly FirstRequest[];
  /** Indexes in `requests`, by role and by path; with `?site` behind the path, those of a site that the role has picked. */
  screens: Record<Session['role'], Record<string, readonly number[]>>;
}

export interface FirstRequest {
  /** `siteMark` stands for the picked site. */
  url: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Stands for the name of the picked site. */
export const siteMark = 'PICKED-SITE';

function templateOf(id: string): DocumentFragment | undefined {
  const template = document.getElementById(id);
  return template instanceof HTMLTemplateElement ? template.content : undefined;
}

/** Fetches the frame of the screens, where a session is stored. */
export function fetchFrame(): void {
  const links = templateOf('frame');
  if (links && isSessionStored()) document.head.append(document.importNode(links, true));
}

/** Asks the service about the stored session, and for what its screen shows first. */
export function sendFirstRequests(): void {
  const list = templateOf('first-requests')?.textContent;
  const session = storedSession();
  if (!list || !session) return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build has written it
  const { headers, requests, screens } = JSON.parse(list) as FirstRequests;
  const screen = screenUrl(new URL(location.href), session);
  const path = screenPath(screen);
  const site = screen.searchParams.get('site');
  const ofRole = screens[session.role];
  const picked = new URLSearchParams([['', site ?? '']]).toString().slice(1);
  for (const index of (site && ofRole[`${path}?site`]) || (ofRole[path] ?? [])) {
    const { url = '', headers: own, ...request } = requests[index] ?? {};
    sendEarly(url.replace(siteMark, picked), {
      ...request,
      headers: { ...headers, ...own, [sessionHeader]: session.token },
      redirect: 'error',
    });
  }
  forgetEarlyRequests();
}
