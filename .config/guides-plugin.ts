import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { readGuide } from './read-guide.ts';

/** the list for the page, and the much larger texts for searching */
const modules = ['virtual:guides', 'virtual:guide-texts'];
const resolved = (name: string) => `\0${name}`;

interface GuideFile {
  file: string;
  bytes: number;
  texts: string[];
}

/** Adding a PDF changes no code (`spec §2`, Guidelines). An unreadable one stops the build and is named. */
export function guidesPlugin(): Plugin {
  let folder = '';
  return {
    name: 'guides',
    configResolved({ publicDir }) {
      folder = path.resolve(publicDir, 'guides');
    },
    resolveId: (id) => (modules.includes(id) ? resolved(id) : undefined),
    async load(id) {
      if (!modules.some((name) => resolved(name) === id)) return undefined;
      const guides = await readFolder(folder);
      const content =
        id === resolved('virtual:guides')
          ? guides.map(({ file, bytes, texts }) => ({ file, bytes, pages: texts.length }))
          : Object.fromEntries(guides.map(({ file, texts }) => [file, texts]));
      return `export default ${JSON.stringify(content)};`;
    },
    configureServer(server) {
      watchFolder(server, folder);
    },
  };
}

async function readFolder(folder: string): Promise<GuideFile[]> {
  // no folder: no guides
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^[^.].*\.pdf$/iu.test(name)).toSorted();
  return Promise.all(files.map((file) => readOne(folder, file)));
}

async function readOne(folder: string, file: string): Promise<GuideFile> {
  const bytes = await readFile(path.join(folder, file));
  try {
    return { file, bytes: bytes.length, texts: await readGuide(bytes) };
  } catch (cause) {
    throw new Error(`public/guides/${file} cannot be read as a PDF`, { cause });
  }
}

function watchFolder({ watcher, environments, ws }: ViteDevServer, folder: string): void {
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    if (path.resolve(path.dirname(file)) !== folder || !/\.pdf$/iu.test(file)) return;
    for (const { moduleGraph } of Object.values(environments))
      for (const name of modules) {
        const known = moduleGraph.getModuleById(resolved(name));
        if (known) moduleGraph.invalidateModule(known);
      }
    ws.send({ type: 'full-reload' });
  });
}
