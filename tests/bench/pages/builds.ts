import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');

/** Where the bench keeps what it builds and fetches. */
export const cacheFolder = join(root, 'node_modules/.cache/bench-pages');

/** Builds the portal for the embedded backend, whatever the machine's own `.env` says. Returns the folder. */
export async function buildPortal(): Promise<string> {
  const outDir = join(cacheFolder, 'portal');
  process.env['VITE_SUPABASE_URL'] = '';
  await build({ root, mode: 'embedded', logLevel: 'error', build: { outDir, emptyOutDir: true } });
  return outDir;
}

/**
 * Builds an empty page of React and the router in the same way as the portal: no screen can load faster.
 * @param portal the built portal, whose response headers this page gets too.
 * @returns the folder.
 */
export async function buildFloor(portal: string): Promise<string> {
  const outDir = join(cacheFolder, 'floor');
  const router = join(root, 'node_modules/react-router/dist/production');
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'floor'),
    logLevel: 'error',
    resolve: {
      alias: { 'react-router/dom': join(router, 'dom-export.mjs'), 'react-router': join(router, 'index.mjs') },
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
  await copyFile(join(portal, '_headers'), join(outDir, '_headers'));
  return outDir;
}
