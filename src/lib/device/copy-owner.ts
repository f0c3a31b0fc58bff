import { getSession, type Session } from './session.ts';

/**
 * Whose copies a session keeps on this device, such as `7.user`. Null for an admin's key, which sees every site: nothing of
 * it stays on a device.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.keyId === null || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function sessionOwner(): string | null {
  return copyOwner(getSession());
}
