import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const files = new Map<string, string>();

/**
 * Class names of CSS modules in the build: four letters for the file, and the place of the class in it. Vite's readable
 * default adds a quarter of a KiB to the first load and two KiB to the style sheet.
 * @throws when two files get the same letters.
 */
export function shortClassName(name: string, file: string, css: string): string {
  const path = relative(process.cwd(), file);
  const letters = createHash('sha256')
    .update(path)
    .digest('base64')
    .replaceAll(/[^a-z]/giu, '')
    .slice(0, 4);
  if ((files.get(letters) ?? path) !== path) throw new Error(`${path} and ${files.get(letters)} share a name`);
  files.set(letters, path);
  return (
    letters +
    css
      .split(/[^\w-]+/u)
      .indexOf(name)
      .toString(36)
  );
}
