import type { Session } from '../../lib/session.ts';

export type Role = Session['role'];

/** What the screens offer to whom (`decisions §10`). The database decides what is allowed. */
const rights = {
  /** Has several sites, and picks one of them. A client has its own. */
  pickSite: ['admin', 'technician'],
  /** Need not pick a single site: it is all that the key was given. An admin has one for a day only, at the very start. */
  startAtOnlySite: ['technician'],
  /** Works in the workspace and adds visits. */
  addVisits: ['admin', 'technician'],
  /** Changes everything that is saved: sites, visits, counts, equipment, keys. */
  changeRecords: ['admin'],
  /** Takes files out of the bucket again that nothing points at. */
  removeFiles: ['admin'],
  /** Corrects and takes back what it added, until the day is over. */
  correctOwnVisits: ['technician'],
  /** Sees and ends the sessions of its key on its own screens; an admin does that for every key. */
  endOwnSessions: ['technician', 'user'],
  /** Is shown what was added since its last visit to the portal; those who add it know. */
  seeNews: ['user'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Without a session there is no role, and no right. */
export function hasRight(role: Role | undefined, right: Right): boolean {
  const roles: readonly Role[] = rights[right];
  return role !== undefined && roles.includes(role);
}
