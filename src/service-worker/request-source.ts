/** The parts of a request that decide how it is answered. */
export interface RequestFacts {
  method: string;
  mode: RequestMode;
  url: string;
  headers: Pick<Headers, 'has'>;
}

/** What answers a request: the portal's page, a stored file, or the network as if there were no service worker. */
type Source = 'page' | 'file' | 'network';

/** Files made by the build, with a content hash in the name. */
const builtFile = /^\/assets\/[^/]+$/u;
/** The PDFs of the guides, in a folder for each language but English. */
const guideFile = /^\/guides\/(?:[a-z]{2}\/)?[^/]+\.pdf$/iu;
/** The API and its files, such as `/rest/v1/…`: `npm run preview` serves them from the origin of the page. */
const apiPath = /^\/[a-z]+\/v\d+(?:\/|$)/u;
const hasExtension = /\.[^/.]+$/u;
/** The pages without a login. The page of a sticker has a service worker of its own (`report-worker.ts`), that of a link has none. */
const doorPath = /^\/(?:report|shared)(?:\.html)?$/u;

/** Whether a request is for a page without a login. */
export function isDoor(pathname: string): boolean {
  return doorPath.test(pathname);
}

/**
 * Decides what answers a request. Only files of the build are ever stored: no answer of the API or the storage, nothing at a
 * signed URL, and no answer to a request with a session.
 * @param origin of the service worker, such as `https://portal.example`.
 * @param isListed whether the build includes this path.
 */
export function sourceOf(request: RequestFacts, origin: string, isListed: (path: string) => boolean): Source {
  const url = new URL(request.url);
  const { pathname, search } = url;
  const isPublic = !request.headers.has('x-portal-session') && !request.headers.has('authorization');
  if (request.method !== 'GET' || url.origin !== origin || !isPublic || apiPath.test(pathname)) return 'network';
  if (isDoor(pathname)) return 'network';
  if (request.mode === 'navigate' && !hasExtension.test(pathname)) return 'page';
  if (search !== '' || pathname === '/') return 'network';
  return builtFile.test(pathname) || guideFile.test(pathname) || isListed(pathname) ? 'file' : 'network';
}

export type FileResponse = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>;

/**
 * The media types that a host may give a file, by the extension; the first match counts. Browsers refuse scripts and style sheets
 * of any other type.
 */
const mediaTypes: readonly (readonly [ending: RegExp, type: RegExp])[] = [
  [/\.m?js$/u, /javascript/u],
  [/\.css$/u, /^text\/css/u],
  [/\.svg$/u, /^image\/svg/u],
  // any other file may have any type that is not text, because hosts have many names for fonts, and some have none
  [/./u, /^(?!text\/|application\/(?:json|xml|xhtml))/u],
];

/** Whether a response is the requested file. A host may send the start page instead of it, and a public network its login page. */
export function isWholeFile({ status, type, redirected, headers }: FileResponse, path: string): boolean {
  const [, mediaType] = mediaTypes.find(([ending]) => ending.test(path)) ?? [];
  const hasMediaType = mediaType?.test(headers.get('content-type')?.toLowerCase() ?? '') ?? false;
  return status === 200 && type === 'basic' && !redirected && hasMediaType;
}

/** The file in a response, read to its end. @throws Error when the response is not the file, or its body is cut off. */
export async function readFile(response: Response, path: string): Promise<Response> {
  if (!isWholeFile(response, path)) throw new Error(`${path} is not there`);
  const body = await response.blob();
  const headers = new Headers(response.headers);
  // for a compressed body, `content-length` counts the compressed bytes, so it cannot be compared
  if (!headers.has('content-encoding') && body.size < Number(headers.get('content-length')))
    throw new Error(`${path} is cut off`);
  headers.delete('content-encoding');
  headers.set('content-length', String(body.size));
  return new Response(body, { headers });
}

/** Positions of bytes, counted from 0. The byte at `last` belongs to the range. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The bytes that a `Range` header requests.
 * @param size of the whole file, in bytes.
 * @returns null for the whole file: the header is missing, is invalid or has several ranges; `beyond` when the range starts after
 *   the end of the file.
 */
export function requestedRange(range: string | null, size: number): ByteRange | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/u.exec(range?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  // `-500` asks for the last 500 bytes
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  return first >= size ? 'beyond' : { first, last };
}

/** A response with a stored file, or with the part of it that `range` requests: PDF viewers request parts. */
export async function responseFrom(storedResponse: Response, range: string | null): Promise<Response> {
  if (range === null) return storedResponse;
  const content = await storedResponse.blob();
  const part = requestedRange(range, content.size);
  if (part === 'beyond')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${content.size}` } });
  const headers = new Headers(storedResponse.headers);
  // the browser has already decompressed the stored body
  headers.delete('content-encoding');
  if (part === null) return new Response(content, { headers });
  headers.set('content-range', `bytes ${part.first}-${part.last}/${content.size}`);
  headers.set('content-length', String(part.last - part.first + 1));
  return new Response(content.slice(part.first, part.last + 1), { status: 206, headers });
}
