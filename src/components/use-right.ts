import { useSession } from '../lib/device/session.ts';
import { hasRight, type Right } from '../records/access-key/role.ts';

/** Whether the access key of the session has a right; false without a session. */
export function useRight(right: Right): boolean {
  return hasRight(useSession()?.role, right);
}
