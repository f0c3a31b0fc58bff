/**
 * The file inside a multipart upload, as the plain body that Lite takes: supabase-js posts a File under the field
 * name '', which Lite 0.10 does not find. Other bodies come back as they are.
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
