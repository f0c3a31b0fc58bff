import { copyOwner } from '../../../src/lib/device/session-copies.ts';
import type { Session } from '../../../src/lib/device/session.ts';
import { technicianSession, userSession } from '../../support/render-route.tsx';

export const hour = 3_600_000;
export const day = 24 * hour;

const inFuture = new Date(Date.now() + 12 * hour).toISOString();
export const client: Session = { ...userSession, expiresAt: inFuture };
export const technician: Session = { ...technicianSession, expiresAt: inFuture };
/** The owners of the copies of the client and of the technician. */
export const owner = copyOwner(client) ?? '';
export const other = copyOwner(technician) ?? '';

export const result = { value: { name: 'Selasih Park' }, at: 1_000 };
export const photo = 'sites/1/1.small.jpg';
/** A file as fetch returns it. The Blob of jsdom cannot be the body of a response. */
export const file = (bytes: number) => new Response(new Uint8Array(bytes)).blob();
