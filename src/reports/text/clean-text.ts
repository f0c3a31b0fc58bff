import { withLineBreaks } from '../../lib/text-rules.ts';

/** A text that can be printed: composed characters, `\n` as the only line break, and no control characters or direction marks. */
export function cleanText(text: string): string {
  return (
    withLineBreaks(text)
      .replaceAll('\t', '    ')
      .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F]/gu, ' ')
      // removes control and format characters, except the two joiners, which Tamil and emoji need
      .replaceAll(/(?!\n)\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu, '')
      // replaces an unpaired half of a surrogate pair
      .replaceAll(/\p{Surrogate}/gu, '?')
      .normalize('NFC')
  );
}

/** A text that can be printed, in one line. */
export function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}

/** A text as a quoted string in CSS, for printed pages. */
export function cssText(text: string): string {
  return `"${oneLine(text).replaceAll(/["\\]/gu, String.raw`\$&`)}"`;
}
