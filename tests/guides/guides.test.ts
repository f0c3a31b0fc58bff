import { readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { beforeAll, describe, expect, it, afterEach, beforeEach } from 'vitest';
import { guidesPlugin } from '../../.config/guides-plugin.ts';
import { printGuides, readGuides } from '../../.config/print-guides.ts';
import { readGuide } from '../../.config/read-guide.ts';
import { said } from '../../src/lib/language/translate.ts';
import { excerptOf, wordsOf } from '../../src/lib/text-search.ts';
import { equipmentLabels, taskLabels } from '../../src/records/maintenance-form/maintenance-form.ts';
import { longDate } from '../../src/records/time.ts';
import { readDemoData } from '../../supabase/local/demo/demo-data.ts';
import { formSample, monthlySample, demoSamples, guideFolder } from '../../supabase/local/demo/demo-samples.ts';
import { layoutFaults, photosOn } from '../support/layout-faults.ts';
import { bodyOf, paper } from '../support/made-report.ts';
import { readPdf, type ReadPdf, type PdfPage } from '../support/read-pdf.ts';

const names = [
  'controller-user-manual.pdf',
  'dual-door-interface-manual.pdf',
  'multi-door-interface-installation-manual.pdf',
  'quick-guide-for-adding-and-managing-users.pdf',
  'sample-document-1.pdf',
  'sample-document-2.pdf',
  'server-lan-setup-and-status-check.pdf',
];

const samples = names.filter((name) => name.startsWith('sample-'));

const guides = await readGuides();

const made = new Map<string, { bytes: Uint8Array; pdf: ReadPdf }>();

function pdfOf(fileName: string): ReadPdf {
  const one = made.get(fileName);
  if (!one) throw new Error(`${fileName} was not made`);
  return one.pdf;
}

/** Each text with its page and place, to the millimetre. */
const placesIn = ({ pages }: ReadPdf) =>
  pages.flatMap(({ parts }, page) =>
    parts.map(({ text, x, y }) => [page, Math.round(x), Math.round(y), text].join(' ')),
  );

// a font has one mu for the letter and for the micro sign
const squeeze = (text: string) => text.normalize('NFKC').replaceAll(/\s+/gu, '');

/** The text of the bodies of all pages in writing order, so that the cells of a table stay whole. */
function writtenIn({ pages }: ReadPdf): string {
  return squeeze(
    pages
      .flatMap(({ parts }) => parts.filter(({ y }) => y > paper.top - 14 && y < paper.bottom))
      .map(({ text }) => text)
      .join(''),
  );
}

const monthly = () => pdfOf('sample-document-1.pdf');

const filledForm = () => pdfOf('sample-document-2.pdf');

describe('the guides', () => {
  beforeAll(async () => {
    for (const { fileName, bytes } of [...(await printGuides()), ...(await demoSamples('.'))])
      made.set(fileName, { bytes, pdf: await readPdf(bytes) });
  });

  describe('the folder of the guides', () => {
    it('has the seven documents, up to date with their sources', async () => {
      expect([...made.keys()].toSorted()).toEqual(names);
      expect(readdirSync(guideFolder).filter((file) => names.includes(file))).toHaveLength(7);
      const stale = samples.filter(
        (name) => !readFileSync(join(guideFolder, name)).equals(made.get(name)?.bytes ?? new Uint8Array()),
      );
      // a browser does not write the same bytes each time
      for (const { name } of guides) {
        const stored = await readPdf(readFileSync(join(guideFolder, `${name}.pdf`)));
        if (placesIn(stored).join('\n') !== placesIn(pdfOf(`${name}.pdf`)).join('\n')) stale.push(name);
      }
      expect(stale, 'run npm run build:guides').toEqual([]);
    });

    it('is small enough to be kept on a phone', () => {
      const total = [...made.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
      expect(total).toBeLessThan(2_000_000);
    });
  });

  describe.each(names)('%s', (name) => {
    it('has two to eight A4 pages', () => {
      const { pages } = pdfOf(name);
      expect(pages.length).toBeGreaterThanOrEqual(2);
      expect(pages.length).toBeLessThanOrEqual(8);
      for (const { width, height } of pages) expect([Math.round(width), Math.round(height)]).toEqual([210, 297]);
    });

    it('has its title, language and day in its metadata', () => {
      const { info } = pdfOf(name);
      expect(info).toMatchObject({ language: 'en-GB', showsTitle: true });
      expect(info.title.length).toBeGreaterThan(10);
      expect(info.created).toMatch(/^D:2026\d{10}\+/u);
    });

    it('shows every letter', () => {
      for (const { text } of pdfOf(name).pages) expect(text).not.toMatch(/cannot be printed|\uFFFD/u);
    });
  });

  it.each(samples)('%s names its author', (name) => {
    expect(pdfOf(name).info.author).toBe('GateKeeper Field Service');
  });

  describe.each(guides)('$title', (guide) => {
    const read = () => pdfOf(`${guide.name}.pdf`);
    const { body, name, ...facts } = guide;
    const linesThat = (pattern: RegExp) => [...body.matchAll(pattern)].map(([, text = '']) => text);
    const headings = linesThat(/^## (.*)$/gmu);
    const drawings = linesThat(/^!\[.*\]\((.*)\)$/gmu).map((file) => readFileSync(join('src/guides', file), 'utf8'));

    const drawn = drawings.flatMap((drawing) =>
      [...drawing.matchAll(/>([^<>]+)<\/text>/gu)].map(([, text = '']) => text),
    );
    const written = body
      .replaceAll(/^(?:> \[!\w+\]|\|[ |-]*\|)$/gmu, '')
      .replaceAll(/\]\(.*\)$/gmu, '')
      .split(/\n|\|/u)
      .map((text) => text.replace(/^(?:#+ |- |\d+\. |> |!\[)/u, ''));
    const texts = [...written, ...drawn.map((text) => text.replaceAll('&amp;', '&'))];

    it('has no text outside the page, over other text, or cut off', () => {
      expect(guideFaults(read())).toEqual([]);
    });

    it('has on its cover every word of its name in the list', () => {
      const cover = `${guide.title} ${guide.subtitle}`.toLowerCase();
      expect(name.split('-').filter((word) => !cover.includes(word))).toEqual([]);
    });

    it('contains every word of its source', () => {
      const { revised, ...shown } = facts;
      const all = writtenIn(read());
      const lost = [...Object.values(shown), ...texts].filter((text) => !all.includes(squeeze(text)));
      expect(lost).toEqual([]);
      expect(all).toContain(squeeze(longDate(revised)));
      expect(read().info.title).toBe(guide.title);
      for (const { lines } of read().pages.slice(1))
        expect(lines[0]?.text).toMatch(new RegExp(`^${guide.title} `, 'u'));
    });

    it('leads to its sections from the outline and from the contents', () => {
      const { outline, pages } = read();
      expect(outline.map(({ title }) => title)).toEqual(headings.map((text, index) => `${index + 1} ${text}`));
      outline.forEach(({ page }, index) => {
        const lines = (pages[page - 1]?.lines ?? []).filter(({ size }) => size > 13);
        expect(lines.map(({ text }) => squeeze(text))).toContain(squeeze(`${index + 1} ${headings[index]}`));
        expect(squeeze(pages[0]?.text ?? '')).toContain(squeeze(`${headings[index]}${page}`));
      });
      expect(pages[0]?.links.map(({ page }) => page)).toEqual(outline.map(({ page }) => page));
    });

    it('is tagged, so that a screen reader finds its sections, tables and drawings', () => {
      const bytes = Buffer.from(made.get(`${name}.pdf`)?.bytes ?? []).toString('latin1');
      for (const role of ['H1', 'Table', 'TH', 'Figure', 'L'])
        expect(bytes, role).toMatch(new RegExp(`/S /${role}\\b`, 'u'));
    });

    it('is searched without what stands on every page', async () => {
      const searched = await readGuide(made.get(`${name}.pdf`)?.bytes ?? new Uint8Array());
      const found = squeeze(searched.join(''));
      expect(texts.filter((text) => !found.includes(squeeze(text)))).toEqual([]);
      for (const text of searched) expect(text).not.toMatch(/Illustrative document|\d \/ \d$/u);
      expect(searched.slice(1).filter((text) => text.includes(guide.number))).toEqual([]);
    });

    it('is searched in the order of reading, without the list of its contents', async () => {
      const [first = '', ...others] = await readGuide(made.get(`${name}.pdf`)?.bytes ?? new Uint8Array());
      expect(squeeze(first)).not.toContain(squeeze(`Contents${headings[0]}`));
      expect(squeeze(first)).toContain(squeeze(`Contents 1 ${headings[0]}`));
      const searched = squeeze([first, ...others].join(''));
      for (const [, heading = '', line = ''] of body.matchAll(/^## (.*)\n\n(?:- |\d+\. )?(\w.*)$/gmu))
        expect(searched).toContain(squeeze(heading + line));
    });

    it('has drawings, and tables with as many cells in each row', () => {
      expect(drawings.length).toBeGreaterThanOrEqual(3);
      for (const table of body.matchAll(/(?:^\|.*\|\n)+/gmu))
        expect(
          new Set(
            table[0]
              .trim()
              .split('\n')
              .map((row) => row.split('|').length),
          ).size,
          table[0],
        ).toBe(1);
    });
  });

  it('show the section that a search is about', async () => {
    const guide = made.get('quick-guide-for-adding-and-managing-users.pdf');
    const [first = ''] = await readGuide(guide?.bytes ?? new Uint8Array());
    expect(excerptOf(first, wordsOf('add user'))).toContain('2 Add a user Open Users and choose New user.');
  });

  describe('the sample of a monthly report', () => {
    it('is a report as the portal makes it, with each task and each photo', () => {
      const [site] = readDemoData('.').maintable;
      if (!site) throw new Error('The demo has no site');
      const data = monthlySample(site);
      const all = writtenIn(monthly());
      expect(data.tasks).toHaveLength(6);
      for (const { title, tasks } of data.tasks) {
        expect(all).toContain(squeeze(title));
        expect(all).toContain(squeeze(tasks));
      }
      const photos = monthly().pages.flatMap(photosOn);
      expect(photos).toHaveLength(data.tasks.flatMap(({ urls }) => urls).length);
      expect(photos.length).toBeGreaterThan(8);
      expect(all).not.toContain('Errorloadingimage');
    });

    it('has no layout faults', () => {
      expect(layoutFaults(monthly())).toEqual([]);
    });
  });

  describe('the sample of a maintenance form', () => {
    it('is filled in to the last field, and signed by both', () => {
      const { form } = formSample();
      const all = writtenIn(filledForm());
      for (const label of [...Object.values(equipmentLabels), ...Object.values(taskLabels)])
        expect(all).toContain(squeeze(said(label)));
      const values = [form.generalInfo, form.equipment, form.findings, ...form.conclusion, form.signatures].flatMap(
        (part) => Object.entries(part).flatMap(([field, value]) => (field === 'date' ? [] : [value])),
      );
      for (const { result, text } of Object.values(form.tasksPerformed)) {
        expect(result).not.toBe('');
        values.push(text);
      }
      for (const value of values) {
        expect(value).not.toBe('');
        expect(all).toContain(squeeze(value));
      }
      expect(form.drawn.client.length * form.drawn.salesEngineer.length).toBeGreaterThan(0);
    });

    it('has no layout faults', () => {
      expect(guideFaults(filledForm())).toEqual([]);
      expect(filledForm().pages.every((page, index) => bodyOf(page, index).length > 5)).toBe(true);
    });
  });
});

const demo = join(import.meta.dirname, '../../public/guides/sample-document-2.pdf');

let root = '';

let server: ViteDevServer;

const loadModule = async (name: string) => {
  const loaded: { default?: unknown } = await server.ssrLoadModule(name);
  return loaded.default;
};

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
      await writeFile(join(root, 'public/guides/notes.txt'), 'no PDF');
      const inFolder = await loadModule('virtual:guides');
      const bytes = statSync(demo).size;
      expect(inFolder).toEqual([
        { file: 'A setup.PDF', bytes, pages: 2 },
        { file: 'b-manual.pdf', bytes, pages: 2 },
      ]);
      expect(JSON.stringify(inFolder)).not.toContain('Equipment');
      expect(await loadModule('virtual:guide-texts')).toEqual({
        'A setup.PDF': [
          expect.stringContaining('Client Residensi Selasih Park JMB'),
          expect.stringContaining('Loop detector test'),
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
});

const tolerance = 0.15;

/** Faults that no guide may have, in sentences that say where and what; empty if there are none. Lengths in mm. */
function guideFaults({ pages }: ReadPdf): string[] {
  return pages.flatMap((page, index) =>
    [
      ...marks(page, index, pages.length),
      ...edges(page),
      ...overlaps(page),
      ...cuts(page),
      ...fullness(page, index, pages.length),
    ].map((fault) => `page ${index + 1} of ${pages.length}: ${fault}`),
  );
}

function marks(page: PdfPage, index: number, total: number): string[] {
  const foot = page.lines.find(({ y }) => y > paper.bottom);
  const header = page.lines.find(({ y }) => y < paper.top);
  return [
    ...(foot?.text.endsWith(` ${index + 1} / ${total}`) ? [] : [`the foot reads '${foot?.text ?? ''}'`]),
    ...(index === 0 || header ? [] : ['no running header']),
  ];
}

function edges(page: PdfPage): string[] {
  return page.parts
    .filter(({ text }) => text.trim() !== '')
    .filter(({ x, y, width }) => x < paper.left - tolerance || x + width > paper.right + tolerance || y < 8 || y > 290)
    .map(({ text, x, y }) => `'${text}' at ${x}, ${y} leaves the page`);
}

function overlaps(page: PdfPage): string[] {
  const boxes = page.parts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, x, y, width, size }) => ({
      text,
      left: x,
      right: x + width,
      top: y - size * 0.3528 * 0.72,
      bottom: y,
    }));
  return boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter(
        (two) =>
          one.left < two.right - tolerance &&
          two.left < one.right - tolerance &&
          one.top < two.bottom - tolerance &&
          two.top < one.bottom - tolerance,
      )
      .map((two) => `'${one.text}' and '${two.text}' lie on one another`),
  );
}

function cuts(page: PdfPage): string[] {
  return page.lines.filter(({ text }) => /…|cannot be printed/u.test(text)).map(({ text }) => `cut short: '${text}'`);
}

/** A heading is never the last thing on a page, and only the last page may be half empty. */
function fullness(page: PdfPage, index: number, total: number): string[] {
  const last = bodyOf(page, index).at(-1);
  if (!last) return ['nothing on it'];
  return [
    ...(last.size > 13 ? [`the heading '${last.text}' stands alone at the foot`] : []),
    ...(index < total - 1 && last.y < 195 ? [`empty below ${last.y}`] : []),
  ];
}
