import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Orientation } from '../../src/lib/photo/jpeg.ts';
import { testJpeg } from './test-jpeg.ts';

/** A dark disc in the middle of an upright photo, and a darker upper left corner. Sizes as stored, multiples of 8. */
export function discJpeg(width: number, height: number, orientation: Orientation): Buffer {
  const [across, down] = orientation > 4 ? [height, width] : [width, height];
  const radius = Math.min(across, down) / 4;
  return testJpeg({
    width,
    height,
    orientation,
    shade: (x, y) => {
      if (x < 0.15 && y < 0.15) return 0;
      return Math.hypot((x - 0.5) * across, (y - 0.5) * down) < radius ? 60 : 220;
    },
  });
}

const isDark = (grey: number) => grey < 140;

interface SeenDisc {
  width: number;
  height: number;
  /** Its width by its height: 1 when it is round. */
  roundness: number;
  /** Where the darkest corner is. */
  corner: string;
}

/** What a viewer shows of a stored photo. */
export async function seenDisc(photo: Uint8Array): Promise<SeenDisc> {
  const picture = await loadImage(photo);
  const { width, height } = picture;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = (x: number, y: number) => data[(Math.floor(y) * width + Math.floor(x)) * 4] ?? 255;
  const across = Array.from({ length: width }, (_, x) => grey(x, height / 2)).filter(isDark).length;
  const down = Array.from({ length: height }, (_, y) => grey(width / 2, y)).filter(isDark).length;
  const corners = {
    'upper left': grey(width * 0.05, height * 0.05),
    'upper right': grey(width * 0.95, height * 0.05),
    'lower left': grey(width * 0.05, height * 0.95),
    'lower right': grey(width * 0.95, height * 0.95),
  };
  const [corner = ''] = Object.entries(corners).find(([, value]) => value < 60) ?? [];
  return { width, height, roundness: Math.round((across / down) * 50) / 50, corner };
}
