import { peekEndReason, subscribe, type Session } from './session.ts';

const storageKey = 'portal.last';

// a logout leaves nothing behind; after an expiry the same key goes on where it was
subscribe(() => {
  if (peekEndReason() !== 'logout') return;
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // site data is blocked
  }
});

/**
 * Where this device was last. Only of a session that the device keeps: any other is gone when the portal is closed.
 * @param address path and query, such as `/charts?year=2026`.
 */
export function rememberAddress({ kept, keyId }: Session, address: string): void {
  if (!kept || keyId === null) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ keyId, address }));
  } catch {
    // site data is blocked, or the device is full
  }
}

/** @returns the address that the key of this session was at, null if none is known. */
export function lastAddress({ kept, keyId }: Session): string | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (!kept || typeof stored !== 'object' || stored === null || !('address' in stored)) return null;
    const { address } = stored;
    return 'keyId' in stored && stored.keyId === keyId && typeof address === 'string' ? address : null;
  } catch {
    return null;
  }
}
