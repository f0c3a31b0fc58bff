import pLimit from 'p-limit';
import { smallBox } from '../../../src/lib/photo/photo-box.ts';
import { shrinkPhoto } from '../../../src/lib/photo/shrink-photo.ts';
import type { BenchMessage, FloorRequest } from './bench-messages.ts';

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What every report has to do at least: fetch the photos, and shrink them if they are not small. */
async function run({ urls, inFlight, decoders }: FloorRequest): Promise<number> {
  const fetching = pLimit(inFlight);
  // pLimit refuses 0; nothing is decoded then
  const decoding = pLimit(Math.max(1, decoders));
  const sizes = await Promise.all(
    urls.map((url) =>
      fetching(async () => {
        const bytes = await bytesOf(url);
        if (decoders === 0) return bytes.length;
        const photo = await decoding(() => shrinkPhoto(bytes, smallBox));
        return photo.bytes.length;
      }),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

addEventListener('message', ({ data }: MessageEvent<FloorRequest>) => {
  run(data).then(
    (bytes) => postMessage({ type: 'done', bytes } satisfies BenchMessage),
    (error: unknown) => postMessage({ type: 'failed', reason: String(error) } satisfies BenchMessage),
  );
});
