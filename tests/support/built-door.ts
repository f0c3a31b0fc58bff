import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, vi } from 'vitest';
import { buildTargets } from '../../.config/browsers/supported.ts';
import { catalogueCodes } from '../../.config/catalogues.ts';
import type { Door } from '../../.config/door-page.ts';
import { buildDoor } from '../../.config/doors.ts';

const root = join(import.meta.dirname, '../..');

/** Builds the page of a door for the tests of a file, as a release has it. */
export function builtDoor(door: Door) {
  const outDir = mkdtempSync(join(tmpdir(), 'door-build-'));
  /** The modules in each script, as paths from the project's root. */
  const modules = new Map<string, string[]>();
  const look: Plugin = {
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
    await buildDoor(door, outDir, { mode: 'production', define: {}, build: { target: buildTargets } }, [look]);
  }, 120_000);
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(outDir, { recursive: true });
  });

  const names = () =>
    readdirSync(outDir, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(outDir, name)).isFile());
  const read = (name: string) => readFileSync(join(outDir, name));
  const page = () => read(door.page).toString();
  /** What the page names: scripts, styles and fonts. */
  const named = () => Array.from(page().matchAll(/(?:src|href)="\/(assets\/[^"]+)"/gu), ([, name = '']) => name);
  const isCatalogue = (name: string) => catalogueCodes.some((code) => name.startsWith(`${door.folder}/${code}-`));
  /** How many bytes a browser fetches: fonts are compressed already. */
  const sent = (all: readonly string[], compress: (content: Buffer) => Buffer) =>
    all.reduce((sum, name) => sum + (name.endsWith('.woff2') ? read(name) : compress(read(name))).length, 0);

  return {
    modules,
    names,
    read,
    page,
    named,
    isCatalogue,
    /** All that is fetched before somebody presses anything, with the largest language. */
    firstLoad: () => {
      const [largest = ''] = names()
        .filter(isCatalogue)
        .toSorted((a, b) => read(b).length - read(a).length);
      const all = [door.page, ...new Set(named()), largest];
      return {
        all,
        byGzip: sent(all, (content) => gzipSync(content, { level: 6 })),
        byBrotli: sent(all, (content) => brotliCompressSync(content, { params: { 1: 5 } })),
      };
    },
  };
}
