/**
 * What copying adds to a key without showing it: white space, controls, characters that format or are ignored, and the
 * Braille blank. The database ignores the same, and dashes of every kind (`private.normal_key`).
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A key as it was typed or pasted, without what nobody sees. */
export function pastedKey(text: string): string {
  return text.replaceAll(unseen, '');
}
