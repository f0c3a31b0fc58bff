import { getSession, type Session } from '../session.ts';

/**
 * Whose copies a session reads and writes, such as `7.user`; null where none are kept. An admin's key sees every site:
 * nothing of it stays on a device. A session from an earlier release does not say which key it is of.
 */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.keyId === null || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

/** Whose copies this tab reads and writes now. */
export function sessionOwner(): string | null {
  return copyOwner(getSession());
}
