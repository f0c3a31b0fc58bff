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
  /** Ids of the keys that this one replaced, whose drafts are its own (`decisions §8`). Told at the login only. */
  predecessors?: readonly number[];
}

/** The session in a value, or null. Uses no validation library, which would be part of the first load. */
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

/** The session that is stored, or null. The tab's own comes first, so that whoever logged in there stays who they are. */
export function storedSession(): Session | null {
  return sessionIn(tabStorage) ?? sessionIn(deviceStorage);
}
