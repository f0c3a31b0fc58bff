import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

/** Package names that Vite finds in its first scan of the code, and those that the report worker needs after it. */
interface FirstStart {
  scanned: ReadonlySet<string>;
  foundLater: readonly string[];
  /** Urls of all modules that the worker imports, directly or not; packages as what Vite made of them. */
  workerModules: readonly string[];
}

async function startOnce(): Promise<FirstStart> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'portal-first-start-'));
  const server = await createServer({ cacheDir, logLevel: 'error', server: { middlewareMode: true, ws: false } });
  try {
    const { client } = server.environments;
    // sets: the scan lists packages as it comes across them, the bundler then in another order
    const known = () =>
      new Set(
        Object.keys({ ...client.depsOptimizer?.metadata.discovered, ...client.depsOptimizer?.metadata.optimized }),
      );
    await client.depsOptimizer?.scanProcessing;
    const scanned = known();
    const modules = new Set<string>();
    const ask = async (url: string): Promise<void> => {
      if (modules.has(url)) return;
      modules.add(url);
      if (!url.startsWith('/src/')) return;
      await client.transformRequest(url);
      const imported = (await client.moduleGraph.getModuleByUrl(url))?.importedModules ?? [];
      await Promise.all(Array.from(imported, (one) => ask(one.url)));
    };
    await ask('/src/reports/report-worker.ts');
    return { scanned, foundLater: [...known()].filter((name) => !scanned.has(name)), workerModules: [...modules] };
  } finally {
    // closing does not stop the bundler, which would write its folder again
    const { optimized = {}, discovered = {} } = server.environments.client.depsOptimizer?.metadata ?? {};
    await Promise.all(Object.values({ ...optimized, ...discovered }).flatMap(({ processing }) => processing ?? []));
    await server.close();
    await rm(cacheDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

describe('the first start of the portal', () => {
  let start: FirstStart;
  beforeAll(async () => {
    start = await startOnce();
  }, 120_000);

  it('knows the packages of its workers: one found later would reload the page during a report', () => {
    expect(start.scanned).toContain('jspdf');
    expect(start.workerModules).toContain('/src/reports/fonts/browser-painter.ts');
    expect(start.foundLater).toEqual([]);
  });

  it('loads neither React nor the Supabase client into the report worker', () => {
    expect(start.workerModules.filter((url) => /\/deps\/jspdf/u.test(url))).toHaveLength(1);
    expect(start.workerModules.filter((url) => /\/deps\/(?:react|@supabase)|lib\/supabase/u.test(url))).toEqual([]);
  });
});
