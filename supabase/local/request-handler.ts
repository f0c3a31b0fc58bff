import type { App } from '@supabase/lite';
import type { CallerQuery } from './caller-query.ts';
import { plainUpload } from './multipart.ts';
import { currentRequest, type RequestContext } from './request-context.ts';
import type { Exclusive } from './request-queue.ts';
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
