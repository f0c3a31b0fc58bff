import * as v from 'valibot';
import { dayMs } from '../../lib/calendar/day.ts';
import { message } from '../../lib/language/translate.ts';

/** A row of the table `main` as an admin sees it, never with the key itself. Times are ISO 8601. */
export const accessKeySchema = v.object({
  id: v.number(),
  label: v.string(),
  role: v.picklist(['admin', 'user', 'technician']),
  /** `old`: from the old portal. Such a key is weaker than an issued key, expires, and is to be rotated. */
  kind: v.picklist(['issued', 'demo', 'old']),
  site_id: v.nullable(v.number()),
  /** The sites of a technician, null for all; null for other roles. */
  site_ids: v.nullable(v.array(v.number())),
  created_at: v.string(),
  last_used_at: v.nullable(v.string()),
  expires_at: v.nullable(v.string()),
  revoked_at: v.nullable(v.string()),
});

export type AccessKey = v.InferOutput<typeof accessKeySchema>;

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
  const left = Date.parse(key.expires_at) - now.getTime();
  if (left <= 0) return 'expired';
  return left <= soonDays * dayMs ? 'soon' : 'active';
}

export function isInUse(key: AccessKey, now: Date): boolean {
  return ['active', 'soon'].includes(keyState(key, now));
}

export function sortedKeys(keys: readonly AccessKey[], now: Date): AccessKey[] {
  return keys.toSorted((a, b) => Number(isInUse(b, now)) - Number(isInUse(a, now)) || b.id - a.id);
}

/** Whether no other admin key lasts without an expiry: the database refuses to revoke such a key. */
export function isLastAdminKey(key: AccessKey, all: readonly AccessKey[]): boolean {
  const lasting = all.some(
    (other) => other.id !== key.id && other.role === 'admin' && other.revoked_at === null && other.expires_at === null,
  );
  return key.role === 'admin' && !lasting;
}
