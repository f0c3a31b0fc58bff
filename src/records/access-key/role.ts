import type { Session } from '../../lib/device/session.ts';

export type Role = Session['role'];

/** What the screens offer to each role (`decisions §10`). What is allowed is up to the database. */
const rights = {
  /** Has several sites to choose from; a client has one. */
  pickSite: ['admin', 'technician'],
  /** With a single site, it is chosen already. Not for admins, who have only one just at the very start. */
  startAtOnlySite: ['technician'],
  addVisits: ['admin', 'technician'],
  /** Everything: sites, visits, counts, equipment, keys. */
  changeRecords: ['admin'],
  /** Removes unused files from the bucket. */
  removeFiles: ['admin'],
  /** Corrects and withdraws its own visits until the end of the day. */
  correctOwnVisits: ['technician'],
  /** Admins end sessions on the screen of access keys instead. */
  endOwnSessions: ['technician', 'user'],
  /** Sees what is new since its last visit; the other roles are those who add it. */
  seeNews: ['user'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

export function hasRight(role: Role | undefined, right: Right): boolean {
  const roles: readonly Role[] = rights[right];
  return role !== undefined && roles.includes(role);
}
