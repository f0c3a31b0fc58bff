import type { CallResult } from '../../lib/request-error.ts';

/** `seconds`: how long to wait, if the server said so. */
export type TypedKeyRefusal = { kind: 'invalid' } | { kind: 'wait'; seconds: number | null };

/**
 * Null when the server said neither. Only the database may call a key wrong: a gateway and a broken connection must not.
 * @param invalid the SQLSTATE of a wrong key.
 */
export function typedKeyRefusal({ error, status }: CallResult<unknown>, invalid: string): TypedKeyRefusal | null {
  if (error?.code === invalid) return { kind: 'invalid' };
  if (status !== 429) return null;
  const seconds = Number.parseInt(String(error?.hint), 10);
  return { kind: 'wait', seconds: seconds > 0 ? seconds : null };
}

/**
 * What copying adds to a key without showing it: white space, controls, characters that format or are ignored, and the
 * Braille blank. The database ignores the same, and dashes of every kind (`private.normal_key`).
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A key as it was typed or pasted, without what nobody sees. */
export function pastedKey(text: string): string {
  return text.replaceAll(unseen, '');
}
