/** What of a request its answer depends on. */
export interface RequestFacts {
  method: string;
  mode: RequestMode;
  url: string;
  headers: Pick<Headers, 'has'>;
}

/** `network` is left to the browser, as if there were no service worker. */
type Source = 'page' | 'file' | 'network';

/** Made by the build, under names that change with their contents. */
const built = /^\/assets\/[^/]+$/u;
const guide = /^\/guides\/[^/]+\.pdf$/iu;
/** The API and its files: in `npm run preview` they are served with the page. */
const api = /^\/[a-z]+\/v\d+(?:\/|$)/u;
const hasExtension = /\.[^/.]+$/u;

/**
 * Where a request is answered from. Only what the build itself consists of is ever kept: nothing of the API or the
 * storage, nothing signed, nothing that a session was sent with.
 * @param origin of the service worker, such as `https://portal.example`.
 * @param isListed whether the build names this path.
 */
export function sourceOf(request: RequestFacts, origin: string, isListed: (path: string) => boolean): Source {
  const { pathname, search, origin: asked } = new URL(request.url);
  const isOpen = !request.headers.has('x-portal-session') && !request.headers.has('authorization');
  if (request.method !== 'GET' || asked !== origin || !isOpen || api.test(pathname)) return 'network';
  if (request.mode === 'navigate' && !hasExtension.test(pathname)) return 'page';
  if (search !== '' || pathname === '/') return 'network';
  return built.test(pathname) || guide.test(pathname) || isListed(pathname) ? 'file' : 'network';
}

/** What of an answer tells whether it is a file. */
export type FileAnswer = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>;

/**
 * Whether an answer is the file that was asked for: a host may answer with the start page where there is no file, a
 * network with a page of its own.
 */
export function isWholeFile({ status, type, redirected, headers }: FileAnswer): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html') ?? false;
  return status === 200 && type === 'basic' && !redirected && !isPage;
}
