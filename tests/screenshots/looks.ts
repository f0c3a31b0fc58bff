import { join } from 'node:path';

export const albumFolder = join(import.meta.dirname, '../../test-results/screenshots');

export const looks = [360, 768, 1280, 1920].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    look: `${width} ${colorScheme}`,
    width,
    height: width < 700 ? 740 : 900,
    colorScheme,
  })),
);

/** The file name without extension. */
export function pictureName(screen: string, look: string): string {
  return `${screen} ${look}`.replaceAll(/[ ,]+/gu, '-');
}
