// Some browsers refuse Blobs in their database but store their bytes, such as WebKit in a private window. There, a value with Blobs is
// stored as a `BytesOf`, and is turned back into the value when it is read.

/** The names of the errors with which browsers refuse a Blob; Safari throws either of them. */
const refusalNames = new Set(['DataCloneError', 'UnknownError']);

interface BytesOf {
  /** The value, with a `StoredBlob` in place of each Blob. */
  bytesOf: unknown;
}

/** The content of a Blob. `name` and `lastModified` are set if it is a `File`. */
interface StoredBlob {
  bytes: ArrayBuffer;
  type: string;
  name?: string;
  lastModified?: number;
}

/** Whether an error may mean that the browser cannot store Blobs. */
export function refusesBlobs(error: unknown): boolean {
  return error instanceof DOMException && refusalNames.has(error.name);
}

/** The form of a value that can be stored without Blobs. @throws where the content of a Blob cannot be read */
export async function withoutBlobs(value: unknown): Promise<BytesOf> {
  return { bytesOf: await withReplacedParts(value, (part) => (part instanceof Blob ? toBytes(part) : undefined)) };
}

/** The value that was stored, whether it was stored with Blobs or as a `BytesOf`. */
export async function withBlobs(storedValue: unknown): Promise<unknown> {
  if (!isObject(storedValue) || !('bytesOf' in storedValue)) return storedValue;
  return withReplacedParts(storedValue['bytesOf'], (part) => (isStoredBlob(part) ? toBlob(part) : undefined));
}

/** A deep copy of a value in which `replace` may replace any part; it returns undefined for a part that stays. */
async function withReplacedParts(value: unknown, replace: (part: unknown) => unknown): Promise<unknown> {
  const replacement = await replace(value);
  if (replacement !== undefined) return replacement;
  if (Array.isArray(value)) return Promise.all(value.map((part: unknown) => withReplacedParts(part, replace)));
  if (!isObject(value)) return value;
  const parts = Object.entries(value).map(
    async ([name, part]) => [name, await withReplacedParts(part, replace)] as const,
  );
  return Object.fromEntries(await Promise.all(parts));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

function isStoredBlob(value: unknown): value is StoredBlob {
  return isObject(value) && 'bytes' in value && typeof value['type'] === 'string';
}

async function toBytes(blob: Blob): Promise<StoredBlob> {
  const storedBlob = { bytes: await blob.arrayBuffer(), type: blob.type };
  return blob instanceof File ? { ...storedBlob, name: blob.name, lastModified: blob.lastModified } : storedBlob;
}

function toBlob({ bytes, type, name, lastModified }: StoredBlob): Blob {
  if (name === undefined) return new Blob([bytes], { type });
  return new File([bytes], name, { type, ...(lastModified !== undefined && { lastModified }) });
}
