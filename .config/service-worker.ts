import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'vite';
import type { ShellList } from '../src/service-worker/shell-list.ts';

/** Of what lies in the folder of the build: its names there, with `/` between folders. */
interface BuiltFiles {
  names: readonly string[];
  /** What `index.html` says. */
  page: string;
  read: (name: string) => Buffer;
}

/** Beside the build's own files: those of `public` that screens show. */
const shown = /^(?:(?:icon|logo)\.svg|sample-record\.pdf|guides\/[^/]+\.pdf)$/u;
/**
 * Everybody may need these. Letters of other scripts, decoders of rare pictures and what rare PDFs lack are large, for
 * few, and kept when they are used.
 */
const forAll = /^assets\/(?:[^/]+\.(?:js|mjs|css)|barlow-[^/]+\.woff2?)$/u;

const short = (text: Buffer | string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const ends = ['.js', '.css', '.mjs', '.woff'];
/** Screens first; guides, which need code to be read, come last. */
function place(name: string): number {
  const found = ends.findIndex((end) => name.endsWith(end));
  return found === -1 ? ends.length : found;
}

/**
 * What the service worker keeps of a build, and when. Files of `assets` have their contents in their names; others get
 * them as a query.
 * @throws Error when the page has no script, or the build no `_headers`.
 */
export function listShell({ names, page, read }: BuiltFiles): ShellList {
  const named = new Set(Array.from(page.matchAll(/(?:src|href)="\/([^"]+)"/gu), ([, name = '']) => name));
  const [, entry] = /<script type="module"[^>]* src="([^"]+)"/u.exec(page) ?? [];
  if (entry === undefined) throw new Error('index.html names no script');
  // the interface's own faces, also those that the page does not name; old browsers' form of them is for reports
  const isStart = (name: string) =>
    /\.(?:js|css|svg)$/u.test(name) ? named.has(name) || name === 'logo.svg' : /latin-\d+.*\.woff2$/u.test(name);
  const kept = names.filter((name) => forAll.test(name) || shown.test(name)).toSorted();
  const url = (name: string) => {
    const path = `/${name.split('/').map(encodeURIComponent).join('/')}`;
    return forAll.test(name) ? path : `${path}?v=${short(read(name))}`;
  };
  const later = kept.filter((name) => !isStart(name)).toSorted((a, b) => place(a) - place(b));
  const start = kept.filter(isStart).map(url);
  const list = { entry, start, later: later.map(url) };
  // the page is kept with the headers that came with it
  return { version: short(page + read('_headers') + JSON.stringify(list)), ...list };
}

/** The service worker of the portal, or the one that takes it away. */
type WorkerSource = 'worker.ts' | 'removal.ts';

/** Writes `sw.js` into the folder. */
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

/** Builds `sw.js` for what has been built. With `SERVICE_WORKER=remove`, one that takes the one before away instead. */
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
