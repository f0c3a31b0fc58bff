import { useSession } from '../lib/device/session.ts';
import { hasRight, type Right } from '../records/access-key/role.ts';

export function useRight(right: Right): boolean {
  return hasRight(useSession()?.role, right);
}
