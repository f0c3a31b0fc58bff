import { statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guidesPlugin } from '../../.config/guides-plugin.ts';

const demo = join(import.meta.dirname, '../../public/guides/sample-document-2.pdf');

let root = '';

let server: ViteDevServer;

const loadModule = async (name: string) => {
  const loaded: { default?: unknown } = await server.ssrLoadModule(name);
  return loaded.default;
};

const containing = (text: string): unknown => expect.stringContaining(text);

const put = (name: string) => copyFile(demo, join(root, 'public/guides', name));

describe('the plugin that lists the guides', () => {
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
      await mkdir(join(root, 'public/guides/ms'));
      await put('ms/b-manual.pdf');
      await put('ms/c-manual.pdf');
      await writeFile(join(root, 'public/guides/notes.txt'), 'no PDF');
      const inFolder = await loadModule('virtual:guides');
      const edition = { bytes: statSync(demo).size, pages: 2, title: containing('Maintenance Report, ') };
      expect(inFolder).toEqual([
        { file: 'A setup.PDF', editions: [{ language: 'en', ...edition }] },
        {
          file: 'b-manual.pdf',
          editions: [
            { language: 'en', ...edition },
            { language: 'ms', ...edition },
          ],
        },
        { file: 'c-manual.pdf', editions: [{ language: 'ms', ...edition }] },
      ]);
      // a word of the sample's text
      expect(JSON.stringify(inFolder)).not.toContain('Equipment');
      // without tags, each page is a section
      const parts = [
        { section: 0, page: 1, heading: '', text: containing('Client Residensi Selasih Park JMB') },
        { section: 1, page: 2, heading: '', text: containing('Loop detector test') },
      ];
      expect(await loadModule('virtual:guide-texts-en')).toEqual({ 'A setup.PDF': parts, 'b-manual.pdf': parts });
      expect(await loadModule('virtual:guide-texts-ms')).toEqual({ 'b-manual.pdf': parts, 'c-manual.pdf': parts });
    });

    it('may be none, and the folder may be missing', async () => {
      expect(await loadModule('virtual:guides')).toEqual([]);
      await rm(join(root, 'public/guides'), { recursive: true });
      expect(await loadModule('virtual:guide-texts-en')).toEqual({});
    });

    it('are listed again when a file is added to the folder or removed', async () => {
      expect(await loadModule('virtual:guides')).toEqual([]);
      // a file that comes before the folder is watched is noticed when it comes again
      const told = async () => {
        await put('new.pdf');
        return loadModule('virtual:guides');
      };
      await expect.poll(told).toHaveLength(1);
      expect(Object.keys((await loadModule('virtual:guide-texts-en')) ?? {})).toEqual(['new.pdf']);
      await rm(join(root, 'public/guides/new.pdf'));
      await expect.poll(() => loadModule('virtual:guides')).toEqual([]);
    });

    it('cannot be listed when a file is not a PDF, and the error names it', async () => {
      await writeFile(join(root, 'public/guides/broken.pdf'), 'no PDF');
      await expect(loadModule('virtual:guides')).rejects.toThrow('public/guides/broken.pdf cannot be read as a PDF');
    });
  });
});
