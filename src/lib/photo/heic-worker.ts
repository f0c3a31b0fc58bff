import loadLibheif from 'libheif-js/libheif-wasm/libheif.js';
import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { turnedBy } from './picture-file.ts';
import type { HeicResponse, HeicRequest } from './shrink-heic.ts';
import { jpegOf } from './shrink-photo.ts';

/** A larger picture is refused, to limit the memory of decoding: a small file may claim to have a huge picture. */
const maxPixels = 120_000_000;

/** The classes of the package, which its type declarations lack. */
interface HeifImage {
  get_width: () => number;
  get_height: () => number;
  is_primary: () => number;
  /** Draws the picture upright. Calls back with null when it cannot be decoded. */
  display: (into: ImageData, onDone: (decoded: ImageData | null) => void) => void;
}
interface HeifClasses {
  HeifDecoder: new () => { decode: (file: Uint8Array) => HeifImage[] };
}

async function decodeHeic({ file, box, turn }: HeicRequest): Promise<HeicResponse> {
  const wasm = await fetch(wasmUrl).then((response) => (response.ok ? response.arrayBuffer() : null));
  if (!wasm) return { error: 'not loaded' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see HeifClasses
  const { HeifDecoder } = loadLibheif({ wasmBinary: wasm }) as unknown as HeifClasses;
  const images = new HeifDecoder().decode(file);
  const image = images.find((candidate) => candidate.is_primary()) ?? images[0];
  if (!image) return { error: 'not readable' };
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) return { error: 'not readable' };
  const decoded = await new Promise<ImageData | null>((resolve) => {
    image.display(new ImageData(width, height), resolve);
  });
  if (!decoded) return { error: 'not readable' };
  return { photo: await jpegOf(await createImageBitmap(decoded), turnedBy(1, turn), box) };
}

addEventListener('message', ({ data }: MessageEvent<HeicRequest>) => {
  decodeHeic(data)
    // `fetch` throws a TypeError without a network; the decoder throws other errors
    .catch((error: unknown): HeicResponse => ({ error: error instanceof TypeError ? 'not loaded' : 'not readable' }))
    .then((response) => postMessage(response))
    .catch(() => undefined);
});
