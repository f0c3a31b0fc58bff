import type { Session } from './session.ts';

const storageKey = 'portal.last';

/** Only for a session kept on the device. @param url path and query */
export function rememberUrl({ kept, keyId }: Session, url: string): void {
  if (!kept || keyId === null) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ keyId, url }));
  } catch {
    // site data is blocked, or the device is full
  }
}

export function lastUrl({ kept, keyId }: Session): string | null {
  const last = stored();
  return kept && last.keyId === keyId && typeof last.url === 'string' ? last.url : null;
}

/** @param isGone whether a key (by id) may leave nothing on this device. */
export function forgetUrl(isGone: (keyId: unknown) => boolean): void {
  const { keyId } = stored();
  if (keyId !== undefined && isGone(keyId)) localStorage.removeItem(storageKey);
}

/** Empty when site data is blocked. */
function stored(): { keyId?: unknown; url?: unknown } {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    return typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}
