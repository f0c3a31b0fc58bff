import type { Session } from '../../lib/device/session.ts';

export type Role = Session['role'];

/** The actions that the screens offer to each role (`decisions §10`). The database decides what is allowed. */
const rights = {
  /** Can choose among several sites; a client has one site. */
  pickSite: ['admin', 'technician'],
  /** If there is only one site, it is chosen at the start. Not for admins, who have only one site when the portal is new. */
  startAtOnlySite: ['technician'],
  addVisits: ['admin', 'technician'],
  /** Changes all records: sites, visits, counts, equipment, keys. */
  changeRecords: ['admin'],
  /** Removes unused files from the bucket. */
  removeFiles: ['admin'],
  /** Corrects, hides and restores every visit, and moves it to another site. */
  correctVisits: ['admin'],
  /** Closes a recommendation without a visit, and opens it again (`decisions §14`). */
  closeFollowUps: ['admin'],
  /** Reads and writes the notes of the office about a site. */
  readNotes: ['admin'],
  /** Reports faults: a client for its site, the office for a person who called. Technicians add a visit instead (`decisions §15`). */
  reportFaults: ['admin', 'user'],
  /** Closes a reported fault, opens it again, and corrects its post (`decisions §15`). */
  closeFaults: ['admin'],
  /** Corrects and withdraws its own visits until the end of the day. */
  correctOwnVisits: ['technician'],
  /** Ends sessions of its own key. Admins do that on the screen of access keys. */
  endOwnSessions: ['technician', 'user'],
  /** Makes links that open visits without a login, lists them and ends them (`decisions §16`). */
  makeLinks: ['admin', 'user'],
  /** Sees which visits are new since the last look. The other roles add the visits themselves. */
  seeNews: ['user'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** Whether a role has a right. Undefined, for no session, has no rights. */
export function hasRight(role: Role | undefined, right: Right): boolean {
  const roles: readonly Role[] = rights[right];
  return role !== undefined && roles.includes(role);
}
