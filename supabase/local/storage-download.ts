import type { StorageRequest } from './request-context.ts';

/** The first and the last byte of a `Range` header; null when the file has no such bytes, undefined for anything but a single range. */
function readRange(header: string, size: number): { first: number; last: number } | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === '' && to === '') return undefined;
  // `-500` is the last 500 bytes
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // a range that ends before it starts is invalid, and has to be ignored
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first >= size || last < first ? null : { first, last };
}

/** The time at which a signed link expires, from its token, which was checked before. */
function expiryOfLink({ path, url }: StorageRequest): string | undefined {
  if (!path.startsWith('/object/sign/')) return undefined;
  const claims: unknown = JSON.parse(
    Buffer.from(url.searchParams.get('token')?.split('.')[1] ?? '', 'base64url').toString(),
  );
  const exp: unknown = Reflect.get(Object(claims), 'exp');
  return typeof exp === 'number' ? new Date(exp * 1_000).toUTCString() : undefined;
}

/**
 * Completes Lite's answer with a file: adds the file name for `?download=`, answers 304 when the cached copy is still valid, sends
 * parts of a file (`Range`), and replaces the cache time of a signed link by the time at which it expires.
 */
export async function finishDownload(request: StorageRequest, response: Response): Promise<Response> {
  const tag = response.headers.get('etag');
  if (request.method !== 'GET' || !response.ok || tag === null) return response;
  const headers = new Headers(response.headers);
  const download = request.url.searchParams.get('download');
  if (download !== null) {
    const name = download || (request.path.split('/').at(-1) ?? '');
    headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  }
  const expiry = expiryOfLink(request);
  if (expiry !== undefined) {
    headers.delete('cache-control');
    headers.set('expires', expiry);
  }
  if (request.headers['if-none-match'] === tag) {
    headers.delete('content-length');
    return new Response(null, { status: 304, headers });
  }
  const bytes = await response.arrayBuffer();
  const size = bytes.byteLength;
  const range = readRange(request.headers['range'] ?? '', size);
  if (range === undefined) return new Response(bytes, { status: response.status, headers });
  headers.set('content-range', range === null ? `bytes */${size}` : `bytes ${range.first}-${range.last}/${size}`);
  const part = range === null ? new ArrayBuffer(0) : bytes.slice(range.first, range.last + 1);
  headers.set('content-length', String(part.byteLength));
  return new Response(part, { status: range === null ? 416 : 206, headers });
}
