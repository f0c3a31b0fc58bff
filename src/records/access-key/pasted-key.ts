/**
 * Matches invisible characters, which copying may add to a key: white space, control and format characters, ignorable characters, and the
 * Braille blank. The SQL function `private.normal_key` ignores the same characters, and every kind of dash.
 */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A typed or pasted key without its invisible characters. */
export function pastedKey(text: string): string {
  return text.replaceAll(invisible, '');
}
