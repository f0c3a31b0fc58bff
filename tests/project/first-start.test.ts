import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

/** The packages that Vite finds in its first scan of the code, and those that the report worker needs after it. */
interface FirstStart {
  scanned: ReadonlySet<string>;
  foundLater: readonly string[];
  /**
   * The URLs of all modules that the worker imports, directly or not. Packages have the URL of the file that Vite made of them.
   */
  workerModules: readonly string[];
}

async function startOnce(): Promise<FirstStart> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'portal-first-start-'));
  const server = await createServer({ cacheDir, logLevel: 'error', server: { middlewareMode: true, ws: false } });
  try {
    const { client } = server.environments;
    // as sets, because the scan lists packages as it finds them, and the bundler in another order
    const packageNames = () =>
      new Set(
        Object.keys({ ...client.depsOptimizer?.metadata.discovered, ...client.depsOptimizer?.metadata.optimized }),
      );
    await client.depsOptimizer?.scanProcessing;
    const scannedPackages = packageNames();
    const modules = new Set<string>();
    const requestModule = async (url: string): Promise<void> => {
      if (modules.has(url)) return;
      modules.add(url);
      if (!url.startsWith('/src/')) return;
      await client.transformRequest(url);
      const importedModules = (await client.moduleGraph.getModuleByUrl(url))?.importedModules ?? [];
      await Promise.all(Array.from(importedModules, (importedModule) => requestModule(importedModule.url)));
    };
    await requestModule('/src/reports/report-worker.ts');
    return {
      scanned: scannedPackages,
      foundLater: [...packageNames()].filter((name) => !scannedPackages.has(name)),
      workerModules: [...modules],
    };
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

  it('the first scan finds the packages of its workers, because a package found later would reload the page during a report', () => {
    expect(start.scanned).toContain('jspdf');
    expect(start.workerModules).toContain('/src/reports/fonts/browser-painter.ts');
    expect(start.foundLater).toEqual([]);
  });

  it('loads neither React nor the Supabase client into the report worker', () => {
    expect(start.workerModules.filter((url) => /\/deps\/jspdf/u.test(url))).toHaveLength(1);
    expect(start.workerModules.filter((url) => /\/deps\/(?:react|@supabase)|lib\/supabase/u.test(url))).toEqual([]);
  });
});
