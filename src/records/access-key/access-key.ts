import * as v from 'valibot';
import { dayMs } from '../../lib/calendar/day.ts';
import { message } from '../../lib/language/translate.ts';

/** A row of the table `main` as an admin reads it, without the key itself. Times are ISO 8601. */
export const accessKeySchema = v.object({
  id: v.number(),
  label: v.string(),
  role: v.picklist(['admin', 'user', 'technician']),
  /** `old`: a key of the old portal, which is weaker than an issued key, expires, and should be rotated. */
  kind: v.picklist(['issued', 'demo', 'old']),
  site_id: v.nullable(v.number()),
  /** The sites of a technician, null for all; null for other roles. */
  site_ids: v.nullable(v.array(v.number())),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
  expires_at: v.nullable(v.string()),
  /**
   * Why the key ends, if no admin chose its end. `rotated`: it was replaced, and its grace period ends. `inherited`: it took over the end of
   * the key that it replaced.
   */
  end_reason: v.nullable(v.picklist(['rotated', 'inherited'])),
  /** For a key with an `end_reason`: the end that an admin had chosen before; null for no end. */
  granted_until: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
});

export type AccessKey = v.InferOutput<typeof accessKeySchema>;

/**
 * The end that an admin chose for a key; null for no end. A rotation gives the new key the same end, except for a key of the old portal
 * (`decisions §17`). The SQL function `private.granted_end` has the same rule.
 */
export function grantedEnd(
  key: Pick<AccessKey, 'kind' | 'expires_at' | 'end_reason' | 'granted_until'>,
): string | null {
  if (key.kind === 'old') return null;
  return key.end_reason === null ? key.expires_at : key.granted_until;
}

export const keyStates = [
  { value: 'active', label: message('Active') },
  { value: 'soon', label: message('Expires soon') },
  { value: 'expired', label: message('Expired') },
  { value: 'revoked', label: message('Revoked') },
] as const;

export type KeyState = (typeof keyStates)[number]['value'];

/** A key needs attention this many days before it expires. */
const soonDays = 30;

export function keyState(key: AccessKey, now: Date): KeyState {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at === null) return 'active';
  const remainingMs = Date.parse(key.expires_at) - now.getTime();
  if (remainingMs <= 0) return 'expired';
  return remainingMs <= soonDays * dayMs ? 'soon' : 'active';
}

export function isInUse(key: AccessKey, now: Date): boolean {
  return ['active', 'soon'].includes(keyState(key, now));
}

/** Why a key in use will end: `set` by an admin, a key of the `old` portal, or its `end_reason`. */
export type KeyEnding = 'set' | 'old' | 'rotated' | 'inherited';

/** Why a key will end; null when it does not end, or has ended already. */
export function keyEnding(key: AccessKey, now: Date): KeyEnding | null {
  if (key.expires_at === null || !isInUse(key, now)) return null;
  return key.end_reason ?? (key.kind === 'old' ? 'old' : 'set');
}

/** Whether a key is the only admin key without an expiry. The database refuses to revoke it. */
export function isLastAdminKey(key: AccessKey, all: readonly AccessKey[]): boolean {
  const hasOther = all.some(
    (other) => other.id !== key.id && other.role === 'admin' && other.revoked_at === null && other.expires_at === null,
  );
  return key.role === 'admin' && !hasOther;
}
