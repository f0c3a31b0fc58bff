import { isWhole, readJpeg, withoutMetadata } from '../../lib/photos/jpeg.ts';
import { fitted, shrinkPhoto, smallBox } from '../../lib/photos/shrink-photo.ts';
import type { ReportPhoto } from '../engine/photo.ts';
import { atMost } from '../../lib/at-most.ts';

/** Milliseconds for one photo. */
const patience = 90_000;
/** Requests under way: enough that the network works on while the pages are drawn. */
const inFlight = 32;
/** Bytes from which a photo is no small rendition; of those only a few may be in memory. */
const large = 1_000_000;
const largeInMemory = 6;

/** Photos decoded at the same time: each holds a large picture in memory. */
function decoders(): number {
  const memory = 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : 8;
  return memory <= 4 ? 2 : Math.min(4, navigator.hardwareConcurrency + 1);
}

/**
 * Fetches photos, a few at a time, and makes them ready to be embedded. `onPhoto` hears of each once, in the order in
 * which they come: its place in the list, and null when it could not be fetched or is no picture. An address of null
 * is a photo that is known to be missing.
 */
export async function loadPhotos(
  addresses: readonly (string | null)[],
  onPhoto: (index: number, photo: ReportPhoto | null) => void,
): Promise<void> {
  const fetching = atMost(inFlight);
  const holding = atMost(largeInMemory);
  const decoding = atMost(decoders());
  const makeReady = async (response: Response): Promise<ReportPhoto> => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return readySmall(bytes) ?? decoding(() => shrinkPhoto(bytes, smallBox));
  };
  const loadOne = async (address: string): Promise<ReportPhoto | null> => {
    try {
      return await onceMore(async () => {
        const response = await request(address);
        const isLarge = Number(response.headers.get('content-length') ?? large) >= large;
        return isLarge ? holding(() => makeReady(response)) : makeReady(response);
      });
    } catch (error) {
      console.warn('A photo could not be loaded', error);
      return null;
    }
  };
  // one address, one download, however often the photo is shown
  const loaded = new Map<string, Promise<ReportPhoto | null>>();
  await Promise.all(
    addresses.map(async (address, index) => {
      if (address === null) return onPhoto(index, null);
      const photo = loaded.get(address) ?? fetching(() => loadOne(address));
      loaded.set(address, photo);
      return onPhoto(index, await photo);
    }),
  );
}

/** A JPEG that needs nothing but its metadata taken out: small, upright, whole, not in the colours of a press. */
function readySmall(bytes: Uint8Array<ArrayBuffer>): ReportPhoto | null {
  const header = readJpeg(bytes);
  if (!header || header.orientation !== 1 || header.components === 4 || !isWhole(bytes)) return null;
  if (fitted(header, smallBox).width < header.width) return null;
  return { bytes: withoutMetadata(bytes), width: header.width, height: header.height };
}

/** No network for a moment, or a server that stumbled, is tried again; a refusal stays one. */
async function onceMore(task: () => Promise<ReportPhoto>): Promise<ReportPhoto> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof TypeError) return task();
    throw error;
  }
}

async function request(address: string): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(patience) });
  if (response.status >= 500) throw new TypeError(`The server answered ${response.status}`);
  if (!response.ok) throw new Error(`The photo was refused (${response.status})`);
  return response;
}
