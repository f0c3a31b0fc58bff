import pLimit from 'p-limit';
import { isWholeJpeg, readJpeg, withoutMetadata } from '../../lib/photo/jpeg.ts';
import { fitted, smallBox } from '../../lib/photo/photo-box.ts';
import { shrinkPhoto } from '../../lib/photo/shrink-photo.ts';
import type { ReportPhoto } from '../engine/layout.ts';

/** Milliseconds for one photo. */
const timeout = 90_000;
/** Small renditions in flight: enough to keep the network busy while the pages are drawn. */
const smallInFlight = 96;
/** Whole photos in flight, each of some megabytes. */
const largeInFlight = 6;

/** Photos decoded at the same time: each holds a large picture in memory. */
function decoders(): number {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8;
  return memory <= 4 ? 2 : Math.min(4, navigator.hardwareConcurrency + 1);
}

/** Where the bytes of a photo are: its signed URL, if it has one, and what looks for the copy on this device. */
interface PhotoSource {
  url: string | null;
  saved: () => Promise<Blob | null>;
}

/** Calls `onPhoto` once for each photo, as it arrives; null when it is missing, refused or no picture. */
export async function loadPhotos(
  photos: readonly PhotoSource[],
  onPhoto: (index: number, photo: ReportPhoto | null) => void,
): Promise<void> {
  const fetchingSmall = pLimit(smallInFlight);
  const fetchingLarge = pLimit(largeInFlight);
  const decoding = pLimit(decoders());
  const loadOne = async ({ url, saved }: PhotoSource): Promise<ReportPhoto | null> => {
    try {
      const copy = await saved();
      const bytes = copy ? new Uint8Array(await copy.arrayBuffer()) : url && (await fetchWithRetry(url));
      if (!bytes) return null;
      return readySmall(bytes) ?? (await decoding(() => shrinkPhoto(bytes, smallBox)));
    } catch (error) {
      console.warn('A photo could not be loaded', error);
      return null;
    }
  };
  // one url, one download, however often the photo is shown
  const loaded = new Map<string, Promise<ReportPhoto | null>>();
  await Promise.all(
    photos.map(async (source, index) => {
      const { url } = source;
      const fetching = url === null || isSmall(url) ? fetchingSmall : fetchingLarge;
      const photo = (url === null ? undefined : loaded.get(url)) ?? fetching(() => loadOne(source));
      if (url !== null) loaded.set(url, photo);
      return onPhoto(index, await photo);
    }),
  );
}

/** Small renditions are told by their names (`smallNameOf`). */
function isSmall(url: string): boolean {
  return new URL(url, location.href).pathname.endsWith('.small.jpg');
}

/** A JPEG that needs nothing but its metadata taken out: small, upright, whole, not CMYK. */
function readySmall(bytes: Uint8Array<ArrayBuffer>): ReportPhoto | null {
  const header = readJpeg(bytes);
  if (!header || header.orientation !== 1 || header.components === 4 || !isWholeJpeg(bytes)) return null;
  if (fitted(header, smallBox).width < header.width) return null;
  return { bytes: withoutMetadata(bytes), width: header.width, height: header.height };
}

async function fetchWithRetry(url: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await fetchBytes(url);
  } catch (error) {
    // the network was down for a moment or the server had an error; a refusal is final
    if (error instanceof TypeError) return fetchBytes(url);
    throw error;
  }
}

async function fetchBytes(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  if (response.status >= 500) throw new TypeError(`The server answered ${response.status}`);
  if (!response.ok) throw new Error(`The photo was refused (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
