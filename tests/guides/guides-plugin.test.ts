import { statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guidesPlugin } from '../../.config/guides-plugin.ts';

const demo = join(import.meta.dirname, '../../supabase/local/demo/service-report.pdf');

let root = '';
let server: ViteDevServer;

const loadModule = async (name: string) => {
  const loaded: { default?: unknown } = await server.ssrLoadModule(name);
  return loaded.default;
};
const put = (name: string) => copyFile(demo, join(root, 'public/guides', name));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'portal-guides-'));
  await mkdir(join(root, 'public/guides'), { recursive: true });
  server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [guidesPlugin()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
});
afterEach(async () => {
  await server.close();
  await rm(root, { recursive: true });
});

describe('the guides that the page lists', () => {
  it('are the PDFs of the folder, with size and pages, and their texts are separate', async () => {
    await put('b-manual.pdf');
    await put('A setup.PDF');
    await put('.hidden.pdf');
    await writeFile(join(root, 'public/guides/notes.txt'), 'no PDF');
    const guides = await loadModule('virtual:guides');
    const bytes = statSync(demo).size;
    expect(guides).toEqual([
      { file: 'A setup.PDF', bytes, pages: 2 },
      { file: 'b-manual.pdf', bytes, pages: 2 },
    ]);
    expect(JSON.stringify(guides)).not.toContain('Checklist');
    expect(await loadModule('virtual:guide-texts')).toEqual({
      'A setup.PDF': [
        expect.stringContaining('Client Residensi Selasih Park JMB'),
        expect.stringContaining('Findings'),
      ],
      'b-manual.pdf': [expect.any(String), expect.any(String)],
    });
  });

  it('may be none, and the folder may be missing', async () => {
    expect(await loadModule('virtual:guides')).toEqual([]);
    await rm(join(root, 'public/guides'), { recursive: true });
    expect(await loadModule('virtual:guide-texts')).toEqual({});
  });

  it('are listed again when a file is added to the folder or removed', async () => {
    expect(await loadModule('virtual:guides')).toEqual([]);
    // a file that comes before the folder is watched is noticed when it comes again
    const told = async () => {
      await put('new.pdf');
      return loadModule('virtual:guides');
    };
    await expect.poll(told).toHaveLength(1);
    expect(Object.keys((await loadModule('virtual:guide-texts')) ?? {})).toEqual(['new.pdf']);
    await rm(join(root, 'public/guides/new.pdf'));
    await expect.poll(() => loadModule('virtual:guides')).toEqual([]);
  });

  it('cannot be listed when a file is not a PDF, and the error names it', async () => {
    await writeFile(join(root, 'public/guides/broken.pdf'), 'no PDF');
    await expect(loadModule('virtual:guides')).rejects.toThrow('public/guides/broken.pdf cannot be read as a PDF');
  });
});
