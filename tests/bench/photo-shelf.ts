import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Exif orientations of the photos: three of eight were taken sideways or upside down. */
export const orientations = [1, 6, 1, 1, 8, 1, 3, 1] as const;

/** Photos of the bench by number. Large ones are drawn once and kept; small ones are made in each run. */
export class PhotoShelf {
  readonly #folder = join(import.meta.dirname, '../../node_modules/.cache/bench-photos');
  readonly #large = new Map<number, Buffer>();
  readonly #small = new Map<number, Buffer>();

  constructor() {
    mkdirSync(this.#folder, { recursive: true });
    for (const index of orientations.keys())
      if (existsSync(this.#fileOf(index))) this.#large.set(index, readFileSync(this.#fileOf(index)));
  }

  get(folder: string, photo: number): Buffer | undefined {
    return (folder === 'small' ? this.#small : this.#large).get(photo);
  }

  put(folder: string, photo: number, bytes: Buffer): void {
    if (folder === 'small') {
      this.#small.set(photo, bytes);
      return;
    }
    const large = withOrientation(bytes, orientations[photo] ?? 1);
    writeFileSync(this.#fileOf(photo), large);
    this.#large.set(photo, large);
  }

  /** Numbers of the photos that still have to be drawn. */
  get absent(): number[] {
    return [...orientations.keys()].filter((photo) => !this.#large.has(photo));
  }

  /** Bytes of that many photos, repeating the eight in turn. */
  bytesOf(folder: string, count: number): number {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += this.get(folder, index % orientations.length)?.length ?? 0;
    return sum;
  }

  #fileOf(photo: number): string {
    return join(this.#folder, `${photo}.jpg`);
  }
}

function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  if (orientation === 1) return jpeg;
  // Exif, big-endian, one entry: the tag 0x0112 with one short number
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010000000000000000', 'hex');
  exif.writeUInt16BE(orientation, 28);
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]);
}
