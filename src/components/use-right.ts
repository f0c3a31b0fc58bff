import { useSession } from '../lib/session.ts';
import { hasRight, type Right } from '../records/access-key/role.ts';

/** Whether the key of this session has the right. */
export function useRight(right: Right): boolean {
  return hasRight(useSession()?.role, right);
}
