/** Byte positions, both included. */
interface ByteRange {
  first: number;
  last: number;
}

/**
 * The bytes that a `Range` header asks for.
 * @param size of the whole, in bytes.
 * @returns null for the whole file: no range, several, or an invalid one; `beyond` when it starts after the
 * end.
 */
export function requestedRange(range: string | null, size: number): ByteRange | 'beyond' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/u.exec(range?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  // '-500' is the last 500
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  return first >= size ? 'beyond' : { first, last };
}

/** Answers from a kept file, with a part of it when requested, as PDF viewers do. */
export async function responseFrom(kept: Response, range: string | null): Promise<Response> {
  if (range === null) return kept;
  const whole = await kept.blob();
  const part = requestedRange(range, whole.size);
  if (part === 'beyond')
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${whole.size}` } });
  const headers = new Headers(kept.headers);
  // the body is decoded already
  headers.delete('content-encoding');
  if (part === null) return new Response(whole, { headers });
  headers.set('content-range', `bytes ${part.first}-${part.last}/${whole.size}`);
  headers.set('content-length', String(part.last - part.first + 1));
  return new Response(whole.slice(part.first, part.last + 1), { status: 206, headers });
}
