import { availableParallelism } from 'node:os';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { embeddedSupabase } from './supabase/local/vite-plugin.ts';
import { guidesPlugin } from './src/guides/guides-plugin.ts';
import { cssTypes } from './.config/css-types.ts';
import { hosts } from './.config/hosts.ts';
import { lastingStyles } from './.config/lasting-styles.ts';
import { leanRouter } from './.config/lean-router.ts';
import { serviceWorker } from './.config/service-worker.ts';
import { shortClassName } from './.config/short-class-names.ts';

const port = Number(process.env['PORT'] ?? 5173);
const leftOut = join(import.meta.dirname, 'src/reports/left-out.ts');
const router = join(import.meta.dirname, 'node_modules/react-router/dist/production');

const componentTests = readdirSync(join(import.meta.dirname, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.tsx'))
  .map((file) => join('tests', file));
/** Those that put another module in the place of one: where it is loaded already, it is too late for that. */
const replacingModules = componentTests.filter((file) =>
  /\bvi\.(?:doMock|mock|resetModules)\(/u.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** Pages and PDFs are made and thrown away all the time: with more room for what is new, less of it is carried about. */
const roomForNew = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const component = (name: string, files: { include?: string[]; exclude?: string[] }, ...before: string[]) => ({
  extends: true as const,
  test: {
    name,
    environment: 'jsdom',
    // Starting a process, loading the packages and making a page for each file costs more than the tests themselves.
    isolate: false,
    execArgv: roomForNew,
    include: componentTests,
    setupFiles: [...before, './tests/support/setup.ts'],
    sequence: { setupFiles: 'list' as const },
    // jsdom has no canvas: in the place of these stands what says what would have been drawn
    alias: Object.fromEntries(
      ['react-chartjs-2.tsx', 'signature_pad.ts'].map((file) => [
        file.replace(/\.tsx?$/u, ''),
        join(import.meta.dirname, 'tests/support/drawing', file),
      ]),
    ),
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
    ...files,
  },
});

export default defineConfig(({ mode, command }) => {
  // with a hosted project in .env the embedded backend is not even loaded
  const projectUrl = loadEnv(mode, process.cwd(), 'VITE_')['VITE_SUPABASE_URL'];
  const embedded = !projectUrl && !process.env['VITEST'] && (command === 'serve' || mode === 'embedded');
  return {
    plugins: [
      react(),
      cssTypes(),
      leanRouter(),
      lastingStyles(),
      guidesPlugin(),
      hosts(projectUrl),
      serviceWorker(),
      embedded && embeddedSupabase(),
    ],
    resolve: {
      alias: {
        // what jsPDF would load for HTML and SVG, which no report draws
        ...Object.fromEntries(['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut])),
        // the package names its development build only, warnings and all
        ...(command === 'build' && {
          'react-router/dom': join(router, 'dom-export.mjs'),
          'react-router': join(router, 'index.mjs'),
        }),
      },
    },
    css: { modules: command === 'build' ? { generateScopedName: shortClassName } : {} },
    worker: { format: 'es' },
    // imported by workers, where Vite looks late: the page would be loaded anew under the first report
    optimizeDeps: { include: ['fast-png', 'p-limit', 'libheif-js/libheif-wasm/libheif.js'] },
    server: { port, strictPort: true },
    preview: { port, strictPort: true },
    build: {
      outDir: mode === 'embedded' ? 'dist-embedded' : 'dist',
      target: 'baseline-widely-available',
      // data: URLs would need a wider content security policy
      assetsInlineLimit: 0,
      // without it an old browser only fetches a little later
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // the names of the paths would weigh more than the paths
        optimization: { inlineConst: true },
        output: {
          codeSplitting: {
            // In fewer files each of them is smaller, and the first load need not name so many.
            groups: [
              { name: 'start', tags: ['$initial'] },
              { name: 'supabase', test: /node_modules[\\/]@supabase[\\/]/ },
              {
                name: 'shared',
                // pdf.js is larger than all of these, and for few
                test: /src[\\/](records|lib(?![\\/]pdf[\\/]pdf-js)|components)[\\/]|node_modules[\\/](@tanstack|valibot)[\\/]/,
                minShareCount: 2,
              },
            ],
          },
        },
      },
    },
    test: {
      restoreMocks: true,
      // the default leaves one core alone, which is half of a small machine
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // Slow is not wrong: on a machine with other work a test may take forty times as long.
      testTimeout: 240_000,
      hookTimeout: 240_000,
      teardownTimeout: 30_000,
      expect: { poll: { timeout: 90_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            environment: 'node',
            execArgv: roomForNew,
            // nothing in these files outlives them, and each process of its own would compile everything anew
            isolate: false,
            include: [
              'tests/{app,components,faults,features,guides,lib,project,records,reports,service-worker,ui}/**/*.test.ts',
            ],
          },
        },
        component('component', { exclude: replacingModules }),
        component('component-replacing', { include: replacingModules }, './tests/support/forget-modules.ts'),
        {
          extends: true,
          test: {
            name: 'database',
            environment: 'node',
            // what they share is the compiled Postgres and, as long as it is as new, the migrated database
            isolate: false,
            include: ['tests/{attacks,database}/**/*.test.ts'],
            setupFiles: ['./tests/database/setup.ts'],
          },
        },
      ],
    },
  };
});
