/** Null in Firefox before 125, which has no segmenter. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/** A flag, or a character with its marks and the characters joined to it. Its results differ from a segmenter's only for rare scripts. */
const grapheme =
  /\p{Regional_Indicator}{2}|\r\n|[^\p{M}](?:[\p{M}\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic}?)*|./gsu;

/**
 * Divides a text into letters and whole emoji: half an emoji would be drawn as a box.
 * @param segments null if the browser has no segmenter
 */
export function graphemesOf(text: string, segments = segmenter): string[] {
  // a shortcut for texts of ASCII only, because the segmenter is slow
  if (/^[\n -~]*$/u.test(text)) return text.split('');
  return segments ? Array.from(segments.segment(text), ({ segment }) => segment) : (text.match(grapheme) ?? []);
}
