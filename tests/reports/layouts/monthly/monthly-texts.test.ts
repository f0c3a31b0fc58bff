import { describe, expect, it } from 'vitest';
import type { TextPainter } from '../../../../src/reports/fonts/font-source.ts';
import type { ReportVisit } from '../../../../src/reports/report-request.ts';
import { copyText } from '../../../support/draw-pdf.ts';
import { layoutFaults } from '../../../support/layout-faults.ts';
import {
  isTitlePiece,
  makeReport,
  photosOf,
  piecesOf,
  reportData,
  reportTask,
  writtenIn,
} from '../../../support/made-report.ts';
import type { ReadPdf } from '../../../support/read-pdf.ts';

const around = [reportTask(1), reportTask(2), reportTask(4), reportTask(5)];
const withTask = (change: Partial<ReportVisit>) => reportData([...around, reportTask(9, change)]);
/** The titles of all pages, line by line. */
const titlesIn = (read: ReadPdf) =>
  read.pages.flatMap((page, index) =>
    piecesOf(page, index)
      .filter(isTitlePiece)
      .map(({ text }) => text),
  );
const withoutSpaces = (text: string) => text.replaceAll(/\s/gu, '');
const tamil = 'பராமரிப்பு பணி முடிந்தது';

const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Paints every letter as a dark square, because only a browser can draw the real letters. */
const squares: TextPainter = {
  prepare: () => Promise.resolve(),
  has: () => true,
  advance: (text) => Array.from(text).length * 1.2,
  paint: (text) => ({ png: square, left: 0, top: -0.8, width: Array.from(text).length * 1.2, height: 1 }),
};

describe('the text of a visit', () => {
  const shortText = 'Barrier arm serviced.';
  const longText = 'Barrier arm serviced; loops and photocells tested. '.repeat(40);

  it.each([
    ['without photos', shortText, 0],
    ['beside its only photo', shortText, 1],
    ['above two photos', shortText, 2],
    ['above seven photos', 'Barrier arm serviced. '.repeat(60), 7],
    ['of half a page', longText, 2],
  ])('%s begins under its title and facts', async (_, tasks, photos) => {
    const { read } = await makeReport(withTask({ tasks, pdf: 'a.pdf', kind: 'emergency', urls: photosOf(9, photos) }));
    expect(layoutFaults(read)).toEqual([]);
    const pieces = read.pages.flatMap((page, index) => piecesOf(page, index));
    const textIndex = pieces.findIndex((piece) => piece.text.startsWith('Barrier arm serviced'));
    const titleIndex = pieces.findLastIndex((piece, index) => index < textIndex && isTitlePiece(piece));
    const [text, ...head] = [pieces[textIndex], ...pieces.slice(titleIndex, textIndex)];
    expect(head.map((piece) => piece.text)).toContain('Open in the portal');
    expect(text?.x).toBeCloseTo(head[0]?.x ?? 0, 1);
    // the line right below the facts
    expect((text?.y ?? 0) - Math.max(...head.map(({ y }) => y))).toBeGreaterThan(3);
    expect((text?.y ?? 0) - Math.max(...head.map(({ y }) => y))).toBeLessThan(8);
  });
});

describe('a long text', () => {
  const words = Array.from({ length: 1_430 }, (_, index) => `w${String(index).padStart(4, '0')}x`);
  const text = words.join(' ');

  it('of 10,000 characters can be read back word for word, in order', async () => {
    expect(text.length).toBeGreaterThan(10_000);
    const { read } = await makeReport(withTask({ tasks: text, urls: photosOf(9, 3) }));
    expect(layoutFaults(read)).toEqual([]);
    expect(writtenIn(read).match(/w\d{4}x/gu)).toEqual(words);
    expect(read.pages.filter(({ text: page }) => /w\d{4}x/u.test(page)).length).toBeGreaterThan(1);
  });

  it('has at least two lines on each of its pages', async () => {
    // a page and a half of text
    const shorter = words.slice(0, 700).join(' ');
    for (let addedVisits = 0; addedVisits < 12; addedVisits += 1) {
      const before = reportTask(8, { tasks: 'A line.\n'.repeat(addedVisits + 8) });
      const { read } = await makeReport(reportData([...around, before, reportTask(9, { tasks: shorter })]));
      const perPage = read.pages.map((page) => page.lines.filter((line) => /w\d{4}x/u.test(line.text)).length);
      expect(perPage.filter((count) => count === 1)).toEqual([]);
    }
  });

  it('keeps its empty lines and accepts the line ends of every system', async () => {
    const { read } = await makeReport(withTask({ tasks: 'First.\r\n\r\nSecond.\rThird.\nFourth.\u2028Fifth.' }));
    const page = read.pages.find((found) => found.text.includes('Second.'));
    const places = ['First.', 'Second.', 'Third.', 'Fourth.', 'Fifth.'].map(
      (line) => page?.parts.find((part) => part.text === line)?.y ?? 0,
    );
    const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = places;
    expect(second - first).toBeCloseTo(2 * (third - second), 1);
    expect(fourth - third).toBeCloseTo(third - second, 1);
    expect(fifth - fourth).toBeCloseTo(third - second, 1);
  });

  it.each(['M', 'i', '\u505C'])(
    'without spaces, of the letter %s, is broken at the margin and complete',
    async (letter) => {
      const { read } = await makeReport(withTask({ tasks: letter.repeat(4_000) }));
      expect(layoutFaults(read)).toEqual([]);
      // the text of the visit is set in 10 points, behind the indent of its number
      const pieces = read.pages
        .flatMap((page, index) => piecesOf(page, index))
        .filter(({ size, x }) => size > 9.9 && size < 10.1 && x > 20);
      const run = pieces.map((line) => line.text).join('');
      expect(run.split(letter).length - 1).toBeGreaterThanOrEqual(4_000);
    },
  );
});

