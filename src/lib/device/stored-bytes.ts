// A browser may refuse Blobs in its database and store their bytes all the same: WebKit does in a private window. A value
// with Blobs is then stored as a `BytesOf` it, which is turned back when it is read.

/** The names of the errors by which browsers refuse a Blob; Safari has both. */
const refusals = new Set(['DataCloneError', 'UnknownError']);

/** A value whose Blobs are `StoredBlob`s. */
interface BytesOf {
  bytesOf: unknown;
}

/** `name` and `lastModified` are a file's. */
interface StoredBlob {
  bytes: ArrayBuffer;
  type: string;
  name?: string;
  lastModified?: number;
}

/** Whether an error may mean that the browser stores no Blobs. */
export function refusesBlobs(error: unknown): boolean {
  return error instanceof DOMException && refusals.has(error.name);
}

/** A value to be stored without Blobs. @throws where the content of one cannot be read */
export async function withoutBlobs(value: unknown): Promise<BytesOf> {
  return { bytesOf: await eachPart(value, (part) => (part instanceof Blob ? toBytes(part) : undefined)) };
}

/** A value as it was before it was stored, with or without its Blobs. */
export async function withBlobs(stored: unknown): Promise<unknown> {
  if (!isObject(stored) || !('bytesOf' in stored)) return stored;
  return eachPart(stored['bytesOf'], (part) => (isStoredBlob(part) ? toBlob(part) : undefined));
}

/** Copies objects and arrays with what `replaced` makes of their parts; undefined leaves a part as it is. */
async function eachPart(value: unknown, replaced: (part: unknown) => unknown): Promise<unknown> {
  const next = await replaced(value);
  if (next !== undefined) return next;
  if (Array.isArray(value)) return Promise.all(value.map((part: unknown) => eachPart(part, replaced)));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(async ([name, part]) => [name, await eachPart(part, replaced)] as const);
  return Object.fromEntries(await Promise.all(parts));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function isStoredBlob(value: unknown): value is StoredBlob {
  return isObject(value) && 'bytes' in value && typeof value['type'] === 'string';
}

async function toBytes(blob: Blob): Promise<StoredBlob> {
  const stored = { bytes: await blob.arrayBuffer(), type: blob.type };
  return blob instanceof File ? { ...stored, name: blob.name, lastModified: blob.lastModified } : stored;
}

function toBlob({ bytes, type, name, lastModified }: StoredBlob): Blob {
  if (name === undefined) return new Blob([bytes], { type });
  return new File([bytes], name, { type, ...(lastModified !== undefined && { lastModified }) });
}
