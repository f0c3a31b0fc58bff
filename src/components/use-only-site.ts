import { useQuery } from '@tanstack/react-query';
import { useRight } from '../records/access-key/role.ts';
import { siteNamesQuery } from '../records/site/site-queries.ts';

/**
 * The name of the one site that a technician's key was given, which nobody has to pick; null when there are several. An
 * admin has one site for a day only, when the portal is new.
 */
export function useOnlySite(): string | null {
  const given = useRight('correctOwnVisits');
  const names = useQuery({ ...siteNamesQuery, enabled: given });
  const [only, other] = names.data ?? [];
  return (given && other === undefined && only) || null;
}
