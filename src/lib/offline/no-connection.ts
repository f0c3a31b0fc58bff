import { offline } from '../connection.ts';
import { isConnectionError } from '../request-error.ts';

/** Whether something failed for want of a connection: the browser says so, or the server was unreachable. */
export function isDisconnected(error: unknown): boolean {
  return offline.get() || isConnectionError(error);
}
