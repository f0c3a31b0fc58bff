/** What decides how a request is answered. */
export interface RequestFacts {
  method: string;
  mode: RequestMode;
  url: string;
  headers: Pick<Headers, 'has'>;
}

/** `network`: left to the browser, as if there were no service worker. */
type Source = 'page' | 'file' | 'network';

/** made by the build, with a content hash in the name */
const built = /^\/assets\/[^/]+$/u;
const guide = /^\/guides\/[^/]+\.pdf$/iu;
/** The API and its files, which `npm run preview` serves together with the page. */
const api = /^\/[a-z]+\/v\d+(?:\/|$)/u;
const hasExtension = /\.[^/.]+$/u;

/**
 * Where to answer a request from. Only files of the build itself are ever kept: nothing of the API or the storage,
 * nothing signed, nothing sent with a session.
 * @param origin of the service worker, such as `https://portal.example`.
 * @param isListed whether the build includes this path.
 */
export function sourceOf(request: RequestFacts, origin: string, isListed: (path: string) => boolean): Source {
  const { pathname, search, origin: asked } = new URL(request.url);
  const isOpen = !request.headers.has('x-portal-session') && !request.headers.has('authorization');
  if (request.method !== 'GET' || asked !== origin || !isOpen || api.test(pathname)) return 'network';
  if (request.mode === 'navigate' && !hasExtension.test(pathname)) return 'page';
  if (search !== '' || pathname === '/') return 'network';
  return built.test(pathname) || guide.test(pathname) || isListed(pathname) ? 'file' : 'network';
}

export type FileResponse = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>;

/** A host may send the start page for a missing file, a public network its login page. */
export function isWholeFile({ status, type, redirected, headers }: FileResponse): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return status === 200 && type === 'basic' && !redirected && !isPage;
}
