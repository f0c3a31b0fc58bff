import type { Session } from './session.ts';
import { deviceStorage } from './web-storage.ts';

const storageKey = 'portal.last';

/** Remembers what was open last, for a persistent session only. @param url path and query */
export function rememberUrl({ kept: isPersistent, keyId }: Session, url: string): void {
  if (isPersistent) deviceStorage.set(storageKey, JSON.stringify({ keyId, url }));
}

/** Path and query that this key had open last; null when nothing is remembered of it. */
export function lastUrl({ kept: isPersistent, keyId }: Session): string | null {
  const last = stored();
  return isPersistent && last.keyId === keyId && typeof last.url === 'string' ? last.url : null;
}

/** Forgets what was open last. @param isGone whether a key (by id) may leave nothing on this device. */
export function forgetUrl(isGone: (keyId: unknown) => boolean): void {
  const { keyId } = stored();
  if (keyId !== undefined && isGone(keyId)) deviceStorage.remove(storageKey);
}

function stored(): { keyId?: unknown; url?: unknown } {
  const value = deviceStorage.read(storageKey);
  return typeof value === 'object' ? { ...value } : {};
}
