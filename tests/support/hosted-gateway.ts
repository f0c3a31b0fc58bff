/**
 * Wraps a backend as the gateway of a hosted project does: it adds CORS headers for every origin, and serves only the paths of
 * tables and files. The embedded backend needs no CORS, because it is served with the page.
 */
export function hostedGateway(serve: typeof fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'OPTIONS')
      return new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
          'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
          'access-control-max-age': '3600',
        },
      });
    if (!/^\/(?:rest|storage)\/v1\//u.test(new URL(request.url).pathname))
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 });
    const response = await serve(request);
    const headers = new Headers(response.headers);
    headers.set('access-control-allow-origin', '*');
    headers.set('access-control-expose-headers', 'Content-Range, Retry-After, Content-Length, Content-Disposition');
    return new Response(response.body, { status: response.status, headers });
  };
}
