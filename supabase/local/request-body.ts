/** How large the body of anybody's request may be, in bytes. */
const openLimit = 1_000_000;
/** The same for somebody with a live session: a whole site with 20,000 tasks, or a file, and some room. */
const memberLimit = 60_000_000;

/**
 * The bytes of a request, or undefined when they exceed the sender's limit: 1 MB without a live session, 60 MB with
 * one. Reads no further than that, and calls `isMember` only beyond 1 MB.
 */
export async function readBody(
  request: Request,
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
 * Reads what is left of a body that nobody wants, because the next request comes behind it on the same connection. Ends
 * the connection of an endless one. Never throws.
 */
export async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
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
export async function plainUpload(
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
