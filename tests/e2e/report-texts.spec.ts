import { expect, type Page } from '@playwright/test';
import { copyText, drawPages } from '../support/draw-pdf.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { changeTasks, openMarch, saveReport, test as base, textOf } from './report-support.ts';
import { answerUntil } from './support.ts';

const test = base.extend({ expectedProblem: /^(?:Failed to load resource|The report could not be prepared)/u });

const squeezed = (text: string) => text.replaceAll(/\s/gu, '');

/** Moves the pointer to the button while such files cannot be loaded. */
async function comeNearWithout(page: Page, lost: RegExp): Promise<void> {
  const reconnect = await answerUntil(page, lost, (route) => route.abort('internetdisconnected'));
  const told = page.context().waitForEvent('console', (message) => message.text().includes('not be prepared'));
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: 'Download Report' }).hover();
  await told;
  reconnect();
}

test('Chinese, Tamil and emoji are letters that can be seen, found and copied, also after a moment without a connection', async ({
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
  // fonts that are embedded, and fonts for painted text: none is fetched twice
  await comeNearWithout(page, /noto-.*\.woff$/u);
  await comeNearWithout(page, /noto-.*\.woff2$/u);
  const { bytes, read } = await saveReport(page);
  expect(fonts.filter((url) => /tamil|emoji/u.test(url)).length).toBeGreaterThan(2);
  expect(fonts).toEqual([...new Set(fonts)]);
  expect(layoutFaults(read)).toEqual([]);
  const text = squeezed(textOf(read));
  const copied = squeezed(await copyText(bytes));
  for (const part of [chinese, tamil, `Mixed${chinese}`]) {
    expect(text).toContain(squeezed(part));
    expect(copied).toContain(squeezed(part));
  }
  for (const emoji of ['👍', '🚧']) expect(copied).toContain(emoji);
  expect(text).not.toContain('cannotbeprinted');
  expect(read.outline.map(({ title }) => title)).toEqual(titles.map((title, index) => `${index + 1}. ${title}`));

  // boxes instead of letters would all look the same
  const drawn = await drawPages(bytes, 200);
  const judged = new Set<string>();
  const glyphs = read.pages.flatMap((one, index) => {
    const ink = (x: number, y: number, width: number) => {
      const part = drawn[index]?.part(x, y - 4.2, width, 5.4) ?? [];
      return part.map((grey) => (grey < 140 ? 1 : 0));
    };
    return one.lines.flatMap((line) => {
      // its number stands before a title; the mixed one further down has the same letters
      const title = squeezed(line.text.replace(/^\d+ /u, ''));
      if (title === squeezed(line.text) || judged.has(title)) return [];
      judged.add(title);
      const end = line.x + line.width;
      const letter = 13 * 0.3528;
      if (title === squeezed(chinese))
        return [12, 11, 10, 9, 8].map((left) => ink(end - left * letter, line.y, letter - 0.05));
      if (title === squeezed(tamil)) return [5, 4, 3, 2, 1].map((left) => ink(end - left * 6, line.y, 5));
      return [];
    });
  });
  expect(glyphs).toHaveLength(10);
  for (const [index, glyph] of glyphs.entries()) {
    const share = glyph.filter(Boolean).length / glyph.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.6);
    for (const other of glyphs.slice(index + 1).filter(({ length }) => Math.abs(length - glyph.length) < 300)) {
      const differing = glyph.filter((bit, at) => bit !== other[at]).length / glyph.length;
      expect(differing).toBeGreaterThan(0.05);
    }
  }
});

function never(): never {
  throw new Error('The demonstration has seven tasks in March 2026');
}
