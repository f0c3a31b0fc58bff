import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from '../tests/e2e/browser.ts';

const folder = join(import.meta.dirname, '../public');
/** The content of the icon's `svg` element. */
const drawing = readFileSync(join(folder, 'icon.svg'), 'utf8')
  .replace(/^<svg[^>]*>/u, '')
  .replace('</svg>', '');
/** The drawing without round corners: phones cut out their own shape, and iOS shows no transparency. */
const plate = drawing.replace(' rx="12"', '');
/** The drawing made smaller to fit into the safe zone of a maskable icon, a circle of 80 %. */
const inside = plate.replace('translate(4 3) scale(.88)', 'translate(11.2 10.5) scale(.65)');

const icons = [
  { name: 'icon-192.png', size: 192, body: drawing },
  { name: 'icon-512.png', size: 512, body: drawing },
  { name: 'maskable-192.png', size: 192, body: inside },
  { name: 'maskable-512.png', size: 512, body: inside },
  { name: 'apple-touch-icon.png', size: 180, body: plate },
];

mkdirSync(join(folder, 'icons'), { recursive: true });
const browser = await chromium.launch(await findBrowser());
for (const { name, size, body } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" style="display:block">${body}</svg>`,
  );
  await page.screenshot({ path: join(folder, 'icons', name), omitBackground: true });
  await page.close();
}
await browser.close();
