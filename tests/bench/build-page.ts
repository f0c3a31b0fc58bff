import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');

/** Builds the page with the portal's own report code, the way the portal is built. Returns the folder. */
export async function buildPage(): Promise<string> {
  const outDir = join(root, 'node_modules/.cache/bench-page');
  const leftOut = join(root, 'src/reports/left-out.ts');
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'page'),
    logLevel: 'warn',
    resolve: { alias: Object.fromEntries(['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut])) },
    worker: { format: 'es' },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      assetsInlineLimit: 0,
      // the naive contender bundles jsPDF into the page, and nobody downloads this page
      chunkSizeWarningLimit: 1_000,
    },
  });
  return outDir;
}
