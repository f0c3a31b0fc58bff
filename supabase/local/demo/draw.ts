import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium, type Browser, type Page } from '@playwright/test';
import { readDemoData } from './demo-data.ts';
import { photoFolder } from './demo-files.ts';
import { frame } from './frame.ts';
import { listPhotos, type Photo, scenes } from './photos.ts';
import { pick } from './drawing.ts';

const root = process.cwd();

/** Starts the Chromium at CHROME_PATH, or the first on PATH. */
async function startChromium(): Promise<Browser> {
  const executablePath =
    process.env['CHROME_PATH'] ??
    execFileSync('sh', ['-c', 'command -v chromium || command -v google-chrome']).toString().trim();
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--force-color-profile=srgb'] });
}

/** The page as a JPEG, through its canvas, which allows choosing the quality. Size in px. */
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

async function drawPhoto(page: Page, photo: Photo, fonts: string): Promise<void> {
  const { width, height, site, variant, year } = photo;
  const scene = scenes[photo.scene];
  const svg = frame({
    layers: scene.draw(variant),
    light: pick(scene.lights, variant),
    subject: pick(scene.subjects, variant),
    width,
    height,
    site: site.sitename,
    year,
  });
  // an SVG used as an image cannot use the page's fonts, so it embeds them
  const source = `data:image/svg+xml;base64,${Buffer.from(svg.replace('<defs>', `<defs>${fonts}`)).toString('base64')}`;
  await page.setContent('<img>');
  await page.evaluate(async (src) => {
    const picture = document.querySelector('img');
    if (!picture) throw new Error('The page has no picture');
    picture.src = src;
    await picture.decode();
  }, source);
  const file = join(photoFolder(root, site.id), photo.name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.jpg`, await renderJpeg(page, width, height, 0.52));
  const scale = Math.min(709 / width, 532 / height);
  if (photo.hasSmall)
    await writeFile(
      `${file}.small.jpg`,
      await renderJpeg(page, Math.round(width * scale), Math.round(height * scale), 0.8),
    );
}

const only = process.argv[2];
const list = listPhotos(readDemoData(root)).filter((photo) => !only || photo.name.startsWith(only));
if (!only) await rm(join(root, 'supabase/local/demo/photos'), { recursive: true, force: true });
const browser = await startChromium();
const page = await browser.newPage();
const fonts = await fontFace();
for (const photo of list) await drawPhoto(page, photo, fonts);
await browser.close();
console.log(`${list.length} photos drawn`);
