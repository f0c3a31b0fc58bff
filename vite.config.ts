import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { loadEnv } from 'vite';
import { defineConfig } from 'vitest/config';
import { buildTargets } from './.config/browsers/supported.ts';
import { chunks } from './.config/chunks.ts';
import { cssTypes } from './.config/css-types.ts';
import { doorPages } from './.config/doors.ts';
import { firstPaint } from './.config/first-paint/plugin.ts';
import { guidesPlugin } from './.config/guides-plugin.ts';
import { hosts } from './.config/hosts.ts';
import { lastingStyles } from './.config/lasting-styles.ts';
import { withoutUnusedDrawing } from './.config/left-out.ts';
import { notices } from './.config/notices.ts';
import { pageNotices } from './.config/page-notices.ts';
import { serviceWorker } from './.config/service-worker.ts';
import { refuseWrongSettings } from './.config/settings.ts';
import { sourceMaps } from './.config/source-maps.ts';
import { dataFolderOf } from './supabase/local/data-folder.ts';
import { embeddedSupabase } from './supabase/local/vite-plugin.ts';

const port = Number(process.env['PORT'] || 5173);
const router = join(import.meta.dirname, 'node_modules/react-router/dist/production');

const componentTests = readdirSync(join(import.meta.dirname, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.tsx'))
  .map((file) => join('tests', file));
/** Tests that mock a module. A mock has no effect once another test of the same process has loaded the module. */
const replacingModules = componentTests.filter((file) =>
  /\bvi\.(?:doMock|mock|resetModules)\(/u.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

/** Tests create and discard pages and PDFs all the time: with more room for new objects, fewer are copied in vain. */
const roomForNew = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

const component = (name: string, files: { include?: string[]; exclude?: string[] }, ...firstSetupFiles: string[]) => ({
  extends: true as const,
  test: {
    name,
    environment: 'jsdom',
    // A process, its packages and a page for each file would take longer than the tests themselves.
    isolate: false,
    execArgv: roomForNew,
    include: componentTests,
    setupFiles: [...firstSetupFiles, './tests/support/setup.ts'],
    sequence: { setupFiles: 'list' as const },
    // jsdom has no canvas, so these packages are replaced by stand-ins that record what would have been drawn
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
  // with a hosted project in .env the embedded backend is not loaded at all
  const envFile = loadEnv(mode, process.cwd(), 'VITE_');
  const projectUrl = envFile['VITE_SUPABASE_URL'];
  const embedded = !projectUrl && !process.env['VITEST'] && (command === 'serve' || mode === 'embedded');
  const keepsData = embedded && command === 'serve';
  if (!process.env['VITEST'])
    refuseWrongSettings({ ...process.env, ...envFile }, keepsData ? dataFolderOf(import.meta.dirname) : null);
  const licences = notices();
  return {
    plugins: [
      react({ jsxImportSource: '#jsx' }),
      cssTypes(),
      lastingStyles(),
      guidesPlugin(),
      pageNotices(),
      firstPaint(),
      licences.write(),
      sourceMaps(),
      doorPages(licences.collect),
      hosts(projectUrl),
      serviceWorker(),
      embedded && embeddedSupabase(),
    ],
    resolve: {
      alias: {
        ...withoutUnusedDrawing,
        // the package exports only its development build, including all warnings
        ...(command === 'build' && {
          'react-router/dom': join(router, 'dom-export.mjs'),
          'react-router': join(router, 'index.mjs'),
        }),
      },
    },
    worker: { format: 'es', plugins: () => [licences.collect()] },
    // Vite finds what workers import only when they start, and would reload the page during the first report
    optimizeDeps: {
      include: ['fast-png', 'lean-qr', 'lean-qr/extras/svg', 'libheif-js/libheif-wasm/libheif.js', 'p-limit'],
    },
    server: { port, strictPort: true },
    preview: { port, strictPort: true },
    build: {
      outDir: mode === 'embedded' ? 'dist-embedded' : 'dist',
      target: buildTargets,
      // for `npm run stack`; nothing in the build names them
      sourcemap: mode === 'production' && 'hidden',
      // data: URLs would need a wider content security policy
      assetsInlineLimit: 0,
      // without the polyfill, old browsers only fetch a little later
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // the names of the constants for paths take more bytes than the paths themselves
        optimization: { inlineConst: true },
        output: {
          codeSplitting: { groups: chunks },
        },
      },
    },
    test: {
      restoreMocks: true,
      // The default leaves one core unused, which is half of a small machine. Tests wait for a third of their time, for pauses
      // and for servers that they have started: where nothing else runs beside them, one more keeps the cores busy.
      maxWorkers: availableParallelism() < 4 ? availableParallelism() + 1 : availableParallelism() - 1,
      // On a busy machine a test may take many times as long, which is no fault.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      teardownTimeout: 30_000,
      expect: { poll: { timeout: 90_000 } },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            environment: 'node',
            execArgv: roomForNew,
            // these files leave nothing behind, and a separate process for each would compile everything again
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
            // the files share the compiled Postgres and, while it is unchanged, the migrated database
            isolate: false,
            // much is computed here at once: a start that a busy machine makes too slow would lose all tests of its file
            hookTimeout: 300_000,
            testTimeout: 300_000,
            include: ['tests/{attacks,database}/**/*.test.ts'],
            setupFiles: ['./tests/database/setup.ts'],
          },
        },
      ],
    },
  };
});
