import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { catalogueCodes } from './catalogues.ts';
import { readGuide, type GuidePart } from './read-guide.ts';

/** English guides are in the folder itself, the others in one of their language. */
const guideLanguages = ['en', ...catalogueCodes];

/** the list for the page, and the much larger texts for searching, by language */
const listModule = 'virtual:guides';
const textModules = guideLanguages.map((language) => ({ name: `virtual:guide-texts-${language}`, language }));
const modules = [listModule, ...textModules.map(({ name }) => name)];
const resolved = (name: string) => `\0${name}`;

interface GuideFile {
  language: string;
  file: string;
  bytes: number;
  title: string;
  pages: number;
  parts: GuidePart[];
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
      const name = modules.find((candidate) => resolved(candidate) === id);
      if (name === undefined) return undefined;
      const language = textModules.find((of) => of.name === name)?.language;
      const content = language === undefined ? listed(await readAll(folder)) : textsOf(await readIn(folder, language));
      return `export default ${JSON.stringify(content)};`;
    },
    configureServer(server) {
      watchFolder(server, folder);
    },
  };
}

/** The guides by their file names, each with its languages. */
function listed(files: readonly GuideFile[]) {
  const names = [...new Set(files.map(({ file }) => file))].toSorted();
  return names.map((file) => ({
    file,
    editions: files
      .filter((edition) => edition.file === file)
      .map(({ language, bytes, title, pages }) => ({ language, bytes, title, pages })),
  }));
}

const textsOf = (files: readonly GuideFile[]) => Object.fromEntries(files.map(({ file, parts }) => [file, parts]));

const readAll = async (folder: string) =>
  (await Promise.all(guideLanguages.map((language) => readIn(folder, language)))).flat();

const folderOf = (folder: string, language: string) => (language === 'en' ? folder : path.join(folder, language));

async function readIn(folder: string, language: string): Promise<GuideFile[]> {
  // no folder: no guides
  const names = await readdir(folderOf(folder, language)).catch(() => []);
  const files = names.filter((name) => /^[^.].*\.pdf$/iu.test(name)).toSorted();
  return Promise.all(files.map((file) => readOne(folder, language, file)));
}

async function readOne(folder: string, language: string, file: string): Promise<GuideFile> {
  const place = path.join(folderOf(folder, language), file);
  const bytes = await readFile(place);
  try {
    return { language, file, bytes: bytes.length, ...(await readGuide(bytes)) };
  } catch (cause) {
    throw new Error(`public/guides/${path.relative(folder, place)} cannot be read as a PDF`, { cause });
  }
}

function watchFolder({ watcher, environments, ws }: ViteDevServer, folder: string): void {
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    const place = path.resolve(path.dirname(file));
    if (!guideLanguages.some((language) => folderOf(folder, language) === place) || !/\.pdf$/iu.test(file)) return;
    for (const { moduleGraph } of Object.values(environments))
      for (const name of modules) {
        const known = moduleGraph.getModuleById(resolved(name));
        if (known) moduleGraph.invalidateModule(known);
      }
    ws.send({ type: 'full-reload' });
  });
}
