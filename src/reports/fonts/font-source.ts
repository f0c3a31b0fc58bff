export type ReadFont = () => Promise<Uint8Array<ArrayBuffer>>;

/** The letters of a text cannot be fetched for want of a connection. */
export class LettersUnreachable extends Error {
  override name = 'LettersUnreachable';
}

/** Loads what sets letters. @throws LettersUnreachable for any failure to fetch it */
export async function reachLetters<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    throw new LettersUnreachable(String(error), { cause: error });
  }
}

/** Downloads a font. @throws LettersUnreachable without a connection, Error for a refusal. */
export async function fetchFont(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await reachLetters(() => fetch(url));
  if (!response.ok) throw new Error(`A font could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A subset of a large font, cut so that a text needs few of them. */
export interface FontSlice {
  name: string;
  /** As in CSS: `U+4e00-4e0f,U+4e2d`. */
  unicodeRange: string;
  read: ReadFont;
}

/** The slices that have a character of the text. */
export function slicesFor<Slice extends Pick<FontSlice, 'unicodeRange'>>(
  slices: readonly Slice[],
  text: string,
): Slice[] {
  const codes = Array.from(new Set(text), (character) => character.codePointAt(0) ?? 0);
  return slices.filter(({ unicodeRange }) => {
    const ranges = rangesOf(unicodeRange);
    return codes.some((code) => ranges.some(([first, last]) => first <= code && code <= last));
  });
}

function rangesOf(unicodeRange: string): [number, number][] {
  return unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** Where a document's fonts come from: the network in a browser, the disk in a script. */
export interface FontSource {
  /** Barlow 400, for everything in Latin letters. */
  regular: ReadFont;
  /** Barlow Semi Condensed 600. */
  bold: ReadFont;
  /** Fonts for characters that the two above lack, tried in order. Loaded only when needed. */
  slices(): Promise<readonly FontSlice[]>;
  /** Fonts for scripts whose letters join or stack: the browser paints them, with invisible text in these fonts. */
  shaped(): Promise<readonly FontSlice[]>;
}

/** A text on a transparent background. The position of its upper left corner is from the baseline's start, in em. */
interface PaintedText {
  png: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Paints what no face can set: scripts whose letters join or stack, and emoji. */
export interface TextPainter {
  /** Loads what the texts need; call it before the other functions. */
  prepare(clusters: readonly string[]): Promise<void>;
  /** False for a grapheme that this device would show as an empty box. */
  has(cluster: string): boolean;
  /** In em. */
  advance(text: string, bold: boolean): number;
  /** @param size in points; decides the resolution. */
  paint(text: string, size: number, bold: boolean, colour: string): PaintedText;
}
