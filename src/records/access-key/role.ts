import type { Session } from '../../lib/device/session.ts';

export type Role = Session['role'];

/** What the screens offer to each role (`decisions §10`). What is allowed is up to the database. */
const rights = {
  /** Has several sites to choose from; a client has one. */
  pickSite: ['admin', 'technician'],
  /** A single site is chosen already. Not for admins, who have a single site only at the very start. */
  startAtOnlySite: ['technician'],
  addVisits: ['admin', 'technician'],
  /** Everything: sites, visits, counts, equipment, keys. */
  changeRecords: ['admin'],
  /** Removes unused files from the bucket. */
  removeFiles: ['admin'],
  /** Corrects, hides and restores every visit where it is seen, and moves it to another site. */
  correctVisits: ['admin'],
  /** Closes a recommendation without a visit, and opens it again (`decisions §14`). */
  closeFollowUps: ['admin'],
  /** Reads and writes the notes of the office about a site. */
  readNotes: ['admin'],
  /** Reports faults: a client of its site, the office for who called. Technicians add a visit (`decisions §15`). */
  reportFaults: ['admin', 'user'],
  /** Closes a reported fault, opens it again and corrects where it is (`decisions §15`). */
  closeFaults: ['admin'],
  /** Corrects and withdraws its own visits until the end of the day. */
  correctOwnVisits: ['technician'],
  /** Ends sessions of its own key. Admins do that on the screen of access keys. */
  endOwnSessions: ['technician', 'user'],
  /** Makes links that open visits without a login, lists them and ends them (`decisions §16`). */
  makeLinks: ['admin', 'user'],
  /** Sees which visits are new since it last looked; the other roles add them. */
  seeNews: ['user'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Whether a role has a right; nobody without a session has any. */
export function hasRight(role: Role | undefined, right: Right): boolean {
  const roles: readonly Role[] = rights[right];
  return role !== undefined && roles.includes(role);
}
