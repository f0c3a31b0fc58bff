import { expect, type Page } from '@playwright/test';
import { copyText, drawPages } from '../support/draw-pdf.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { changeTasks, openMarch, saveReport, test, textOf } from './report-support.ts';

const squeezed = (text: string) => text.replaceAll(/\s/gu, '');

test('Chinese, Tamil and emoji are letters that can be seen, found and copied', async ({ page }) => {
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
  const { bytes, read } = await saveReport(page);
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
  const letters = read.pages.flatMap((one, index) => {
    const ink = (x: number, y: number, width: number) => {
      const part = drawn[index]?.part(x, y - 4.2, width, 5.4) ?? [];
      return part.map((grey) => (grey < 140 ? 1 : 0));
    };
    return one.lines.flatMap((line) => {
      // the mixed title, further down, has them too
      if (line.size < 13 || line.y < 40 || judged.has(squeezed(line.text))) return [];
      judged.add(squeezed(line.text));
      if (line.text === chinese)
        return [0, 1, 2, 3, 4].map((at) => ink(line.x + (at * line.width) / 12, line.y, line.width / 12 - 0.05));
      if (squeezed(line.text) === squeezed(tamil)) return [0, 1, 2, 3, 4].map((at) => ink(line.x + at * 6, line.y, 5));
      return [];
    });
  });
  expect(letters).toHaveLength(10);
  for (const [index, letter] of letters.entries()) {
    const share = letter.filter(Boolean).length / letter.length;
    expect(share).toBeGreaterThan(0.04);
    expect(share).toBeLessThan(0.6);
    for (const other of letters.slice(index + 1).filter(({ length }) => Math.abs(length - letter.length) < 300)) {
      const differing = letter.filter((bit, at) => bit !== other[at]).length / letter.length;
      expect(differing).toBeGreaterThan(0.05);
    }
  }
});

test('a report in Latin letters loads no other fonts', async ({ page }) => {
  await changeTasks(page, (tasks) =>
    tasks.map((task) => ({ ...task, title: 'Palang siap', tasks: 'Diuji – 3,3 s, 42 °C, “OK”.' })),
  );
  await openMarch(page);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/\.(?:woff2?|ttf|otf)(?:\?|$)/u.test(request.url())) fonts.push(request.url());
  });
  const { read } = await saveReport(page);
  expect(layoutFaults(read)).toEqual([]);
  expect(textOf(read)).toContain('Diuji – 3,3 s, 42 °C, “OK”.');
  expect(fonts).toEqual([]);
});

const manyScripts = (page: Page) =>
  changeTasks(page, (tasks) => tasks.map((task) => ({ ...task, title: '停车场 பராமரிப்பு 👍', urls: [] })));

test('each font is fetched once, however many reports are prepared', async ({ page }) => {
  await manyScripts(page);
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (/\.woff2?$/u.test(request.url()) && request.url().includes('noto')) fonts.push(request.url());
  });
  await page.clock.install();
  await openMarch(page);
  const button = page.getByRole('button', { name: 'Download Report' });
  await button.hover();
  await expect.poll(() => fonts.filter((url) => /tamil|emoji/u.test(url)).length).toBeGreaterThan(2);
  // another minute is printed on it, so that it is drawn again
  await page.clock.fastForward(60_000);
  expect(textOf((await saveReport(page)).read)).toContain('停车场');
  expect(fonts).toEqual([...new Set(fonts)]);
});

test.describe('without a connection for a moment', () => {
  test.use({ expectedProblem: /^(?:Failed to load resource|The report could not be prepared)/u });

  for (const [what, lost] of [
    ['fonts that are written', /noto-.*\.woff$/u],
    ['fonts that are painted with', /noto-.*\.woff2$/u],
  ] as const)
    test(`${what} and did not come when somebody came near are there at the click`, async ({ page }) => {
      await manyScripts(page);
      await openMarch(page);
      await page.route(lost, (route) => route.abort('internetdisconnected'));
      const told = page.context().waitForEvent('console', (message) => message.text().includes('not be prepared'));
      await page.getByRole('button', { name: 'Download Report' }).hover();
      await told;
      await page.unroute(lost);
      expect(squeezed(textOf((await saveReport(page)).read))).toContain('停车场பராமரிப்பு');
    });
});

test('texts that no keyboard would write do no harm', async ({ page }) => {
  const texts = ['', '\t\u0007 \u202E', 'x'.repeat(3_000), '<b>&</b> (( \\ %PDF', `a\r\nb\u2028${'é'.repeat(500)}`];
  await changeTasks(page, (tasks) =>
    texts.map((text, index) => ({ ...(tasks[index] ?? never()), title: text, tasks: text })),
  );
  await openMarch(page);
  const { read } = await saveReport(page);
  expect(layoutFaults(read)).toEqual([]);
  expect(squeezed(textOf(read)).split('x'.repeat(3)).length).toBeGreaterThan(900);
  expect(textOf(read)).toContain('<b>&</b> (( \\ %PDF');
});

function never(): never {
  throw new Error('The demonstration has seven tasks in March 2026');
}
