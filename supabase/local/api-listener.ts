import type { IncomingMessage, ServerResponse } from 'node:http';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The backend as a Node listener that tells the database who knocks: the socket's address, whatever the caller says. */
export async function apiListener(serve: typeof fetch): Promise<Listener> {
  const { getRequestListener } = await import('@hono/node-server');
  return getRequestListener((request, { incoming }) => {
    const headers = new Headers(request.headers);
    headers.delete('cf-connecting-ip');
    headers.set('x-forwarded-for', incoming.socket.remoteAddress ?? '');
    return serve(new Request(request, { headers }));
  });
}
