import type { App } from '@supabase/lite';
import { gatewayHeaders, refuseAtGateway, restRefusal, storageRefusal } from './gateway.ts';
import { discardBody, plainUpload, readBody } from './request-body.ts';
import { currentRequest, type CallerQuery, type RequestContext } from './request-context.ts';
import { answerStorage, finishDownload } from './storage-api.ts';

interface Parts {
  app: App;
  exclusive: Exclusive;
  query: CallerQuery;
  /** Whether these headers name a live session. */
  hasSession: (headers: Headers) => Promise<boolean>;
  /** The secret that signs the links to files. */
  secret: string;
}

/** The URL of a file that Lite knows: hosted storage serves a private file under two URLs, Lite under the shorter. */
const plainUrl = (asked: string) => asked.replace(/(\/storage\/v1\/object\/(?:info\/)?)authenticated\/(?=[^/])/, '$1');

/** The HTTP interface of the backend: `/rest/v1` and `/storage/v1`, one request at a time. */
export function createHandler({ app, exclusive, query, hasSession, secret }: Parts): typeof fetch {
  const respond = async (asked: Request): Promise<Response> => {
    const early = refuseAtGateway(asked);
    if (early) return early;
    const url = new URL(plainUrl(asked.url));
    const isStorage = url.pathname.startsWith('/storage/v1/');
    // read before the request takes its turn, so that a slow sender blocks nobody
    const sent = asked.body ? await readBody(asked, () => exclusive(() => hasSession(asked.headers))) : null;
    if (sent === undefined) {
      return isStorage
        ? storageRefusal('Payload too large', 'The object exceeded the maximum allowed size', 413)
        : restRefusal(413, '54000', 'Request size limit exceeded');
    }
    const isUpload = url.pathname.startsWith('/storage/v1/object/');
    const upload = sent && isUpload ? await plainUpload(asked.headers, sent).catch(() => undefined) : { body: sent };
    if (!upload) return storageRefusal('InvalidRequest', 'The form cannot be read');
    const body = upload.body ?? undefined;
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
      return (await answerStorage(storage, { query, secret })) ?? finishDownload(storage, await lite());
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
