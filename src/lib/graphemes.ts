/** Missing in Firefox before 125. */
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('en', { granularity: 'grapheme' }) : null;

/** A flag, or a character with its marks and what is joined to it. It differs from a segmenter only for rare scripts. */
const grapheme =
  /\p{Regional_Indicator}{2}|\r\n|[^\p{M}](?:[\p{M}\p{Emoji_Modifier}]|\u200D\p{Extended_Pictographic}?)*|./gsu;

/**
 * The letters and whole emoji of a text: half an emoji would be drawn as a box.
 * @param segments null where the browser has no segmenter
 */
export function graphemesOf(text: string, segments = segmenter): string[] {
  // a shortcut for most texts, as the segmenter is slow
  if (/^[\n -~]*$/u.test(text)) return text.split('');
  return segments ? Array.from(segments.segment(text), ({ segment }) => segment) : (text.match(grapheme) ?? []);
}
