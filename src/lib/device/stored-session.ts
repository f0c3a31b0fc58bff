import { deviceStorage, sessionKey, tabStorage, type WebStorage } from './web-storage.ts';

/** `site` is the site's name; `expiresAt` is ISO 8601. */
export interface Session {
  token: string;
  role: 'admin' | 'technician' | 'user';
  site: string | null;
  /** Id of the access key. */
  keyId: number;
  expiresAt: string;
  /** Whether the session is persistent: it stays on this device, for all tabs (`decisions §10`); else it belongs to this tab. */
  kept: boolean;
  /** Ids of the keys that this one replaced, whose drafts are its own (`decisions §8`). Only the login returns them. */
  predecessors?: readonly number[];
}

/** The session in a value; null when it has another shape. Checked by hand, because a library would be part of the first load. */
export function readSession(value: unknown): Session | null {
  if (typeof value !== 'object' || value === null) return null;
  const { token, role, site, keyId, expiresAt, kept, predecessors }: Partial<Record<keyof Session, unknown>> = {
    ...value,
  };
  if (typeof token !== 'string' || token === '') return null;
  if (role !== 'admin' && role !== 'technician' && role !== 'user') return null;
  if (site !== null && typeof site !== 'string') return null;
  if (typeof keyId !== 'number' || typeof expiresAt !== 'string') return null;
  return {
    token,
    role,
    site,
    keyId,
    expiresAt,
    kept: kept === true,
    ...(Array.isArray(predecessors) &&
      predecessors.length > 0 && { predecessors: predecessors.filter((id) => typeof id === 'number') }),
  };
}

/** The session that one storage holds, or null. */
export function sessionIn(storage: WebStorage): Session | null {
  return readSession(storage.read(sessionKey));
}

/** The stored session, or null. That of the tab comes before that of the device, so that a persistent login in another tab does not replace it. */
export function storedSession(): Session | null {
  return sessionIn(tabStorage) ?? sessionIn(deviceStorage);
}
