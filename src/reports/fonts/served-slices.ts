import latinExtended from '@fontsource/barlow/files/barlow-latin-ext-400-normal.woff?url';
import barlowRanges from '@fontsource/barlow/unicode.json';
import chineseRanges from '@fontsource/noto-sans-sc/unicode.json';
import tamil from '@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff?url';
import tamilRanges from '@fontsource/noto-sans-tamil/unicode.json';
import { fetchFont, type FontSlice, type ReadFont } from './font-source.ts';

// The fonts, fetched from the portal's host, for characters that the two fonts of every report lack. One is fetched only for a text that
// needs it.

const chineseFiles = import.meta.glob<string>(
  '/node_modules/@fontsource/noto-sans-sc/files/noto-sans-sc-[0-9]*-400-normal.woff',
  { query: '?url', import: 'default', eager: true },
);

const readFrom =
  (url: string): ReadFont =>
  () =>
    fetchFont(url);

function chineseSlices(): FontSlice[] {
  const ranges: Record<string, string> = chineseRanges;
  return Object.entries(chineseFiles).flatMap(([file, url]) => {
    const number = /sc-(\d+)-400/u.exec(file)?.[1] ?? '';
    const unicodeRange = ranges[`[${number}]`];
    return unicodeRange ? [{ name: `Noto-SC-${number}`, unicodeRange, read: readFrom(url) }] : [];
  });
}

export const slices: readonly FontSlice[] = [
  { name: 'Barlow-Extended', unicodeRange: barlowRanges['latin-ext'], read: readFrom(latinExtended) },
  ...chineseSlices(),
];

/** For scripts whose letters join or stack: the invisible text behind text that the browser has painted. */
export const shapedSlices: readonly FontSlice[] = [
  { name: 'Noto-Tamil', unicodeRange: tamilRanges.tamil, read: readFrom(tamil) },
];
