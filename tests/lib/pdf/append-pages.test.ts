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
      const joinedPdf = await readPdf(await appendPages(paper(title), bytesOf(pdfWith(['Report 1', 'Report 2']))));
      expect(textsOf(joinedPdf)).toEqual(['Loop replaced', 'Photos', 'Report 1', 'Report 2']);
      expect(joinedPdf.info).toMatchObject({
        title,
        subject: 'The visit of 12 March 2026',
        author: 'GateKeeper (Asia)',
        language: 'zh',
        created: "D:20260312093000+08'00'",
        showsTitle: true,
      });
      expect(joinedPdf.outline).toEqual([{ title: 'Photos', page: 2 }]);
      expect(joinedPdf.pages.flatMap(({ links }) => links.map(({ url }) => url))).toEqual([
        'https://portal.example/data-fetcher?task=7',
      ]);
    },
  );

  it('accepts a report that may be read but not changed, and a report of another paper size', async () => {
    const protectedPdf = pdfWith(['For reading'], {
      encryption: { userPassword: '', ownerPassword: 'owner', userPermissions: ['print'] },
    });
    const appendedOnce = await appendPages(paper('Visit'), bytesOf(protectedPdf));
    const appendedTwice = await readPdf(
      await appendPages(appendedOnce, bytesOf(pdfWith(['Wide'], { format: 'letter', orientation: 'landscape' }))),
    );
    expect(textsOf(appendedTwice)).toEqual(['Loop replaced', 'Photos', 'For reading', 'Wide']);
    expect(appendedTwice.pages.map(({ width }) => Math.round(width))).toEqual([210, 210, 210, 279]);
    expect(appendedTwice.info.title).toBe('Visit');
  });

  it('accepts a report that was scanned and stamped', async () => {
    const scannedPdf = new Uint8Array(await readFile('public/sample-record.pdf'));
    const joinedPdf = await readPdf(await appendPages(paper('Visit'), scannedPdf));
    expect(textsOf(joinedPdf)).toEqual(['Loop replaced', 'Photos', expect.stringContaining('Service record')]);
  });

  it('refuses a file that needs a password, is cut off, or is no PDF, and does not change the bytes it got', async () => {
    const lockedPdf = bytesOf(pdfWith(['Secret'], { encryption: { userPassword: 'a', ownerPassword: 'b' } }));
    const visitPaper = paper('Visit');
    for (const report of [lockedPdf, visitPaper.slice(0, 900), new Uint8Array(100), new Uint8Array()])
      await expect(appendPages(visitPaper, report)).rejects.toThrow();
    expect(textsOf(await readPdf(visitPaper))).toEqual(['Loop replaced', 'Photos']);
  });
});
