import { offline } from '../connection.ts';
import { isConnectionError } from '../request-error.ts';

/** Begins every message about a connection that is known to be lost (`decisions §6`). */
export const noConnection = 'There is no connection';

/** `There is no connection, and this photo is not kept on this device.` @param what with its verb: `this photo is` */
export function notKept(what: string): string {
  return `${noConnection}, and ${what} not kept on this device.`;
}

/** Whether something failed for want of a connection: the browser says so, or the server was unreachable. */
export function isDisconnected(error: unknown): boolean {
  return offline.get() || isConnectionError(error);
}
