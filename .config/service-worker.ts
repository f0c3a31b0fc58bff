import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'vite';
import { entryOf } from '../src/lib/offline/portal-page.ts';
import type { ShellList } from '../src/service-worker/shell-list.ts';
import { catalogueCodes } from './catalogues.ts';

/** `names`: relative to the build's folder, with `/` between folders. */
interface BuiltFiles {
  names: readonly string[];
  /** The content of `index.html`. */
  page: string;
  read: (name: string) => Buffer;
}

/** Files of `public` that screens show. */
const shown = /^(?:(?:icon|logo)\.svg|sample-record\.pdf|guides\/[^/]+\.pdf)$/u;
/**
 * What not everybody needs, by the beginning of its name: it is large, and kept once used. The access keys and what reads the tables of
 * an import need a connection anyway, what reads HEIC photos needs a decoder that is for some, and a reader needs one language.
 */
const forSome = new RegExp(
  `^assets/(?:${['workbook', 'check-visits', 'AccessKeysRoute', 'heic-worker', ...catalogueCodes].join('|')})-[^/]+$`,
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
  const named = new Set(Array.from(page.matchAll(/(?:src|href)="\/([^"]+)"/gu), ([, name = '']) => name));
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

/** The portal's service worker, or the one that removes it. */
type WorkerSource = 'worker.ts' | 'removal.ts';

export async function buildWorker(
  folder: string,
  source: WorkerSource,
  { shell = null, target }: { shell?: ShellList | null; target?: BuildOptions['target'] } = {},
): Promise<void> {
  await build({
    configFile: false,
    envFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { builtShell: JSON.stringify(shell) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      ...(target !== undefined && { target }),
      lib: {
        entry: join(import.meta.dirname, '../src/service-worker', source),
        formats: ['iife'],
        name: 'portal',
        fileName: () => 'sw.js',
      },
    },
  });
}

/** Builds `sw.js` for the build. `SERVICE_WORKER=remove` makes one that removes its predecessor instead. */
export function serviceWorker(): Plugin {
  const source = process.env['SERVICE_WORKER'] === 'remove' ? 'removal.ts' : 'worker.ts';
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
        const names = entries.map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
        const read = (name: string) => readFileSync(join(dir, name));
        const files = names.map((name) => name.replaceAll('\\', '/')).toSorted();
        const shell = listShell({ names: files, page: read('index.html').toString(), read });
        await buildWorker(dir, source, { shell, target });
      },
    },
  };
}
