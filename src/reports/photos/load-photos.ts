import pLimit from 'p-limit';
import { readyJpeg } from '../../lib/photo/jpeg.ts';
import { fitted, smallBox } from '../../lib/photo/photo-box.ts';
import { shrinkToBlob } from '../../lib/photo/shrink-photo.ts';
import { retry } from '../../lib/retry.ts';
import { isOwnAnswer, isTemporary } from '../../lib/service-answer.ts';
import { reportPhoto, type ReportPhoto } from '../engine/layout.ts';

/** How long a photo may take. */
const timeoutMs = 90_000;
/** Parallel downloads of small renditions: enough to use the network while pages are drawn. */
const smallConcurrency = 96;
/** Parallel downloads of whole photos, each of some megabytes. */
const largeConcurrency = 6;

/** How many photos are decoded in parallel: each holds a large picture in memory. */
function decoders(): number {
  // in GB; a browser that does not tell is taken to have enough
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8;
  return memory <= 4 ? 2 : Math.min(4, navigator.hardwareConcurrency + 1);
}

interface PhotoSource {
  /** The signed URL, requested if `readPhoto` has nothing; null without one. */
  url: string | null;
  /** Reads the photo in another way: the portal its copy on this device (null without one), the page of a link the file itself. */
  readPhoto: () => Promise<Blob | null>;
}

/** Loads photos, and calls `onPhoto` as each arrives; null when it is missing, refused or not a picture. */
export async function loadPhotos(
  photos: readonly PhotoSource[],
  onPhoto: (index: number, photo: ReportPhoto | null) => void,
): Promise<void> {
  const fetchingSmall = pLimit(smallConcurrency);
  const fetchingLarge = pLimit(largeConcurrency);
  const decoding = pLimit(decoders());
  const loadPhoto = async ({ url, readPhoto }: PhotoSource): Promise<ReportPhoto | null> => {
    try {
      const file = await readPhoto();
      const bytes = file ? new Uint8Array(await file.arrayBuffer()) : url && (await fetchWithRetry(url));
      if (!bytes) return null;
      return readySmall(bytes) ?? (await decoding(() => asReportPhoto(bytes)));
    } catch (error) {
      console.warn('A photo could not be loaded', error);
      return null;
    }
  };
  // one download per URL, however often the photo is shown
  const loaded = new Map<string, Promise<ReportPhoto | null>>();
  await Promise.all(
    photos.map(async (source, index) => {
      const { url } = source;
      const fetching = url === null || isSmall(url) ? fetchingSmall : fetchingLarge;
      const photo = (url === null ? undefined : loaded.get(url)) ?? fetching(() => loadPhoto(source));
      if (url !== null) loaded.set(url, photo);
      return onPhoto(index, await photo);
    }),
  );
}

/** Whether a URL is of a small rendition, by its name (`smallNameOf`). */
function isSmall(url: string): boolean {
  return new URL(url, location.href).pathname.endsWith('.small.jpg');
}

/** The photo, if it is a JPEG that only needs its metadata removed: small, upright, whole, not CMYK. Else null. */
function readySmall(bytes: Uint8Array<ArrayBuffer>): ReportPhoto | null {
  const jpeg = readyJpeg(bytes);
  return jpeg && fitted(jpeg, smallBox).width === jpeg.width ? reportPhoto(jpeg) : null;
}

async function asReportPhoto(photo: Uint8Array<ArrayBuffer>): Promise<ReportPhoto> {
  // a canvas writes every JPEG in colour, also that of a grey photo
  const { blob, width, height } = await shrinkToBlob(photo, smallBox);
  return { content: blob, grey: false, width, height };
}

async function fetchWithRetry(url: string): Promise<Uint8Array<ArrayBuffer>> {
  // retried when the network was down briefly or the server had an error; a refusal is final
  return retry(() => fetchBytes(url), { delaysMs: [0], mayRetry: (error) => error instanceof TypeError });
}

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (isTemporary(response.status)) throw new TypeError(`The server answered ${response.status}`);
  if (!response.ok) throw new Error(`The photo was refused (${response.status})`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type');
  if (!isOwnAnswer(response.status, new TextDecoder('latin1').decode(bytes.subarray(0, 100)), 'file', type))
    throw new TypeError('Something else than the photo came');
  return bytes;
}
