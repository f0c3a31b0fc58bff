import type { PhotoBox } from './photo-box.ts';
import type { Turn } from './picture-file.ts';
import type { ShrunkPhoto } from './shrink-photo.ts';

export interface HeicRequest {
  file: Uint8Array<ArrayBuffer>;
  box: PhotoBox;
  /** How much it is turned from its upright position. */
  turn: Turn;
}

/** The photo, or why there is none. `not loaded`: the decoder could not be fetched. */
export type HeicResponse = { photo: ShrunkPhoto } | { error: 'not loaded' | 'not readable' };

/** A HEIC photo could not be read. */
export class HeicUnread extends Error {
  readonly reason: 'not loaded' | 'not readable';

  constructor(reason: HeicUnread['reason']) {
    super(`The HEIC photo is ${reason}`);
    this.name = 'HeicUnread';
    this.reason = reason;
  }
}

// the brands of files with HEVC pictures; files of another codec may have the general brands `mif1` and `msf1`, and the decoder refuses them
const brands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Whether a file is a HEIC, by its first box (ISO/IEC 23008-12): names and types from devices are unreliable. */
export function isHeic(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(4, 12));
  return start.startsWith('ftyp') && brands.has(start.slice(4));
}

/**
 * Shrinks a HEIC in a browser that cannot decode it. The decoder (1.4 MB) never frees its memory, so each photo has a worker of its own.
 * @throws HeicUnread
 */
export async function shrinkHeic(file: Uint8Array<ArrayBuffer>, box: PhotoBox, turn: Turn = 0): Promise<ShrunkPhoto> {
  const worker = new Worker(new URL('heic-worker.ts', import.meta.url), { type: 'module', name: 'heic' });
  try {
    const response = await new Promise<HeicResponse>((resolve) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HeicResponse>) => resolve(data));
      worker.addEventListener('error', () => resolve({ error: 'not loaded' }));
      const request: HeicRequest = { file, box, turn };
      // oxlint-disable-next-line require-post-message-target-origin -- a worker's takes none
      worker.postMessage(request);
    });
    if ('error' in response) throw new HeicUnread(response.error);
    return response.photo;
  } finally {
    worker.terminate();
  }
}