describe('a title', () => {
  it('of 300 characters without a space is complete and inside the margins', async () => {
    const title = Array.from({ length: 50 }, (_, index) => `Gate${String(index).padStart(2, '0')}`).join('');
    expect(title).toHaveLength(300);
    const { read } = await makeReport(withTask({ title }));
    expect(layoutFaults(read)).toEqual([]);
    expect(withoutSpaces(titlesIn(read).join(''))).toContain(title);
    expect(read.outline.at(-1)?.title).toBe(`5. ${title}`);
    expect(read.pages[0]?.text).toMatch(/Gate00Gate\w+…/u);
  });

  it('of 1,200 words continues on the next page', async () => {
    const words = Array.from({ length: 1_200 }, (_, index) => `t${String(index).padStart(4, '0')}`);
    const { read } = await makeReport(withTask({ title: words.join(' ') }));
    const headings = titlesIn(read);
    expect(headings.join(' ').match(/t\d{4}/gu)).toEqual(words);
  });

  it('that is empty becomes “Untitled visit” in all three places', async () => {
    const empty = ['', '   ', '\u0000', '\u200B\u202E', '\n\n'];
    const { read } = await makeReport(reportData(empty.map((title, index) => reportTask(index + 1, { title }))));
    expect(layoutFaults(read)).toEqual([]);
    expect(titlesIn(read).filter((title) => title === 'Untitled visit')).toHaveLength(empty.length);
    for (const number of empty.keys())
      expect(read.pages[0]?.text).toMatch(new RegExp(`^${number + 1} 5 March 2026 Untitled visit \\d+$`, 'mu'));
    expect(read.outline.map(({ title }) => title)).toEqual(empty.map((_, index) => `${index + 1}. Untitled visit`));
  });
});

