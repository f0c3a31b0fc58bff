import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { catalogueCodes } from './catalogues.ts';
import { readGuide, type GuidePart } from './read-guide.ts';

// Provides the list of the guides, and their texts for searching, as modules. Both are read from the PDFs.

/** The English guides are in `public/guides`, those of another language in its folder there. */
const guideLanguages = ['en', ...catalogueCodes];

// the list is a module, and the much larger texts are another module for each language
const listModule = 'virtual:guides';
const textModules = guideLanguages.map((language) => ({ name: `virtual:guide-texts-${language}`, language }));
const modules = [listModule, ...textModules.map(({ name }) => name)];
const resolvedId = (name: string) => `\0${name}`;

interface GuideFile {
  language: string;
  file: string;
  bytes: number;
  title: string;
  pages: number;
  parts: GuidePart[];
}

/** A PDF can be added without a change of the code (`spec §2`, Guidelines). An unreadable PDF stops the build with an error that names it. */
export function guidesPlugin(): Plugin {
  let folder = '';
  return {
    name: 'guides',
    configResolved({ publicDir }) {
      folder = path.resolve(publicDir, 'guides');
    },
    resolveId: (id) => (modules.includes(id) ? resolvedId(id) : undefined),
    async load(id) {
      const name = modules.find((candidate) => resolvedId(candidate) === id);
      if (name === undefined) return undefined;
      const language = textModules.find((module) => module.name === name)?.language;
      const content = language === undefined ? listOf(await readAll(folder)) : textsOf(await readIn(folder, language));
      return `export default ${JSON.stringify(content)};`;
    },
    configureServer(server) {
      watchFolder(server, folder);
    },
  };
}

/** The list of the guides, by their file names, each with its editions in the languages. */
function listOf(files: readonly GuideFile[]) {
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
  // without a folder there are no guides in the language
  const names = await readdir(folderOf(folder, language)).catch(() => []);
  const files = names.filter((name) => /^[^.].*\.pdf$/iu.test(name)).toSorted();
  return Promise.all(files.map((file) => readGuideFile(folder, language, file)));
}

async function readGuideFile(folder: string, language: string, file: string): Promise<GuideFile> {
  const filePath = path.join(folderOf(folder, language), file);
  const bytes = await readFile(filePath);
  try {
    return { language, file, bytes: bytes.length, ...(await readGuide(bytes)) };
  } catch (cause) {
    throw new Error(`public/guides/${path.relative(folder, filePath)} cannot be read as a PDF`, { cause });
  }
}

function watchFolder({ watcher, environments, ws }: ViteDevServer, folder: string): void {
  watcher.add(folder);
  watcher.on('all', (_, file) => {
    const changedFolder = path.resolve(path.dirname(file));
    if (!guideLanguages.some((language) => folderOf(folder, language) === changedFolder) || !/\.pdf$/iu.test(file))
      return;
    for (const { moduleGraph } of Object.values(environments))
      for (const name of modules) {
        const loadedModule = moduleGraph.getModuleById(resolvedId(name));
        if (loadedModule) moduleGraph.invalidateModule(loadedModule);
      }
    ws.send({ type: 'full-reload' });
  });
}
