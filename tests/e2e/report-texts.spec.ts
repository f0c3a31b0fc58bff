import { expect, type Page } from '@playwright/test';
import { copyText, drawPages } from '../support/draw-pdf.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { changeTasks, openMarch, saveReport, test as base, textOf } from './report-support.ts';
import { answerUntil } from './support.ts';

const test = base.extend({ expectedProblem: /^(?:Failed to load resource|The report could not be prepared)/u });

const withoutSpaces = (text: string) => text.replaceAll(/\s/gu, '');

/** Moves the pointer to the button while these files cannot be loaded. */
async function comeNearWithout(page: Page, blockedFiles: RegExp): Promise<void> {
  const reconnect = await answerUntil(page, blockedFiles, (route) => route.abort('internetdisconnected'));
  const warning = page.context().waitForEvent('console', (message) => message.text().includes('not be prepared'));
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Download Report' }).hover();
  await warning;
  reconnect();
}

test('Chinese, Tamil and emoji can be seen, found and copied in the PDF, also after a moment without a connection', async ({
  page,
}) => {
  const chinese = '停车场入口读卡器更换天线';
  const tamil = 'பராமரிப்பு கோலாலம்பூர் ஸ்ரீ';
  const titles = [chinese, tamil, '👍 🚧', `Mixed ${chinese} ${tamil} 👍`, 'Plain'];
  await changeTasks(page, (tasks) =>
    titles.map((title, index) => ({
      ...(tasks[index] ?? tasks[0] ?? never()),
      title,
      tasks: `${title} siap diuji.`,
      urls: [],
    })),
  );
  await openMarch(page);
  const fonts: string[] = [];
  page.on('requestfinished', (request) => {
    if (/\.woff2?$/u.test(request.url()) && request.url().includes('noto')) fonts.push(request.url());
  });
  // neither the embedded fonts nor the fonts for painted text are fetched twice
  await comeNearWithout(page, /noto-.*\.woff$/u);
  await comeNearWithout(page, /noto-.*\.woff2$/u);
  const { bytes, read } = await saveReport(page);
  expect(fonts.filter((url) => /tamil|emoji/u.test(url)).length).toBeGreaterThan(2);
  expect(fonts).toEqual([...new Set(fonts)]);
  expect(layoutFaults(read)).toEqual([]);
  const text = withoutSpaces(textOf(read));
  const copiedText = withoutSpaces(await copyText(bytes));
  for (const part of [chinese, tamil, `Mixed${chinese}`]) {
    expect(text).toContain(withoutSpaces(part));
    expect(copiedText).toContain(withoutSpaces(part));
  }
  for (const emoji of ['👍', '🚧']) expect(copiedText).toContain(emoji);
  expect(text).not.toContain('cannotbeprinted');
  expect(read.outline.map(({ title }) => title)).toEqual(titles.map((title, index) => `${index + 1}. ${title}`));

  // boxes instead of letters would all look the same
  const drawnPages = await drawPages(bytes, 200);
  const checkedTitles = new Set<string>();
  const glyphs = read.pages.flatMap((pdfPage, index) => {
    const ink = (x: number, y: number, width: number) => {
      const part = drawnPages[index]?.part(x, y - 4.2, width, 5.4) ?? [];
      return part.map((grey) => (grey < 140 ? 1 : 0));
    };
    return pdfPage.lines.flatMap((line) => {
      // a title follows its number; the mixed title further down has the same letters
      const title = withoutSpaces(line.text.replace(/^\d+ /u, ''));
      if (title === withoutSpaces(line.text) || checkedTitles.has(title)) return [];
      checkedTitles.add(title);
      const end = line.x + line.width;
      // titles are set in 13 points; in mm
      const letter = 13 * 0.3528;
      if (title === withoutSpaces(chinese))
        return [12, 11, 10, 9, 8].map((distance) => ink(end - distance * letter, line.y, letter - 0.05));
      if (title === withoutSpaces(tamil)) return [5, 4, 3, 2, 1].map((distance) => ink(end - distance * 6, line.y, 5));
      return [];
    });
  });
  expect(glyphs).toHaveLength(10);
  for (const [index, glyph] of glyphs.entries()) {
    const share = glyph.filter(Boolean).length / glyph.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.6);
    for (const other of glyphs.slice(index + 1).filter(({ length }) => Math.abs(length - glyph.length) < 300)) {
      const difference = glyph.filter((bit, pixel) => bit !== other[pixel]).length / glyph.length;
      expect(difference).toBeGreaterThan(0.05);
    }
  }
});

function never(): never {
  throw new Error('The demonstration has seven tasks in March 2026');
}
