import { getSession, type Session } from './session.ts';

/** Whose the copies of a session are, such as `7.user`. Null for an admin's key: it sees all sites, so none stays. */
export function copyOwner(session: Session | null): string | null {
  if (!session || session.keyId === null || session.role === 'admin') return null;
  return `${session.keyId}.${session.role}`;
}

export function sessionOwner(): string | null {
  return copyOwner(getSession());
}
