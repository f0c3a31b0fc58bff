import type { App } from '@supabase/lite';
import { gatewayHeaders, refuseAtGateway, restRefusal, storageRefusal } from './gateway.ts';
import { currentRequest, type RequestContext, type StorageTools } from './request-context.ts';
import { answerStorage } from './storage-api.ts';
import { finishDownload } from './storage-download.ts';

interface Parts extends StorageTools {
  app: App;
  exclusive: Exclusive;
  /** Whether these headers name a live session. */
  hasSession: (headers: Headers) => Promise<boolean>;
}

/** What anybody may call: nobody has a reason to send much there. */
const isOpen = /^\/rest\/v1\/rpc\/(login|report_client_error|open_sticker|report_from_sticker|open_link)$/;

/** Where anybody may send a photo, if its name is awaited: the bucket has the limit of a file. */
const isPhotoDoor = /^\/storage\/v1\/object\/rfidboomgatefaults\//;

/** The URL of a file that Lite knows: hosted storage serves a private file under two URLs, Lite under the shorter. */
const plainUrl = (asked: string) => asked.replace(/(\/storage\/v1\/object\/(?:info\/)?)authenticated\/(?=[^/])/, '$1');

/** The HTTP interface of the backend: `/rest/v1` and `/storage/v1`, one request at a time. */
export function createHandler({ app, exclusive, hasSession, ...tools }: Parts): typeof fetch {
  const respond = async (asked: Request): Promise<Response> => {
    const early = refuseAtGateway(asked);
    if (early) return early;
    const url = new URL(plainUrl(asked.url));
    const isStorage = url.pathname.startsWith('/storage/v1/');
    // read before the request takes its turn, so that a slow sender blocks nobody
    const isMember = () => exclusive(() => hasSession(asked.headers));
    const openLimit = isPhotoDoor.test(url.pathname) ? photoLimit : strangersLimit;
    const sent = asked.body
      ? await readBody(asked, openLimit, isOpen.test(url.pathname) ? () => Promise.resolve(false) : isMember)
      : null;
    if (sent === undefined) {
      return isStorage
        ? storageRefusal('Payload too large', 'The object exceeded the maximum allowed size', 413)
        : restRefusal(413, '54000', 'Request size limit exceeded');
    }
    const isUpload = url.pathname.startsWith('/storage/v1/object/');
    const upload = sent && isUpload ? await plainUpload(asked.headers, sent).catch(() => undefined) : { body: sent };
    if (!upload) return storageRefusal('InvalidRequest', 'The form cannot be read');
    const body = (isStorage ? upload.body : restBody(asked, url.pathname, upload.body)) ?? undefined;
    const headers = new Headers('headers' in upload ? upload.headers : asked.headers);
    // Lite measures a file by its `content-length` alone, which a caller inside this process does not send
    if (body) headers.set('content-length', String(body.length));
    const context: RequestContext = {
      method: asked.method,
      path: url.pathname.replace(/^\/(rest|storage)\/v1/, ''),
      headers: Object.fromEntries(headers),
      readOnly: url.pathname.startsWith('/rest/') && /^(GET|HEAD)$/.test(asked.method),
    };
    const request = new Request(url, { method: asked.method, headers, ...(body && { body }) });
    const lite = () => currentRequest.run(context, () => app.fetch(request, { peerAddress: null }));
    return exclusive(async () => {
      if (!isStorage) return lite();
      const storage = { ...context, url, body };
      return (await answerStorage(storage, tools)) ?? finishDownload(storage, await lite());
    });
  };
  return async (input, init) => {
    const asked = new Request(input, init);
    const response = await respond(asked);
    // not awaited: the answer does not wait for the rest
    void discardBody(asked.body);
    for (const [name, value] of Object.entries(gatewayHeaders)) response.headers.set(name, value);
    return response;
  };
}

/** How long a list may be, in bytes, to be read here for whether it has anything in it. */
const shortList = 100;

/**
 * The body of a write as PostgREST reads it. JSON that is neither an object nor a list names no column, so nothing is written,
 * and neither does an empty list; Lite would make a broken statement of it.
 */
function restBody(
  { method, headers }: Request,
  path: string,
  body: Uint8Array<ArrayBuffer> | null,
): Uint8Array<ArrayBuffer> | null {
  if (!body || !/^(POST|PATCH)$/.test(method) || !headers.get('content-type')?.includes('json')) return body;
  const start = new TextDecoder().decode(body.subarray(0, shortList)).trimStart();
  if (start.startsWith('{') || (start.startsWith('[') && body.length > shortList)) return body;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    if (Array.isArray(value) && value.some((row) => JSON.stringify(row) !== '{}')) return body;
    // Lite reads no columns from an empty list where it adds rows, and from an object elsewhere
    const isAdding = method === 'POST' && !path.startsWith('/rest/v1/rpc/');
    if (isAdding && Array.isArray(value) && value.length > 0) return body;
    return new TextEncoder().encode(isAdding ? '[]' : '{}');
  } catch {
    return body;
  }
}

/** Runs functions one after the other, in the order of the calls. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue for requests: PGlite has a single database session, on which Lite's BEGIN..COMMIT of two requests would
 * interleave, and a request would read with the rights of another.
 */
export function createQueue(): Exclusive {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

/** How large the body of anybody's request may be, in bytes. */
const strangersLimit = 1_000_000;
/** The same for the photo of a report: more than the 2 MB of its bucket, which refuses it then, and some room for a form. */
const photoLimit = 2_200_000;
/** The same for somebody with a live session: a whole site with 20,000 tasks, or a file, and some room. */
const memberLimit = 60_000_000;

/**
 * The bytes of a request, or undefined when they exceed the sender's limit: `openLimit` without a live session, 60 MB with
 * one. Reads no further than that, and calls `isMember` only beyond the first.
 */
async function readBody(
  request: Request,
  openLimit: number,
  isMember: () => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let limit = openLimit;
  const mayBe = async (size: number) => {
    if (size > openLimit && limit === openLimit && (await isMember())) limit = memberLimit;
    return size <= limit;
  };
  if (!(await mayBe(Number(request.headers.get('content-length') ?? 0)))) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream: ReadableStream<Uint8Array> | null = request.body;
  const reader = stream?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (!(await mayBe(size))) {
      reader?.releaseLock();
      return undefined;
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Reads the rest of a body that is not used, because the next request follows it on the same connection. It ends
 * the connection of an endless one. Never throws.
 */
async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  try {
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > memberLimit) return await reader.cancel();
    }
  } catch {
    // the sender is gone
  }
}

/**
 * Extracts the file of a multipart upload, as Lite expects it: supabase-js posts a File under the field name '', which
 * Lite 0.10 does not find. Returns other bodies unchanged. Throws a TypeError when the form is broken.
 */
async function plainUpload(
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ headers: Headers; body: Uint8Array<ArrayBuffer> }> {
  const type = headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return { headers: new Headers(headers), body };
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const file = [...form.values()].find((value) => value instanceof File);
  if (!file) return { headers: new Headers(headers), body };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const plain = new Headers(headers);
  const said = form.get('contentType');
  plain.set('content-type', (typeof said === 'string' && said) || file.type || 'application/octet-stream');
  const seconds = form.get('cacheControl');
  if (typeof seconds === 'string') plain.set('cache-control', `max-age=${seconds}`);
  return { headers: plain, body: bytes };
}
