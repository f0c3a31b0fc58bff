import { withLineBreaks } from '../../lib/text-rules.ts';

/** Printable text: composed characters, `\n` as the only line break, no control characters or direction marks. */
export function cleanText(text: string): string {
  return (
    withLineBreaks(text)
      .replaceAll('\t', '    ')
      .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F]/gu, ' ')
      // the two joiners stay: Tamil and emoji need them
      .replaceAll(/(?!\n)\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu, '')
      // half of a surrogate pair
      .replaceAll(/\p{Surrogate}/gu, '?')
      .normalize('NFC')
  );
}

/** Printable text without line breaks. */
export function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}

/** A text as a string of CSS, for paper. */
export function cssText(text: string): string {
  return `"${oneLine(text).replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
