export type ReadFont = () => Promise<Uint8Array<ArrayBuffer>>;

/** A part of a large font, cut so that a text needs few of them. */
export interface FontSlice {
  name: string;
  /** First and last code points of its ranges, as `U+4e00-4e0f,U+4e2d`. */
  unicodeRange: string;
  read: ReadFont;
}

/** Where the faces of a document come from: the network in a browser, the disk in a script. */
export interface FontSource {
  /** Barlow 400, for everything in Latin letters. */
  regular: ReadFont;
  /** Barlow Semi Condensed 600. */
  bold: ReadFont;
  /** Faces for letters that those two lack, tried in order. Loaded only when a text needs them. */
  slices(): Promise<readonly FontSlice[]>;
  /** Faces of scripts whose letters join or stack. They are painted by the browser, and written unseen with these. */
  shaped(): Promise<readonly FontSlice[]>;
}

/** A picture of a text on a clear ground, with the place of its upper left corner seen from the start of the base line, in em. */
interface PaintedText {
  png: Uint8Array;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Draws what no face can set: scripts whose letters join or stack, and emoji. */
export interface TextPainter {
  /** Fetches what the texts need; must be called before the others. */
  prepare(clusters: readonly string[]): Promise<void>;
  /** False for letters that this device would draw as an empty box. */
  has(cluster: string): boolean;
  /** Width in em. */
  advance(text: string, bold: boolean): number;
  /** @param size in points, for the resolution of the picture. */
  paint(text: string, size: number, bold: boolean, colour: string): PaintedText;
}
