import { getSession, type Session } from '../session.ts';

/**
 * Whose copies a session may use, such as `7.user`; null for none. An admin's key sees every site, so nothing of it
 * stays on a device; a session from an earlier release does not say which key it is of.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.keyId === null || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function sessionOwner(): string | null {
  return copyOwner(getSession());
}
