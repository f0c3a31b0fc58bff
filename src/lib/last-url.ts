import type { Session } from './session.ts';

const storageKey = 'portal.last';

/**
 * Where this device was last. Only of a session that the device keeps: any other is gone when the portal is closed.
 * @param url path and query, such as `/charts?year=2026`.
 */
export function rememberUrl({ kept, keyId }: Session, url: string): void {
  if (!kept || keyId === null) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ keyId, url }));
  } catch {
    // site data is blocked, or the device is full
  }
}

/** @returns the URL that the key of this session was at, null if none is known. */
export function lastUrl({ kept, keyId }: Session): string | null {
  const last = stored();
  return kept && last.keyId === keyId && typeof last.url === 'string' ? last.url : null;
}

/** @param isGone whether it is that of a key, by its number, that leaves nothing on this device. */
export function forgetUrl(isGone: (keyId: unknown) => boolean): void {
  const { keyId } = stored();
  if (keyId !== undefined && isGone(keyId)) localStorage.removeItem(storageKey);
}

/** Nothing where site data is blocked. */
function stored(): { keyId?: unknown; url?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}
