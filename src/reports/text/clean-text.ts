/**
 * A text as it can be printed: composed letters, `\n` as the only line end, plain spaces, no control characters.
 * Marks that would turn the direction of the line around are left out with them.
 */
export function cleanText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
      .replaceAll('\t', '    ')
      .replaceAll(/[\u00A0\u2000-\u200A\u202F\u205F]/gu, ' ')
      // the two joiners stay: Tamil and emoji are written with them
      .replaceAll(/(?!\n)\p{Cc}|(?![\u200C\u200D])\p{Cf}/gu, '')
      // half of a letter
      .replaceAll(/\p{Surrogate}/gu, '?')
      .normalize('NFC')
  );
}

/** A clean text in one line, for titles and names. */
export function oneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/gu, ' ').trim();
}
