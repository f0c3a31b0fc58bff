import pLimit from 'p-limit';
import { smallBox } from '../../../src/lib/photo/photo-box.ts';
import { shrinkPhoto } from '../../../src/lib/photo/shrink-photo.ts';
import type { BenchAnswer, FloorRequest } from './bench-messages.ts';

async function bytesOf(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** What no report can do without: the photos come, and are made small where they are not. */
async function run({ urls, inFlight, decoders }: FloorRequest): Promise<number> {
  const fetching = pLimit(inFlight);
  // of 0 there could be no limiter, and nothing is decoded then
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
    (bytes) => postMessage({ type: 'done', bytes } satisfies BenchAnswer),
    (error: unknown) => postMessage({ type: 'failed', reason: String(error) } satisfies BenchAnswer),
  );
});
