import type { Session } from './session.ts';
import { deviceStorage } from './web-storage.ts';

const storageKey = 'portal.last';

/** Stores the URL that is open, for a persistent session only. @param url path and query */
export function rememberUrl({ kept: isPersistent, keyId }: Session, url: string): void {
  if (isPersistent) deviceStorage.set(storageKey, JSON.stringify({ keyId, url }));
}

/** Path and query of the URL that this key had open last; null when none is stored. */
export function lastUrl({ kept: isPersistent, keyId }: Session): string | null {
  const last = readStoredUrl();
  return isPersistent && last.keyId === keyId && typeof last.url === 'string' ? last.url : null;
}

/** Removes the stored URL if it is of such a key. @param isGone whether nothing of the key with this id may stay on the device */
export function forgetUrl(isGone: (keyId: unknown) => boolean): void {
  const { keyId } = readStoredUrl();
  if (keyId !== undefined && isGone(keyId)) deviceStorage.remove(storageKey);
}

function readStoredUrl(): { keyId?: unknown; url?: unknown } {
  const value = deviceStorage.read(storageKey);
  return typeof value === 'object' ? { ...value } : {};
}
