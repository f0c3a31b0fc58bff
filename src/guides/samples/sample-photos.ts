import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { photoFolder } from '../../../supabase/local/demo/files.ts';
import { readJpeg } from '../../lib/photos/jpeg.ts';
import type { PhotoSupply } from '../../reports/engine/build-document.ts';

/** Reads the drawn photos of the demo's first site by their names, such as arm-3. */
export function samplePhotos(root: string): PhotoSupply['loadPhotos'] {
  return async (names, onPhoto) => {
    const read = names.map((name) => readFile(join(photoFolder(root, 1), `${name}.small.jpg`)));
    for (const [index, file] of (await Promise.all(read)).entries()) {
      const bytes = new Uint8Array(file);
      const size = readJpeg(bytes);
      onPhoto(index, size && { bytes, width: size.width, height: size.height });
    }
  };
}
