import type { PhotoBox } from './photo-box.ts';
import type { Turn } from './picture-file.ts';
import type { ShrunkPhoto } from './shrink-photo.ts';

export interface HeicRequest {
  file: Uint8Array<ArrayBuffer>;
  box: PhotoBox;
  /** What it is turned by besides being upright. */
  turn: Turn;
}

/** `not loaded`: the decoder could not be fetched. */
export type HeicResponse = { photo: ShrunkPhoto } | { error: 'not loaded' | 'not readable' };

export class HeicUnread extends Error {
  readonly reason: 'not loaded' | 'not readable';

  constructor(reason: HeicUnread['reason']) {
    super(`The HEIC photo is ${reason}`);
    this.name = 'HeicUnread';
    this.reason = reason;
  }
}

// brands of HEVC pictures; others use the general ones too, which the decoder then refuses
const brands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Whether a file is a HEIC, by its first box (ISO/IEC 23008-12): names and types given by devices are unreliable. */
export function isHeic(bytes: Uint8Array): boolean {
  const start = new TextDecoder('latin1').decode(bytes.subarray(4, 12));
  return start.startsWith('ftyp') && brands.has(start.slice(4));
}

/**
 * Shrinks a HEIC where the browser cannot. The decoder (1.4 MB) never frees its memory: its worker ends with the photo.
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
