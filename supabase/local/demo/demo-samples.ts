import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSamples } from './samples/make-samples.ts';
import { readDemoData } from './demo-data.ts';
import { photoFolder } from './demo-files.ts';
import { kindOfVisit } from './demo-visits.ts';

/** The folder of the guides, seen from the project's folder. */
export const guideFolder = 'public/guides';

/** The two samples among the guides: the report is of the demo's first site. */
export async function demoSamples(root: string): ReturnType<typeof makeSamples> {
  const demoSite = readDemoData(root).maintable[0];
  if (!demoSite) throw new Error('The demo has no site');
  const tasks2024 = demoSite.tasks2024.map((task) => {
    const kind = kindOfVisit(task);
    return { ...task, ...(kind && { kind }) };
  });
  return makeSamples({ root, demoSite: { ...demoSite, tasks2024 }, photos: photoFolder(root, demoSite.id) });
}

// npm run build:guides
if (process.argv[1] === import.meta.filename) {
  const root = process.cwd();
  await mkdir(join(root, guideFolder), { recursive: true });
  for (const { fileName, bytes } of await demoSamples(root)) await writeFile(join(root, guideFolder, fileName), bytes);
}
