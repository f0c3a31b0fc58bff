import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folder of the source maps for a build. It is beside that of the build, so that no host publishes the source. */
export const mapsFolder = (dir: string) => `${dir}-maps`;

/** Moves the source maps out of the build. Those of earlier releases stay: their names have the hashes of their files. */
export const sourceMaps = (): Plugin => ({
  name: 'source-maps',
  apply: 'build',
  writeBundle: {
    // before the service worker lists the files
    order: 'pre',
    handler({ dir = '' }) {
      const folder = mapsFolder(dir);
      mkdirSync(folder, { recursive: true });
      for (const name of readdirSync(join(dir, 'assets')).filter((file) => file.endsWith('.map')))
        renameSync(join(dir, 'assets', name), join(folder, name));
    },
  },
});
