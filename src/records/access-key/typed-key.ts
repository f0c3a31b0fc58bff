import type { CallResult } from '../../lib/request-error.ts';

/** `seconds`: how long to wait, if the server said so. */
export type TypedKeyRefusal = { kind: 'invalid' } | { kind: 'wait'; seconds: number | null };

/**
 * Why a typed key was refused; null when the server did not say. Only the database may call a key wrong: a gateway and
 * a broken connection must not.
 * @param invalid the SQLSTATE of a wrong key.
 */
export function typedKeyRefusal({ error, status }: CallResult<unknown>, invalid: string): TypedKeyRefusal | null {
  if (error?.code === invalid) return { kind: 'invalid' };
  if (status !== 429) return null;
  const seconds = Number.parseInt(String(error?.hint), 10);
  return { kind: 'wait', seconds: seconds > 0 ? seconds : null };
}
