import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'vite';
import { entryOf } from '../src/lib/offline/portal-page.ts';
import type { DoorList, ShellList } from '../src/service-worker/shell-list.ts';
import { releaseListName, releaseListOf, shortHash } from '../supabase/operations/smoke/release-list.ts';
import { catalogueCodes } from './catalogues.ts';
import { stickerDoor } from './door-page.ts';

// Builds the service workers, with the lists of the files that they store.

interface BuiltFiles {
  /** The paths of all files in the build's folder, with `/` between folders. */
  names: readonly string[];
  /** The content of the HTML page. */
  page: string;
  read: (name: string) => Buffer;
}

/** The files of `public` that screens show. */
const publicFiles = /^(?:(?:icon|logo)\.svg|sample-record\.pdf|guides\/(?:[a-z]{2}\/)?[^/]+\.pdf)$/u;
/**
 * The beginnings of the names of files that not everybody needs. They are large, so a device stores one only after it was used there, and
 * then stores its later versions, too.
 */
const optionalNames = [
  // these need a connection anyway
  'AccessKeysRoute',
  'ArchiveSitesDialog',
  'ChangeLogRoute',
  'FaultsRoute',
  'key-cards',
  'draw-code',
  'LinkDialog',
  'LinksDialog',
  'SiteDocuments',
  'SiteSharedLinks',
  'SiteStickers',
  'SitesRoute',
  'site-archive',
  'sticker-sheet',
  // these read the tables of an import
  'check-visits',
  'read-table',
  'site-heads',
  'SiteImportDialog',
  'workbook',
  // this writes a calendar, which few people use
  'due-calendar',
  // this reads HEIC photos, with a decoder that is optional, too
  'heic-worker',
  // a reader needs only one language and its guides
  ...catalogueCodes,
  ...catalogueCodes.map((code) => `_virtual_guide-texts-${code}`),
];
const optionalFiles = new RegExp(
  `^(?:assets/(?:${optionalNames.join('|')})-[^/]+|guides/(?:${catalogueCodes.join('|')})/[^/]+)$`,
  'u',
);
/** Code and the fonts of the interface. Fonts of other scripts, and decoders of rare pictures and PDFs, are not listed at all. */
const codeFiles = /^assets\/(?:[^/]+\.(?:js|mjs|css)|barlow-[^/]+\.woff2?)$/u;

const endings = ['.js', '.css', '.mjs', '.woff'];
/** The order in which files are stored: code first, and guides, which need code to be read, last. */
function storingOrder(name: string): number {
  const index = endings.findIndex((ending) => name.endsWith(ending));
  return index === -1 ? endings.length : index;
}

/**
 * Lists the files of a build that the service worker stores, by the time when it stores them. Files of `assets` have a hash of their
 * content in the name; the URLs of others get it as a query.
 * @throws Error when the page has no script, or the build has no `_headers`.
 */
export function listShell({ names, page, read }: BuiltFiles): ShellList {
  // without the templates, which name files that only a session needs
  const shownPage = page.replaceAll(/<template.*?<\/template>/gsu, '');
  const namesInPage = new Set(Array.from(shownPage.matchAll(/(?:src|href)="\/([^"]+)"/gu), ([, name = '']) => name));
  const entry = entryOf(page);
  if (entry === undefined) throw new Error('index.html names no script');
  // the start needs the fonts of the interface (WOFF2), even those that the page does not name; WOFF fonts are for reports
  const isStart = (name: string) =>
    /\.(?:js|css|svg)$/u.test(name) ? namesInPage.has(name) || name === 'logo.svg' : /latin-\d+.*\.woff2$/u.test(name);
  const storedNames = names.filter((name) => codeFiles.test(name) || publicFiles.test(name)).toSorted();
  const optional = storedNames.filter((name) => optionalFiles.test(name));
  const forAll = storedNames.filter((name) => !optionalFiles.test(name));
  const url = (name: string) => {
    const path = `/${name.split('/').map(encodeURIComponent).join('/')}`;
    return name.startsWith('assets/') ? path : `${path}?v=${shortHash(read(name))}`;
  };
  const later = forAll.filter((name) => !isStart(name)).toSorted((a, b) => storingOrder(a) - storingOrder(b));
  const start = forAll.filter(isStart).map(url);
  const list = { entry, start, later: later.map(url), optional: optional.map(url) };
  // the version depends on the headers, too, because the page is stored with its response headers
  return { version: shortHash(page + read('_headers') + JSON.stringify(list)), ...list };
}

/**
 * Lists the files that the service worker of a sticker's page stores, which are all its files.
 * @param page the content of the built `report.html`
 * @throws Error when the page has no script
 */
export function listDoor({ names, page, read }: BuiltFiles): DoorList {
  const pathsInPage = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu), ([, path = '']) => path);
  const entry = pathsInPage.find((path) => path.endsWith('.js'));
  if (entry === undefined) throw new Error(`${stickerDoor.page} names no script`);
  const pathsInFolder = names.filter((name) => name.startsWith(`${stickerDoor.folder}/`)).map((name) => `/${name}`);
  const files = [...new Set([...pathsInPage, ...pathsInFolder])].toSorted();
  return { version: shortHash(page + read('_headers') + files.join()), entry, files };
}

/** The sources of the service workers: that of the portal, that of a sticker's page, and the one that replaces and removes either. */
type WorkerSource = 'worker.ts' | 'report-worker.ts' | 'removal.ts';

interface WorkerOptions {
  /** The lists that are inserted into the worker, by the names under which it declares them. */
  built?: Record<string, ShellList | DoorList>;
  target?: BuildOptions['target'];
}

/** Builds a service worker into a folder. @param file the name of the built file, such as `sw.js` */
export async function buildWorker(
  folder: string,
  source: WorkerSource,
  file = 'sw.js',
  { built = {}, target }: WorkerOptions = {},
): Promise<void> {
  await build({
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    define: Object.fromEntries(Object.entries(built).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      outDir: folder,
      emptyOutDir: false,
      ...(target !== undefined && { target }),
      lib: {
        entry: join(import.meta.dirname, '../src/service-worker', source),
        formats: ['iife'],
        name: 'portal',
        fileName: () => file,
      },
    },
  });
}

/**
 * Builds `sw.js` and `report-worker.js` after the portal, and lists all files of the build for `npm run smoke`. With `SERVICE_WORKER=remove`,
 * both are service workers that only remove their predecessors.
 */
export function serviceWorker(): Plugin {
  const isRemoved = process.env['SERVICE_WORKER'] === 'remove';
  let target: BuildOptions['target'] = false;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      ({ target } = config.build);
    },
    // after all plugins that change files
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = '' }) {
        const entries = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
        const names = entries
          .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
          .map((name) => name.replaceAll('\\', '/'))
          .toSorted();
        const read = (name: string) => readFileSync(join(dir, name));
        const pageOf = (name: string) => ({ names, page: read(name).toString(), read });
        const builtShell = listShell(pageOf('index.html'));
        const builtDoor = listDoor(pageOf(stickerDoor.page));
        await buildWorker(dir, isRemoved ? 'removal.ts' : 'worker.ts', 'sw.js', { built: { builtShell }, target });
        await buildWorker(dir, isRemoved ? 'removal.ts' : 'report-worker.ts', 'report-worker.js', {
          built: { builtDoor },
          target,
        });
        const all = [...names, 'sw.js', 'report-worker.js'];
        writeFileSync(join(dir, releaseListName), releaseListOf(all, read));
      },
    },
  };
}
