import type { App } from '@supabase/lite';
import { type CallerQuery, currentRequest, type RequestContext } from './request-context.ts';
import { answerStorage, finishDownload } from './storage-api.ts';

interface Parts {
  app: App;
  exclusive: Exclusive;
  query: CallerQuery;
  /** Signs the links to files. */
  secret: string;
}

/** The HTTP face of the backend: `/rest/v1` and `/storage/v1`, one request at a time. */
export function createHandler({ app, exclusive, query, secret }: Parts): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    // read before the request takes its turn, so that a slow sender holds up nobody
    const sent = asked.body ? new Uint8Array(await asked.arrayBuffer()) : undefined;
    const isUpload = url.pathname.startsWith('/storage/v1/object/');
    const { headers, body } =
      sent && isUpload ? await plainUpload(asked.headers, sent) : { headers: new Headers(asked.headers), body: sent };
    // Lite measures a file by this header alone, and a caller inside this process sends none
    if (body) headers.set('content-length', String(body.length));
    const context: RequestContext = {
      method: asked.method,
      path: url.pathname.replace(/^\/(rest|storage)\/v1/, ''),
      headers: Object.fromEntries(headers),
      readOnly: url.pathname.startsWith('/rest/') && /^(GET|HEAD)$/.test(asked.method),
    };
    const request = new Request(asked.url, { method: asked.method, headers, ...(body && { body }) });
    const lite = () => currentRequest.run(context, () => app.fetch(request, { peerAddress: null }));
    return exclusive(async () => {
      if (!url.pathname.startsWith('/storage/v1/')) return lite();
      const storage = { ...context, url, body };
      return (await answerStorage(storage, { query, secret })) ?? finishDownload(storage, await lite());
    });
  };
}

/**
 * The file inside a multipart upload, as the plain body that Lite takes: supabase-js posts a File under the field
 * name '', which Lite 0.10 does not find. Other bodies come back as they are.
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
  plain.set('content-type', file.type || 'application/octet-stream');
  const seconds = form.get('cacheControl');
  if (typeof seconds === 'string') plain.set('cache-control', `max-age=${seconds}`);
  return { headers: plain, body: bytes };
}

/** Runs one function after the other, in the order of the calls. */
export type Exclusive = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue of one lane. PGlite has a single database session, and Lite's BEGIN..COMMIT of two requests would
 * interleave on it: one request would then read with the other one's rights.
 */
export function createQueue(): Exclusive {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  };
}
