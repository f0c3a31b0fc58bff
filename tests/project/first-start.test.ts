import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it } from 'vitest';

it('of the portal knows the packages of its workers: one found later would load the page anew under a report', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'portal-first-start-'));
  const server = await createServer({ cacheDir, logLevel: 'error', server: { middlewareMode: true, ws: false } });
  try {
    const { client } = server.environments;
    // Sets: packages are found side by side, and listed in another order once they are bundled.
    const found = () =>
      new Set(
        Object.keys({ ...client.depsOptimizer?.metadata.discovered, ...client.depsOptimizer?.metadata.optimized }),
      );
    await client.depsOptimizer?.scanProcessing;
    const atStart = found();
    expect(atStart).toContain('jspdf');
    // all that the worker imports, as the browser asks for it
    const asked = new Set<string>();
    const ask = async (url: string): Promise<void> => {
      if (asked.has(url) || !url.startsWith('/src/')) return;
      asked.add(url);
      await client.transformRequest(url);
      const imported = (await client.moduleGraph.getModuleByUrl(url))?.importedModules ?? [];
      await Promise.all(Array.from(imported, (one) => ask(one.url)));
    };
    await ask('/src/reports/report-worker.ts');
    expect(asked).toContain('/src/reports/fonts/browser-painter.ts');
    expect([...found()].filter((name) => !atStart.has(name))).toEqual([]);
  } finally {
    await server.close();
    // the bundler may be writing its last file
    await rm(cacheDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}, 120_000);
