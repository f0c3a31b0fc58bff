import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { guideFolder, makeGuides } from './make-guides.ts';

const root = join(import.meta.dirname, '../..');
await mkdir(join(root, guideFolder), { recursive: true });
await Promise.all(
  (await makeGuides(root)).map(({ fileName, bytes }) => writeFile(join(root, guideFolder, fileName), bytes)),
);
