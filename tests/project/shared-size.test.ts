import { describe, expect, it } from 'vitest';
import { sharedDoor } from '../../.config/door-page.ts';
import { builtDoor } from '../support/built-door.ts';

const { modules, names, read, named, isCatalogue, firstLoad } = builtDoor(sharedDoor);

/** The modules of the scripts that are loaded before anybody presses anything. */
const atFirst = () => named().flatMap((name) => modules.get(name) ?? []);

describe('the page of a link', () => {
  it('is at most 125 KB in total, compressed by any host, with its font and a language', () => {
    const { byGzip, byBrotli } = firstLoad();
    console.log(`shared: ${(byGzip / 1_000).toFixed(1)} KB with gzip, ${(byBrotli / 1_000).toFixed(1)} KB with Brotli`);
    expect(byGzip).toBeLessThanOrEqual(125_000);
    expect(byBrotli).toBeLessThanOrEqual(120_000);
  });

  it('fetches the carousel and the code that draws papers only after a press', () => {
    const first = new Set(atFirst());
    expect([...first]).toEqual(expect.arrayContaining(['src/shared.tsx', 'src/doors/shared/SharedPhotos.tsx']));
    const later = [...modules].flatMap(([name, moduleNames]) => (named().includes(name) ? [] : moduleNames));
    for (const path of [
      'src/doors/shared/SharedPhotoDialog.tsx',
      'src/reports/layouts/monthly/draw-visit.ts',
      'node_modules/jspdf/dist/jspdf.es.min.js',
    ]) {
      expect(first).not.toContain(path);
      expect(later).toContain(path);
    }
  });

  it('loads nothing of the portal, and nothing that stores', () => {
    const foreign =
      /^src\/(?:app|features|service-worker|guides)\/|^src\/records\/(?:import|upload|offline|change-log|maintenance-form)\/|^src\/lib\/(?:supabase|query-client|connection|stored-files|database\.types)|^src\/lib\/device\/(?:last-url|file-cache|copies|drafts)|^node_modules\/(?:react-router|@supabase|@tanstack|chart\.js)/u;
    const reachedModules = new Set(atFirst());
    expect([...reachedModules].filter((path) => foreign.test(path) || path.startsWith('src/reports/'))).toEqual([]);
    // nor after a press
    const allModules = [...new Set([...modules.values()].flat())];
    expect(allModules.filter((path) => foreign.test(path))).toEqual([]);
    // the paths are right, because these modules are found
    expect(
      [...reachedModules].filter((path) => /^src\/(?:lib|records|ui|components|doors)\//u.test(path)).length,
    ).toBeGreaterThan(20);
  });

  it('contains no host, no key and no link to its source map', () => {
    for (const name of names().filter((each) => /\.(?:js|css|html)$/u.test(each) && !isCatalogue(each)))
      expect(read(name).toString()).not.toMatch(/sourceMappingURL=|GATEKEEPER|SELASIH-/u);
  });
});
