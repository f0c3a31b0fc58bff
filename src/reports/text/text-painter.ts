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
