export type ReadFont = () => Promise<Uint8Array<ArrayBuffer>>;

/** The fonts or messages for a text cannot be fetched without a connection. */
export class LettersUnreachable extends Error {
  override name = 'LettersUnreachable';
}

/** Loads fonts or messages. @throws LettersUnreachable for any error of `load` */
export async function reachLetters<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    throw new LettersUnreachable(String(error), { cause: error });
  }
}

/** Downloads a font. @throws LettersUnreachable without a connection, Error for a refusal */
export async function fetchFont(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await reachLetters(() => fetch(url));
  if (!response.ok) throw new Error(`A font could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A part of a large font with some of its characters. The parts are chosen so that a text needs few of them. */
export interface FontSlice {
  name: string;
  /** In the syntax of CSS: `U+4e00-4e0f,U+4e2d`. */
  unicodeRange: string;
  read: ReadFont;
}

/** The slices that have at least one character of the text. */
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

/** The first and the last code of each range, both included. */
function rangesOf(unicodeRange: string): [number, number][] {
  return unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().slice(2).split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

/** The source of a document's fonts: the network in a browser, the disk in a script. */
export interface FontSource {
  /** Barlow 400, for everything in Latin letters. */
  regular: ReadFont;
  /** Barlow Semi Condensed 600. */
  bold: ReadFont;
  /** Fonts for characters that the two fonts above do not have, in the order in which they are tried. Loaded only when needed. */
  slices(): Promise<readonly FontSlice[]>;
  /** Fonts for scripts whose letters join or stack. The browser paints such text, and these fonts are used for the invisible text behind it. */
  shaped(): Promise<readonly FontSlice[]>;
}

/** An image of a text on a transparent background. `left` and `top`: from the baseline's start to its upper left corner. Lengths are in em. */
interface PaintedText {
  png: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Paints texts that no face can set: scripts whose letters join or stack, and emoji. */
export interface TextPainter {
  /** Loads the fonts for the texts. It must be called before the other functions. */
  prepare(clusters: readonly string[]): Promise<void>;
  /** Whether this device can paint a grapheme; false if it would show an empty box. */
  has(cluster: string): boolean;
  /** The width of a text, in em. */
  advance(text: string, bold: boolean): number;
  /** @param size in points; it decides the number of pixels */
  paint(text: string, size: number, bold: boolean, colour: string): PaintedText;
}
