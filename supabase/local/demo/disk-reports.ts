import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readyJpeg } from '../../../src/lib/photo/jpeg.ts';
import { buildDocument, type PhotoSupply } from '../../../src/reports/engine/build-document.ts';
import { reportPhoto, type Layout } from '../../../src/reports/engine/layout.ts';
import type { FontSlice, FontSource, ReadFont } from '../../../src/reports/fonts/font-source.ts';
import { cutFont } from './cut-font.ts';

type Ranges = Record<string, string>;

/** The slice of a font file, or no slice when the package does not list the characters of the file. */
function slice(name: string, unicodeRange: string | undefined, read: ReadFont): FontSlice[] {
  return unicodeRange ? [{ name, unicodeRange, read }] : [];
}

/** Fonts for reports that a script makes, read from the installed packages. `root` is the project's folder. */
export function diskFonts(root: string): FontSource {
  const packages = join(root, 'node_modules/@fontsource');
  const face =
    (family: string, file: string): ReadFont =>
    async () =>
      new Uint8Array(await readFile(join(packages, family, 'files', `${family}-${file}-normal.woff`)));
  const ranges = async (family: string): Promise<Ranges> => {
    const parsed: unknown = JSON.parse(await readFile(join(packages, family, 'unicode.json'), 'utf8'));
    return Object.fromEntries(Object.entries(parsed ?? {}).map(([key, value]) => [key, String(value)]));
  };
  return {
    regular: face('barlow', 'latin-400'),
    bold: face('barlow-semi-condensed', 'latin-600'),
    slices: async () => [
      ...slice('Barlow-Extended', (await ranges('barlow'))['latin-ext'], face('barlow', 'latin-ext-400')),
      ...Object.entries(await ranges('noto-sans-sc')).flatMap(([key, unicodeRange]) => {
        const number = /^\[(\d+)\]$/u.exec(key)?.[1];
        return number ? slice(`Noto-SC-${number}`, unicodeRange, face('noto-sans-sc', `${number}-400`)) : [];
      }),
    ],
    shaped: async () =>
      slice('Noto-Tamil', (await ranges('noto-sans-tamil'))['tamil'], face('noto-sans-tamil', 'tamil-400')),
  };
}

/** The fonts of reports with only the characters of `text`, which makes a short document small. */
export function smallFonts(root: string, text: string): FontSource {
  const fullFonts = diskFonts(root);
  const chinese = join(
    root,
    'node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified-400-normal.woff',
  );
  const cutToText = (read: ReadFont) => async () => cutFont(await read(), text);
  return {
    regular: cutToText(fullFonts.regular),
    bold: cutToText(fullFonts.bold),
    slices: async () => [
      {
        name: 'Noto-SC',
        unicodeRange: 'U+2E80-FFEF',
        read: cutToText(async () => new Uint8Array(await readFile(chinese))),
      },
    ],
    shaped: () => fullFonts.shaped(),
  };
}

/** Loads the small renditions from a folder. */
function photosIn(folder: string): PhotoSupply['loadPhotos'] {
  return async (names, onPhoto) => {
    const read = names.map((name) => readFile(join(folder, `${name}.small.jpg`)));
    for (const [index, file] of (await Promise.all(read)).entries()) {
      const jpeg = readyJpeg(new Uint8Array(file));
      onPhoto(index, jpeg && reportPhoto(jpeg));
    }
  };
}

interface ReportSources {
  /** The project's folder. */
  root: string;
  /** The fonts, `diskFonts` by default. */
  fonts?: FontSource;
  /** The folder of the document's photos, if it has any. */
  photos?: string;
}

/**
 * Makes a document with fonts and photos from the disk, the same bytes on every run.
 * @throws when a photo cannot be read.
 */
export async function reportFromDisk<Data>(
  layout: Layout<Data>,
  data: Data,
  { root, fonts = diskFonts(root), photos = root }: ReportSources,
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const sources = { fonts, painter: null, loadPhotos: photosIn(photos) };
  const { file, fileName, missing } = await buildDocument(layout, data, sources);
  if (missing > 0) throw new Error(`${fileName}: ${missing} photos cannot be read`);
  return { fileName, bytes: new Uint8Array(await file.arrayBuffer()) };
}
