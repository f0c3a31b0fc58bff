import type { Face } from '../fonts/face.ts';
import type { LoadedFonts } from '../fonts/load-fonts.ts';

/** What a reader takes for one letter. */
export interface Cluster {
  text: string;
  /** Null: it is painted. */
  face: Face | null;
  /** Advance in em. */
  width: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function graphemesOf(text: string): string[] {
  // most texts; the segmenter is slow
  if (/^[\n -~]*$/u.test(text)) return text.split('');
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

// marks sit above, below and before other letters, which a plain face does not know
const joined = /[\p{M}\u200C\u200D]/u;

/** The first face that has all of a cluster. */
export function faceOf(cluster: string, faces: readonly Face[]): Face | null {
  if (joined.test(cluster)) return null;
  const codes = Array.from(cluster, (letter) => letter.codePointAt(0) ?? 0);
  return faces.find((face) => codes.every((code) => face.has(code))) ?? null;
}

function note(letters: number): string {
  return letters === 1 ? '[a character that cannot be printed]' : `[${letters} characters that cannot be printed]`;
}

/**
 * A clean text in its clusters, each with what sets it. Where neither a face nor the painter has the letters, words say so:
 * an empty box would tell nobody that something is missing.
 */
export function clustersOf(fonts: LoadedFonts, text: string, bold: boolean): Cluster[] {
  const clusters: Cluster[] = [];
  let missing = 0;
  const sayMissing = () => {
    if (missing > 0) clusters.push(...clustersOf(fonts, note(missing), bold));
    missing = 0;
  };
  for (const grapheme of graphemesOf(text)) {
    const cluster = clusterOf(fonts, grapheme, bold);
    if (cluster) {
      sayMissing();
      clusters.push(cluster);
    } else missing += 1;
  }
  sayMissing();
  return clusters;
}

function clusterOf(fonts: LoadedFonts, grapheme: string, bold: boolean): Cluster | null {
  const known = bold ? fonts.known.bold : fonts.known.regular;
  let cluster = known.get(grapheme);
  if (cluster === undefined) {
    cluster = findCluster(fonts, grapheme, bold);
    known.set(grapheme, cluster);
  }
  return cluster;
}

function findCluster(fonts: LoadedFonts, text: string, bold: boolean): Cluster | null {
  const { painter } = fonts;
  const face = faceOf(text, [...(bold ? [fonts.bold] : []), fonts.regular, ...fonts.others]);
  if (face)
    return { text, face, width: Array.from(text).reduce((sum, one) => sum + face.advance(one.codePointAt(0) ?? 0), 0) };
  return painter?.has(text) ? { text, face: null, width: painter.advance(text, bold) } : null;
}
