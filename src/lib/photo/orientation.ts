import type { Orientation } from './jpeg.ts';
import type { PhotoBox } from './photo-box.ts';

/** The size of a picture as it is seen, in pixels. */
export function turned({ width, height }: PhotoBox, orientation: Orientation): PhotoBox {
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/** What the canvases of browsers and of Node have in common. */
interface TurnedDrawing<Picture> {
  fillStyle: unknown;
  imageSmoothingQuality: string;
  fillRect: (x: number, y: number, width: number, height: number) => void;
  setTransform: (a: number, b: number, c: number, d: number, e: number, f: number) => void;
  drawImage: (picture: Picture, x: number, y: number, width: number, height: number) => void;
}

/** Fills a canvas of `size` with a picture that is stored in `orientation`, upright and on white. */
export function drawUpright<Picture>(
  context: TurnedDrawing<Picture>,
  picture: Picture,
  orientation: Orientation,
  size: PhotoBox,
): void {
  // transparent pixels would turn black in a JPEG
  context.fillStyle = '#fff';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.setTransform(...turns[orientation](size));
  const stored = turned(size, orientation);
  context.drawImage(picture, 0, 0, stored.width, stored.height);
}

/** The matrix from the stored picture to the upright one, which is `width` by `height`. */
const turns: Record<Orientation, (upright: PhotoBox) => [number, number, number, number, number, number]> = {
  1: () => [1, 0, 0, 1, 0, 0],
  2: ({ width }) => [-1, 0, 0, 1, width, 0],
  3: ({ width, height }) => [-1, 0, 0, -1, width, height],
  4: ({ height }) => [1, 0, 0, -1, 0, height],
  5: () => [0, 1, 1, 0, 0, 0],
  6: ({ width }) => [0, 1, -1, 0, width, 0],
  7: ({ width, height }) => [0, -1, -1, 0, width, height],
  8: ({ height }) => [0, -1, 1, 0, 0, height],
};
