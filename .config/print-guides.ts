import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { languageCodes } from '../src/lib/language/languages.ts';
import { findBrowser } from '../tests/e2e/browser.ts';
import { readPdf } from '../tests/support/read-pdf.ts';
import { fingerprintOf, guideSize, htmlOf, unprinted } from './guide-page.ts';
import { guideFileName, readDrawingWords, readGuides, type GuideSource } from './guide-sources.ts';
import { packPdf } from './pack-pdf.ts';

// npm run build:guides: prints the guides of `src/guides` into tagged PDFs: the English guides into `public/guides`, those of another language
// into its folder there. Printing needs a browser, so the PDFs are files of the repository, and the build needs none. Each PDF has the
// fingerprint of its source, by which a test finds PDFs that are out of date.

const guideFolder = join(import.meta.dirname, '../public/guides');

/** Replaces the time of printing, which the browser writes into the PDF, by the day of the revision, so that equal guides are equal files. */
function withoutClock(bytes: Buffer, revised: string): Uint8Array {
  const day = revised.replaceAll('-', '');
  const text = bytes.toString('latin1').replaceAll(/\((D:)\d{8}\d{6}/gu, `($1${day}090000`);
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

/** The font sizes of a notice, in points: the first with which it fits on a page is used. */
const noticeSizes = [guideSize, 10.2, 9.9, 9.6, 9.3, 9];

/** Prints a guide. @throws Error for a notice that does not fit on a page */
async function print(browser: Browser, guide: GuideSource, drawingWords: ReadonlyMap<string, string>) {
  const page = await browser.newPage();
  // a long limit, because the page contains its fonts and the machine may be busy
  page.setDefaultTimeout(180_000);
  const printOnce = async (printedFacts = unprinted) => {
    await page.setContent(await htmlOf(guide, drawingWords, printedFacts), { waitUntil: 'load' });
    await page.evaluate('document.fonts.ready');
    await page.evaluate(fitDrawnTexts);
    return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  };
  const printFinal = async () => {
    if (guide.layout === 'notice') {
      for (const size of noticeSizes) {
        const bytes = await printOnce({ pages: [], size });
        if ((await readPdf(bytes)).pages.length === 1) return bytes;
      }
      throw new Error(`${guide.name} (${guide.language}) does not fit on a page`);
    }
    // printed twice, because the contents need the pages of the sections
    const { outline } = await readPdf(await printOnce());
    return printOnce({ ...unprinted, pages: outline.map((entry) => entry.page) });
  };
  const bytes = withoutClock(await printFinal(), guide.revised);
  await page.close();
  return packPdf(bytes, await fingerprintOf(guide, drawingWords));
}

/**
 * Makes a translated text of a drawing smaller where it is wider than its box, or reaches the next text of its line. The boxes are those of
 * the English text. In units of the drawing, a box may begin or end 0.3 inside its text, texts whose tops differ by less than 1.5 are on
 * one line, and 0.8 stays free before the edge of a box, 1.2 before the next text.
 */
const fitDrawnTexts = `(() => {
  const right = (box) => box.x + box.width;
  for (const svg of document.querySelectorAll('figure svg')) {
    const texts = [...svg.querySelectorAll('text')];
    const translated = texts.filter((text) => text.dataset.en !== undefined);
    const own = translated.map((text) => text.textContent);
    for (const text of translated) text.textContent = text.dataset.en;
    const english = new Map(texts.map((text) => [text, text.getBBox()]));
    translated.forEach((text, index) => { text.textContent = own[index]; });
    const page = { x: 0, y: 0, width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height };
    const boxes = [page, ...[...svg.querySelectorAll('rect')].map((rect) => rect.getBBox())];
    for (const text of translated) {
      const before = english.get(text);
      const middle = before.y + before.height / 2;
      const around = boxes
        .filter((box) => box.x <= before.x + 0.3 && right(box) >= right(before) - 0.3 && box.y <= middle && box.y + box.height >= middle)
        .sort((a, b) => a.width * a.height - b.width * b.height)[0] ?? page;
      const onLine = texts.filter((other) => other !== text && Math.abs(english.get(other).y - before.y) < 1.5).map((other) => english.get(other));
      const nextLeft = Math.min(right(around) - 0.8, ...onLine.filter((box) => box.x >= right(before)).map((box) => box.x - 1.2));
      const nextRight = Math.max(around.x + 0.8, ...onLine.filter((box) => right(box) <= before.x).map((box) => right(box) + 1.2));
      const anchor = text.getAttribute('text-anchor') ?? 'start';
      const center = before.x + before.width / 2;
      const room = anchor === 'end' ? right(before) - nextRight : anchor === 'middle' ? 2 * Math.min(center - nextRight, nextLeft - center) : nextLeft - before.x;
      const width = text.getBBox().width;
      const limit = Math.max(room, before.width);
      if (width > limit) text.setAttribute('font-size', String(Number(text.getAttribute('font-size')) * limit / width));
      text.removeAttribute('data-en');
    }
  }
})()`;

/** Prints the chosen guides into their files. @param isChosen called with the name of the file, such as `ms/controller-user-manual.pdf` */
async function printGuides(isChosen: (fileName: string) => boolean): Promise<void> {
  const browser = await chromium.launch(await findBrowser());
  try {
    for (const language of languageCodes()) {
      const drawingWords = await readDrawingWords(language);
      for (const guide of await readGuides(language)) {
        const path = join(guideFolder, guideFileName(guide));
        if (!isChosen(guideFileName(guide))) continue;
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, await print(browser, guide, drawingWords));
      }
    }
  } finally {
    await browser.close();
  }
}

// the arguments are words: guides with one of them in their name are printed; without words, all guides
const words = process.argv.slice(2);
await printGuides((name) => words.length === 0 || words.some((word) => name.includes(word)));
