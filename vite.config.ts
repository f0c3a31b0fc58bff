import { availableParallelism } from 'node:os';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { loadEnv, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { embeddedSupabase } from './supabase/local/vite-plugin.ts';
import { guidesPlugin } from './src/guides/guides-plugin.ts';
import { cssTypes } from './tooling/css-types.ts';

const port = Number(process.env['PORT'] ?? 5173);
const leftOut = join(import.meta.dirname, 'src/reports/left-out.ts');

/**
 * Lets the published pages talk to the configured project only; `public/_headers` allows every hosted one.
 * @param project address of the project, undefined when the backend is at the address of the page.
 */
function narrowHostHeaders(project: string | undefined): Plugin {
  return {
    name: 'narrow-host-headers',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const file = join(dir, '_headers');
      const allowed = project && URL.canParse(project) ? ` ${new URL(project).origin}` : '';
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(' https://*.supabase.co', allowed));
    },
  };
}

export default defineConfig(({ mode, command }) => {
  // With a hosted project in .env the embedded backend is not even loaded.
  const project = loadEnv(mode, process.cwd(), 'VITE_')['VITE_SUPABASE_URL'];
  const embedded = !project && !process.env['VITEST'] && (command === 'serve' || mode === 'embedded');
  return {
    plugins: [react(), cssTypes(), guidesPlugin(), narrowHostHeaders(project), embedded && embeddedSupabase()],
    resolve: {
      // what jsPDF would load for HTML and SVG, which no report draws
      alias: Object.fromEntries(['html2canvas', 'canvg', 'dompurify'].map((name) => [name, leftOut])),
    },
    worker: { format: 'es' },
    // imported by a worker only, where Vite looks late: the page would be loaded anew under the first report
    optimizeDeps: { include: ['fast-png'] },
    server: { port, strictPort: true },
    preview: { port, strictPort: true },
    build: {
      outDir: mode === 'embedded' ? 'dist-embedded' : 'dist',
      target: 'baseline-widely-available',
      // data: URLs would need a wider content security policy
      assetsInlineLimit: 0,
      // one file: styles that a screen brings along could be missing from its second try after a lost connection
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              {
                // what every page stands on; the icons with it, or they would be one more request of the first load
                name: 'base',
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]|src[\\/]ui[\\/]icon/i,
              },
              { name: 'supabase', test: /node_modules[\\/]@supabase[\\/]/ },
            ],
          },
        },
      },
    },
    test: {
      restoreMocks: true,
      // the default leaves one core alone, which is half of a small machine
      maxWorkers: Math.max(2, availableParallelism() - 1),
      // a busy machine is no failure
      testTimeout: 15_000,
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            environment: 'node',
            // nothing in these files outlives them, and each process of its own would compile everything anew
            isolate: false,
            include: ['tests/{app,components,features,guides,lib,project,records,reports,ui}/**/*.test.ts'],
          },
        },
        {
          extends: true,
          test: {
            name: 'component',
            environment: 'jsdom',
            include: ['tests/{app,components,features,lib,records,ui}/**/*.test.tsx'],
            setupFiles: ['./tests/support/setup.ts'],
            css: { modules: { classNameStrategy: 'non-scoped' } },
          },
        },
        {
          extends: true,
          test: {
            name: 'database',
            environment: 'node',
            // each file boots a database of its own; what they share is the compiled Postgres
            isolate: false,
            include: ['tests/database/**/*.test.ts'],
            setupFiles: ['./tests/database/setup.ts'],
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
      ],
    },
  };
});
