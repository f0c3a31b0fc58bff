import emojiRanges from '@fontsource/noto-emoji/unicode.json';
import tamil from '@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff2?url';
import tamilRanges from '@fontsource/noto-sans-tamil/unicode.json';
import { encode } from 'fast-png';
import { reachLetters, type TextPainter } from './font-source.ts';

const emojiFiles = import.meta.glob<string>(
  '/node_modules/@fontsource/noto-emoji/files/noto-emoji-[0-9]*-400-normal.woff2',
  { query: '?url', import: 'default', eager: true },
);

interface PainterFace {
  family: string;
  url: string;
  /** In the syntax of CSS. */
  unicodeRange: string;
}

export const painterFaces: readonly PainterFace[] = [
  { family: 'Noto Sans Tamil', url: tamil, unicodeRange: tamilRanges.tamil },
  ...emojiFaces(),
];

function emojiFaces(): PainterFace[] {
  const ranges: Record<string, string> = emojiRanges;
  return Object.entries(emojiFiles).map(([file, url]) => {
    const number = /emoji-(\d+)-400/u.exec(file)?.[1] ?? '';
    return { family: 'Noto Emoji', url, unicodeRange: ranges[`[${number}]`] ?? 'U+0' };
  });
}

/** The resolution of painted text in dpi, close to that of a laser printer. */
const resolution = 400;
/** The font size in pixels at which texts are measured. */
const measuringSize = 100;

/** A painter that uses the browser's text engine, which shapes every script. */
export function browserPainter(): TextPainter {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  const drawable = new Map<string, boolean>();
  return {
    prepare: loadFaces,
    has(cluster) {
      const isDrawable = drawable.get(cluster) ?? differsFromMissing(context, cluster);
      drawable.set(cluster, isDrawable);
      return isDrawable;
    },
    advance(text, bold) {
      context.font = fontOf(measuringSize, bold);
      return context.measureText(text).width / measuringSize;
    },
    paint(text, size, bold, colour) {
      const em = (size / 72) * resolution;
      const { pixels, left, top } = paint(context, text, em, bold, colour);
      const { data, width, height } = pixels;
      return {
        png: encode({ data, width, height, channels: 4 }),
        left: -left / em,
        top: -top / em,
        width: width / em,
        height: height / em,
      };
    },
  };
}

function fontOf(pixels: number, bold: boolean): string {
  return `${bold ? 600 : 400} ${pixels}px 'Noto Sans Tamil', 'Noto Emoji', system-ui, sans-serif`;
}

// the loaded faces by URL; they stay for the lifetime of the worker
const faces = new Map<string, FontFace>();

function offerFace(fonts: FontFaceSet, { family, url, unicodeRange }: PainterFace): void {
  const existing = faces.get(url);
  if (existing && existing.status !== 'error') return;
  // a face that failed to load stays failed, and makes every load that includes it fail, so it is replaced
  if (existing) fonts.delete(existing);
  const face = new FontFace(family, `url(${url})`, { unicodeRange });
  faces.set(url, face);
  fonts.add(face);
}

async function loadFaces(clusters: readonly string[]): Promise<void> {
  // the types of a page do not know the `fonts` of a worker
  const fonts: unknown = Reflect.get(globalThis, 'fonts');
  if (!(fonts instanceof FontFaceSet)) return;
  for (const face of painterFaces) offerFace(fonts, face);
  await reachLetters(() => fonts.load(fontOf(measuringSize, false), clusters.join('')));
}

/** Paints a text into a canvas. `left` and `top`: the position of the baseline's start in the pixels. */
function paint(
  context: OffscreenCanvasRenderingContext2D,
  text: string,
  pixelsPerEm: number,
  bold: boolean,
  colour: string,
): { pixels: ImageData; left: number; top: number } {
  const font = fontOf(pixelsPerEm, bold);
  context.font = font;
  const box = context.measureText(text);
  const left = Math.ceil(Math.max(0, box.actualBoundingBoxLeft)) + 1;
  const top = Math.ceil(box.actualBoundingBoxAscent) + 1;
  const { canvas } = context;
  canvas.width = left + Math.ceil(Math.max(box.width, box.actualBoundingBoxRight)) + 1;
  canvas.height = top + Math.ceil(Math.max(0, box.actualBoundingBoxDescent)) + 1;
  // resizing a canvas resets its context
  context.font = font;
  context.fillStyle = colour;
  context.fillText(text, left, top);
  return { pixels: context.getImageData(0, 0, canvas.width, canvas.height), left, top };
}

/** Whether each character looks different from a character that no font has. Marks and format characters are not compared. */
function differsFromMissing(context: OffscreenCanvasRenderingContext2D, cluster: string): boolean {
  const missing = pixelsOf(context, '\u{10FFFD}');
  return Array.from(cluster)
    .filter((character) => !/[\p{M}\p{Cf}]/u.test(character))
    .every((character) => pixelsOf(context, character) !== missing);
}

function pixelsOf(context: OffscreenCanvasRenderingContext2D, character: string): string {
  const { pixels } = paint(context, character, 24, false, '#000000');
  return `${pixels.width} ${pixels.data.join()}`;
}