describe('other scripts', () => {
  it.each([
    ['Chinese', '停车场 B1 入口栏杆故障', '更换入口读卡器；读取距离由 2.1 米恢复至 6.5 米。'],
    [
      'Malay',
      'Penyelenggaraan palang "Zon B" – siap',
      'Kabel dipotong ± 30 cm; suhu 42 °C, kos RM 1,250.00 — selesai.',
    ],
    ['mixed lines', 'Gate 3 停车场 palang rosak', 'Loop 1 检测正常, penutup diganti → 完成 ✓'],
    ['traditional Chinese', '閘門維修', '讀卡器已更換，測試正常。'],
    ['accents beyond western Europe', 'Łódź, Győr, Ağrı', 'Dvořák ő ű ş ğ ľ ț'],
  ])('%s can be read back as letters', async (_, title, text) => {
    const { read, bytes } = await makeReport(withTask({ title, tasks: text }));
    expect(layoutFaults(read)).toEqual([]);
    const withoutSymbols = (value: string) => withoutSpaces(value.replaceAll(/[→✓]/gu, ''));
    expect(withoutSymbols(writtenIn(read))).toContain(withoutSymbols(title));
    for (const part of text.split(/[→✓]/u)) expect(withoutSpaces(writtenIn(read))).toContain(withoutSpaces(part));
    expect(withoutSpaces(await copyText(bytes))).toContain(withoutSymbols(title));
    expect(read.outline.at(-1)?.title).toBe(`5. ${title}`);
  });

  it('in the name of the site are letters on every page', async () => {
    const { read } = await makeReport(
      reportData([...around, reportTask(9, { urls: photosOf(9, 6) })], {
        siteName: '茉莉园公寓',
        address: '雪兰莪州黑风洞 68100',
      }),
    );
    expect(layoutFaults(read)).toEqual([]);
    expect(read.pages[0]?.text).toContain('茉莉园公寓');
    expect(read.pages[0]?.text).toContain('雪兰莪州黑风洞 68100');
    for (const page of read.pages.slice(1)) expect(page.lines[0]?.text).toContain('茉莉园公寓');
    expect(read.info.title).toContain('茉莉园公寓');
  });

  it.each([
    ['Tamil', tamil],
    ['emoji', 'Done 👍🏽 🚧'],
    ['rare Chinese', '𠮷野'],
  ])('%s without a font is replaced by words if no painter exists', async (_, text) => {
    const { read } = await makeReport(withTask({ title: text, tasks: text }));
    expect(layoutFaults(read)).toEqual([]);
    expect(writtenIn(read)).toMatch(/\[(?:\d+ characters|a character) that cannot be printed\]/u);
    expect(read.pages.map((page) => page.text).join('')).not.toContain('\uFFFD');
    expect(read.outline.at(-1)?.title).toBe(`5. ${text}`);
  });

  it('a Jawi sentence is painted in one piece, with its commas, because separate parts would be in the wrong order', async () => {
    const paintedTexts: string[] = [];
    const jawi = 'كلڠ ، ڤينتو ماسوق';
    await makeReport(withTask({ title: 'Jawi', tasks: `Siap: ${jawi}` }), undefined, {
      ...squares,
      paint: (text, ...args) => {
        paintedTexts.push(text);
        return squares.paint(text, ...args);
      },
    });
    expect(paintedTexts).toEqual([jawi]);
  });

  it('Tamil and emoji that are painted can be found and copied', async () => {
    const { read, bytes } = await makeReport(withTask({ title: tamil, tasks: `Siap 👍 ${tamil}` }), undefined, squares);
    expect(layoutFaults(read)).toEqual([]);
    expect(withoutSpaces(writtenIn(read))).toContain(withoutSpaces(tamil));
    const copiedText = await copyText(bytes);
    expect(withoutSpaces(copiedText)).toContain(withoutSpaces(tamil));
    expect(copiedText).toContain('👍');
    expect(read.pages.flatMap((page) => page.images).length).toBeGreaterThan(0);
  });
});

describe('malformed texts', () => {
  it('are printed without the characters that do not belong to them', async () => {
    const texts = [
      // control characters
      ['Arm\u0000 re\u0007placed\u001B[0m', 'Arm replaced[0m'],
      ['Arm\treplaced', 'Arm replaced'],
      // half of a character
      ['Arm \uD83D replaced', 'Arm ? replaced'],
      // a character that reverses the line
      ['Arm \u202Ereplaced\u202C', 'Arm replaced'],
      // the end of a string in a PDF
      ['Arm (1)) \\ replaced (', 'Arm (1)) \\ replaced ('],
      ['<b>Arm</b> & &lt;script&gt;', '<b>Arm</b> & &lt;script&gt;'],
      // placeholders of the PDF writer
      ['Arm {nb} %PDF- endobj stream', 'Arm {nb} %PDF- endobj stream'],
    ] as const;
    const { read } = await makeReport(
      reportData(
        texts.map(([rawTitle], index) =>
          reportTask(index + 1, { title: rawTitle, tasks: `Before ${index}. ${rawTitle} After.` }),
        ),
      ),
    );
    expect(layoutFaults(read)).toEqual([]);
    for (const [index, [, printedTitle]] of texts.entries())
      expect(writtenIn(read)).toContain(`Before ${index}. ${printedTitle} After.`);
    expect(read.outline.map(({ title }) => title.replaceAll(/\s+/gu, ' '))).toEqual(
      texts.map(([, printedTitle], index) => `${index + 1}. ${printedTitle}`),
    );
  });

  it('in the name of the site still give a title that a window can show', async () => {
    const { read } = await makeReport(reportData(around, { siteName: 'Selasih\n\u0000Park\u202E', address: ' \t ' }));
    expect(layoutFaults(read)).toEqual([]);
    expect(read.info.title).toBe('Maintenance Report, Selasih Park, March 2026');
  });

  it('a task without text or photos has a heading and a date', async () => {
    const { read } = await makeReport(reportData(around.map((task) => ({ ...task, tasks: ' \n ' }))));
    expect(layoutFaults(read)).toEqual([]);
    expect(read.outline).toHaveLength(4);
  });

  it('a report without tasks still has a page', async () => {
    const { read } = await makeReport(reportData([]));
    expect(layoutFaults(read)).toEqual([]);
    expect(read.pages).toHaveLength(1);
    expect(read.outline).toEqual([]);
  });
});
