import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { smallBox } from '../../../src/lib/photo/photo-box.ts';
import { findBrowser } from '../../../tests/e2e/browser.ts';
import { readDemoData } from './demo-data.ts';
import { drawingsFile, listDemoFiles, photoFolder, readDrawings } from './demo-files.ts';
import { withOtherPosts } from './other-posts.ts';
import { drawingsOf, listPhotos, svgOf, type DemoPhoto } from './photos.ts';

const root = process.cwd();

/** Draws the picture of the page on a canvas, and returns it as a JPEG of the given quality. Width and height are in px. */
async function renderJpeg(page: Page, width: number, height: number, quality: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h, q]) => {
      const picture = document.querySelector('img');
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const context = canvas.getContext('2d');
      if (!picture || !context) throw new Error('The page has no picture or no canvas');
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, w, h);
      return canvas.toDataURL('image/jpeg', q).slice('data:image/jpeg;base64,'.length);
    },
    [width, height, quality] as const,
  );
  return Buffer.from(base64, 'base64');
}

async function fontFace(): Promise<string> {
  const folder = join(root, 'node_modules/@fontsource/barlow-semi-condensed/files');
  const face = async (weight: number): Promise<string> => {
    const font = await readFile(join(folder, `barlow-semi-condensed-latin-${weight}-normal.woff2`), 'base64');
    return `@font-face{font-family:Stamp;font-weight:${weight};src:url(data:font/woff2;base64,${font})}`;
  };
  return `<style>${await face(500)}${await face(600)}text{font-family:Stamp,sans-serif;font-weight:500}</style>`;
}

/** As low as possible without visible loss, because the demo must stay small. Drawings have even areas, which compress well. */
const quality = { large: 0.14, small: 0.13 };

async function drawPhoto(page: Page, photo: DemoPhoto, fonts: string): Promise<void> {
  const { width, height, siteId, name, hasSmall } = photo;
  // an SVG in an `img` cannot use the page's fonts, so it has to embed them
  const svg = svgOf(photo).replace('<defs>', `<defs>${fonts}`);
  await page.setContent('<img>');
  await page.evaluate(
    async (src) => {
      const picture = document.querySelector('img');
      if (!picture) throw new Error('The page has no picture');
      picture.src = src;
      await picture.decode();
    },
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  );
  const file = join(photoFolder(root, siteId), name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.jpg`, await renderJpeg(page, width, height, quality.large));
  const scale = Math.min(smallBox.width / width, smallBox.height / height);
  if (hasSmall)
    await writeFile(
      `${file}.small.jpg`,
      await renderJpeg(page, Math.round(width * scale), Math.round(height * scale), quality.small),
    );
}

// npm run demo:draw: draws the photos whose drawing is new or has changed, or all photos with `-- all`
const photos = listPhotos(withOtherPosts(readDemoData(root)));
const drawings = drawingsOf(photos);
const existingDrawings = process.argv[2] === 'all' ? {} : await readDrawings(root);
const photosToDraw = photos.filter(
  ({ siteId, name }) => existingDrawings[`${siteId}/${name}`] !== drawings[`${siteId}/${name}`],
);
const current = new Set(photos.map(({ siteId, name }) => join(photoFolder(root, siteId), `${name}.jpg`)));
for (const { path, type } of await listDemoFiles(root))
  if (type === 'image/jpeg' && !current.has(path.replace('.small.jpg', '.jpg'))) await rm(path);
const browser = await chromium.launch(await findBrowser());
const page = await browser.newPage();
const fonts = await fontFace();
for (const photo of photosToDraw) await drawPhoto(page, photo, fonts);
await browser.close();
await writeFile(drawingsFile(root), `${JSON.stringify(drawings, null, 2)}\n`);
console.log(`${photosToDraw.length} of ${photos.length} photos drawn`);
