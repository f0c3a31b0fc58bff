import type { IncomingMessage, ServerResponse } from 'node:http';

type NodeListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A Node listener that passes the IP of the socket to the database, and ignores the IP in the caller's headers. */
export async function apiListener(serve: typeof fetch): Promise<NodeListener> {
  const { getRequestListener } = await import('@hono/node-server');
  const handler: Parameters<typeof getRequestListener>[0] = (request, { incoming }) => {
    const headers = new Headers(request.headers);
    headers.delete('cf-connecting-ip');
    headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '');
    return serve(new Request(request, { headers }));
  };
  // the automatic clean-up would close a connection whose body is not read within half a second; the handler reads every body
  return getRequestListener(handler, { autoCleanupIncoming: false });
}
