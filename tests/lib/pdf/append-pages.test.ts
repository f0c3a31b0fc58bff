import { readFile } from 'node:fs/promises';
import { jsPDF, type jsPDFOptions } from 'jspdf';
import { describe, expect, it } from 'vitest';
import { appendPages } from '../../../src/lib/pdf/append-pages.ts';
import { usePdfWorker } from '../../support/pdf-worker.ts';
import { readPdf } from '../../support/read-pdf.ts';

function pdfWith(texts: readonly string[], options: jsPDFOptions = {}): jsPDF {
  const doc = new jsPDF(options);
  texts.forEach((text, index) => {
    if (index > 0) doc.addPage();
    doc.text(text, 20, 20);
  });
  return doc;
}

const bytesOf = (doc: jsPDF) => new Uint8Array(doc.output('arraybuffer'));

function paper(title: string): Uint8Array {
  const doc = pdfWith(['Loop replaced', 'Photos']);
  doc.setProperties({ title, subject: 'The visit of 12 March 2026', author: 'GateKeeper (Asia)', creator: 'Portal' });
  doc.setLanguage('zh');
  doc.setCreationDate("D:20260312093000+08'00'");
  doc.viewerPreferences({ DisplayDocTitle: true });
  doc.outline.add(null, 'Photos', { pageNumber: 2 });
  doc.link(20, 10, 40, 12, { url: 'https://portal.example/data-fetcher?task=7' });
  return bytesOf(doc);
}

const textsOf = ({ pages }: Awaited<ReturnType<typeof readPdf>>) => pages.map(({ text }) => text.trim());

describe('appendPages', () => {
  usePdfWorker();

  it.each(['Loop replaced, Selasih Park', '更换线圈，Selasih Park', 'Ganti \\gelung\\ (kedua)', ''])(
    'puts the pages behind a document that keeps its title %j, its bookmarks and its links',
    async (title) => {
      const whole = await readPdf(await appendPages(paper(title), bytesOf(pdfWith(['Report 1', 'Report 2']))));
      expect(textsOf(whole)).toEqual(['Loop replaced', 'Photos', 'Report 1', 'Report 2']);
      expect(whole.info).toMatchObject({
        title,
        subject: 'The visit of 12 March 2026',
        author: 'GateKeeper (Asia)',
        language: 'zh',
        created: "D:20260312093000+08'00'",
        showsTitle: true,
      });
      expect(whole.outline).toEqual([{ title: 'Photos', page: 2 }]);
      expect(whole.pages.flatMap(({ links }) => links.map(({ url }) => url))).toEqual([
        'https://portal.example/data-fetcher?task=7',
      ]);
    },
  );

  it('takes a report that may be read but not changed, and one of another paper size', async () => {
    const guarded = pdfWith(['For reading'], {
      encryption: { userPassword: '', ownerPassword: 'owner', userPermissions: ['print'] },
    });
    const once = await appendPages(paper('Visit'), bytesOf(guarded));
    const twice = await readPdf(
      await appendPages(once, bytesOf(pdfWith(['Wide'], { format: 'letter', orientation: 'landscape' }))),
    );
    expect(textsOf(twice)).toEqual(['Loop replaced', 'Photos', 'For reading', 'Wide']);
    expect(twice.pages.map(({ width }) => Math.round(width))).toEqual([210, 210, 210, 279]);
    expect(twice.info.title).toBe('Visit');
  });

  it('takes a report as offices scan and stamp it', async () => {
    const scanned = new Uint8Array(await readFile('public/sample-record.pdf'));
    const whole = await readPdf(await appendPages(paper('Visit'), scanned));
    expect(textsOf(whole)).toEqual(['Loop replaced', 'Photos', expect.stringContaining('Service record')]);
  });

  it('refuses what opens with a password only, is cut off, or is no PDF, and leaves the bytes it was given', async () => {
    const locked = bytesOf(pdfWith(['Secret'], { encryption: { userPassword: 'a', ownerPassword: 'b' } }));
    const own = paper('Visit');
    for (const report of [locked, own.slice(0, 900), new Uint8Array(100), new Uint8Array()])
      await expect(appendPages(own, report)).rejects.toThrow();
    expect(textsOf(await readPdf(own))).toEqual(['Loop replaced', 'Photos']);
  });
});
