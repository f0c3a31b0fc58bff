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

/** The functions that anybody may call without a session: none of them needs a large body. */
const openFunctions = /^\/rest\/v1\/rpc\/(login|report_client_error|open_sticker|report_from_sticker|open_link)$/;

/** The bucket to which anybody may upload a photo, if the database expects its name. The bucket limits the size of a file. */
const photoUploadPath = /^\/storage\/v1\/object\/rfidboomgatefaults\//;

/** The URL under which Lite knows a file: hosted storage serves a private file under two URLs, Lite under the shorter of them. */
const plainUrl = (url: string) => url.replace(/(\/storage\/v1\/object\/(?:info\/)?)authenticated\/(?=[^/])/, '$1');

/** The HTTP interface of the backend: `/rest/v1` and `/storage/v1`, one request at a time. */
export function createHandler({ app, exclusive, hasSession, ...tools }: Parts): typeof fetch {
  const respond = async (original: Request): Promise<Response> => {
    const refusal = refuseAtGateway(original);
    if (refusal) return refusal;
    const url = new URL(plainUrl(original.url));
    const isStorage = url.pathname.startsWith('/storage/v1/');
    // the body is read before the request enters the queue, so that a slow sender blocks no other request
    const isMember = () => exclusive(() => hasSession(original.headers));
    const openLimit = photoUploadPath.test(url.pathname) ? photoLimit : publicLimit;
    const sentBody = original.body
      ? await readBody(original, openLimit, openFunctions.test(url.pathname) ? () => Promise.resolve(false) : isMember)
      : null;
    if (sentBody === undefined) {
      return isStorage
        ? storageRefusal('Payload too large', 'The object exceeded the maximum allowed size', 413)
        : restRefusal(413, '54000', 'Request size limit exceeded');
    }
    const isUpload = url.pathname.startsWith('/storage/v1/object/');
    const upload =
      sentBody && isUpload ? await plainUpload(original.headers, sentBody).catch(() => undefined) : { body: sentBody };
    if (!upload) return storageRefusal('InvalidRequest', 'The form cannot be read');
    const body = (isStorage ? upload.body : restBody(original, url.pathname, upload.body)) ?? undefined;
    const headers = new Headers('headers' in upload ? upload.headers : original.headers);
    // Lite measures a file by its `content-length` alone, which a caller inside this process does not send
    if (body) headers.set('content-length', String(body.length));
    const context: RequestContext = {
      method: original.method,
      path: url.pathname.replace(/^\/(rest|storage)\/v1/, ''),
      headers: Object.fromEntries(headers),
      readOnly: url.pathname.startsWith('/rest/') && /^(GET|HEAD)$/.test(original.method),
    };
    const request = new Request(url, { method: original.method, headers, ...(body && { body }) });
    const lite = () => currentRequest.run(context, () => app.fetch(request, { peerAddress: null }));
    return exclusive(async () => {
      if (!isStorage) return lite();
      const storage = { ...context, url, body };
      return (await answerStorage(storage, tools)) ?? finishDownload(storage, await lite());
    });
  };
  return async (input, init) => {
    const original = new Request(input, init);
    const response = await respond(original);
    // not awaited: the answer does not have to wait for the rest of the body
    void discardBody(original.body);
    for (const [name, value] of Object.entries(gatewayHeaders)) response.headers.set(name, value);
    return response;
  };
}

/** A JSON list up to this many bytes is parsed here to see whether it is empty. */
const shortList = 100;

/**
 * The body of a write as PostgREST understands it. JSON that is neither an object nor a list names no columns, and neither does
 * an empty list, so PostgREST writes nothing. Lite would make an invalid statement of it.
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

/** Runs functions one after the other, in the order in which they were passed. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue for requests. PGlite has a single database session: without the queue, the transactions of two requests would mix in it,
 * and a request would read with the rights of another.
 */
export function createQueue(): Exclusive {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}

/** The largest body of a request without a session, in bytes. */
const publicLimit = 1_000_000;
/** The same for the photo of a report: a little more than the 2 MB of its bucket, as it may come in a form. The bucket refuses the rest. */
const photoLimit = 2_200_000;
/** The same for a request with a valid session: enough for a whole site with 20,000 tasks, or for a file. */
const memberLimit = 60_000_000;

/**
 * The bytes of a request, or undefined when they exceed the sender's limit: `openLimit` without a valid session, `memberLimit` with
 * it. Stops reading at the limit, and calls `isMember` only when the body is larger than `openLimit`.
 */
async function readBody(
  request: Request,
  openLimit: number,
  isMember: () => Promise<boolean>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let limit = openLimit;
  const isWithinLimit = async (size: number) => {
    if (size > openLimit && limit === openLimit && (await isMember())) limit = memberLimit;
    return size <= limit;
  };
  if (!(await isWithinLimit(Number(request.headers.get('content-length') ?? 0)))) return undefined;
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream: ReadableStream<Uint8Array> | null = request.body;
  const reader = stream?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    size += part.value.length;
    if (!(await isWithinLimit(size))) {
      reader?.releaseLock();
      return undefined;
    }
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * Reads the rest of an unused body, because the next request follows it on the same connection. Cancels a body that is larger than
 * any allowed one. Never throws.
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
    // the sender has disconnected
  }
}

/**
 * Extracts the file of a multipart upload, because Lite 0.10 does not find it: supabase-js posts a File under the field name ''.
 * Returns other bodies unchanged. Throws a TypeError when the form cannot be read.
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
  const typedContentType = form.get('contentType');
  plain.set(
    'content-type',
    (typeof typedContentType === 'string' && typedContentType) || file.type || 'application/octet-stream',
  );
  const seconds = form.get('cacheControl');
  if (typeof seconds === 'string') plain.set('cache-control', `max-age=${seconds}`);
  return { headers: plain, body: bytes };
}
