import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, vi } from 'vitest';
import { buildTargets } from '../../.config/browsers/supported.ts';
import { catalogueCodes } from '../../.config/catalogues.ts';
import type { Door } from '../../.config/door-page.ts';
import { buildDoor } from '../../.config/doors.ts';

const root = join(import.meta.dirname, '../..');

/** Builds a public page (a door) once for a test file, as a release has it. Returns functions that read the built files. */
export function builtDoor(door: Door) {
  const outDir = mkdtempSync(join(tmpdir(), 'door-build-'));
  /** The modules in each script, as paths from the project's root. */
  const modules = new Map<string, string[]>();
  const collectModules: Plugin = {
    name: 'look',
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          modules.set(
            output.fileName,
            Object.entries(output.modules)
              .filter(([, { renderedLength }]) => renderedLength > 0)
              .map(([id]) => relative(root, id)),
          );
    },
  };
  beforeAll(async () => {
    vi.stubEnv('VITE_SUPABASE_URL', 'https://abcdefghijklmnopqrst.supabase.co');
    vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_0123456789_abcdefgh');
    vi.stubEnv('NODE_ENV', 'production');
    await buildDoor(door, outDir, { mode: 'production', define: {}, build: { target: buildTargets } }, [
      collectModules,
    ]);
  }, 120_000);
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(outDir, { recursive: true });
  });

  const names = () =>
    readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(outDir, name)).isFile());
  const read = (name: string) => readFileSync(join(outDir, name));
  const page = () => read(door.page).toString();
  /** The names of the scripts, styles and fonts that the page loads. */
  const named = () => Array.from(page().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/gu), ([, name = '']) => name);
  const isCatalogue = (name: string) => catalogueCodes.some((code) => name.startsWith(`${door.folder}/${code}-`));
  /** The bytes that a browser downloads for these files. Fonts are not compressed again. */
  const transferSize = (fileNames: readonly string[], compress: (content: Buffer) => Buffer) =>
    fileNames.reduce((sum, name) => sum + (name.endsWith('.woff2') ? read(name) : compress(read(name))).length, 0);

  return {
    modules,
    names,
    read,
    page,
    named,
    isCatalogue,
    /**
     * The files that are loaded before anybody presses anything, with the largest language, and their compressed sizes in bytes.
     */
    firstLoad: () => {
      const [largest = ''] = names()
        .filter(isCatalogue)
        .toSorted((a, b) => read(b).length - read(a).length);
      const all = [door.page, ...new Set(named()), largest];
      return {
        all,
        byGzip: transferSize(all, (content) => gzipSync(content, { level: 6 })),
        byBrotli: transferSize(all, (content) =>
          brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        ),
      };
    },
  };
}
