import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'vite';
import { entryOf } from '../src/lib/offline/portal-page.ts';
import type { DoorList, ShellList } from '../src/service-worker/shell-list.ts';
import { catalogueCodes } from './catalogues.ts';
import { stickerDoor } from './door-page.ts';

/** `names`: relative to the build's folder, with `/` between folders. */
interface BuiltFiles {
  names: readonly string[];
  /** The content of `index.html`. */
  page: string;
  read: (name: string) => Buffer;
}

/** Files of `public` that screens show. */
const shown = /^(?:(?:icon|logo)\.svg|sample-record\.pdf|guides\/(?:[a-z]{2}\/)?[^/]+\.pdf)$/u;
/** What not everybody needs, by the beginning of its name: it is large, and stays once used. */
const forSomeNames = [
  // needs a connection anyway
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
  // reads the tables of an import
  'check-visits',
  'read-table',
  'site-heads',
  'SiteImportDialog',
  'workbook',
  // writes a calendar, which few ask for
  'due-calendar',
  // reads HEIC photos with a decoder that is for some
  'heic-worker',
  // a reader needs one language, and its guides
  ...catalogueCodes,
  ...catalogueCodes.map((code) => `_virtual_guide-texts-${code}`),
];
const forSome = new RegExp(
  `^(?:assets/(?:${forSomeNames.join('|')})-[^/]+|guides/(?:${catalogueCodes.join('|')})/[^/]+)$`,
  'u',
);
/** Code and the interface's fonts. Fonts of other scripts and decoders of rare pictures and PDFs are for some, too. */
const code = /^assets\/(?:[^/]+\.(?:js|mjs|css)|barlow-[^/]+\.woff2?)$/u;

const short = (text: Buffer | string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const ends = ['.js', '.css', '.mjs', '.woff'];
/** Screens first; guides, which need code to be read, last. */
function place(name: string): number {
  const found = ends.findIndex((end) => name.endsWith(end));
  return found === -1 ? ends.length : found;
}

/**
 * What the service worker keeps of a build, and when. Files of `assets` have a content hash in the name; others get it
 * as a query.
 * @throws Error when the page has no script, or the build no `_headers`.
 */
export function listShell({ names, page, read }: BuiltFiles): ShellList {
  // a template names what only a session needs
  const shownPage = page.replaceAll(/<template.*?<\/template>/gsu, '');
  const named = new Set(Array.from(shownPage.matchAll(/(?:src|href)="\/([^"]+)"/gu), ([, name = '']) => name));
  const entry = entryOf(page);
  if (entry === undefined) throw new Error('index.html names no script');
  // the interface's own fonts, even those the page does not name; WOFF 1.0 ones are for reports
  const isStart = (name: string) =>
    /\.(?:js|css|svg)$/u.test(name) ? named.has(name) || name === 'logo.svg' : /latin-\d+.*\.woff2$/u.test(name);
  const stored = names.filter((name) => code.test(name) || shown.test(name)).toSorted();
  const optional = stored.filter((name) => forSome.test(name));
  const forAll = stored.filter((name) => !forSome.test(name));
  const url = (name: string) => {
    const path = `/${name.split('/').map(encodeURIComponent).join('/')}`;
    return name.startsWith('assets/') ? path : `${path}?v=${short(read(name))}`;
  };
  const later = forAll.filter((name) => !isStart(name)).toSorted((a, b) => place(a) - place(b));
  const start = forAll.filter(isStart).map(url);
  const list = { entry, start, later: later.map(url), optional: optional.map(url) };
  // the page is kept with its response headers
  return { version: short(page + read('_headers') + JSON.stringify(list)), ...list };
}

/**
 * What the service worker of a sticker's page keeps: the page and all its files.
 * @param page `report.html` as built
 * @throws Error when the page has no script
 */
export function listDoor({ names, page, read }: BuiltFiles): DoorList {
  const named = Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/gu), ([, path = '']) => path);
  const entry = named.find((path) => path.endsWith('.js'));
  if (entry === undefined) throw new Error(`${stickerDoor.page} names no script`);
  const own = names.filter((name) => name.startsWith(`${stickerDoor.folder}/`)).map((name) => `/${name}`);
  const files = [...new Set([...named, ...own])].toSorted();
  return { version: short(page + read('_headers') + files.join()), entry, files };
}

/** The service workers of the portal and of a sticker's page, and the one that removes them. */
type WorkerSource = 'worker.ts' | 'report-worker.ts' | 'removal.ts';

interface WorkerOptions {
  /** What the worker has of the build, by the name under which it declares it. */
  built?: Record<string, ShellList | DoorList>;
  target?: BuildOptions['target'];
}

/** Builds a service worker. @param file its name, such as `sw.js` */
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
 * Builds `sw.js` and `report-worker.js` for the build. `SERVICE_WORKER=remove` makes two that remove their predecessors
 * instead.
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
    // after everything that still changes files
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
      },
    },
  };
}
