import { useSearchParams } from 'react-router-dom';
import { useSession } from '../lib/session.ts';

/** Whose record a screen shows. `ready` is false while an admin has not picked a site. */
export function useSiteChoice(): { site: string | null; isAdmin: boolean; ready: boolean } {
  const isAdmin = useSession()?.role === 'admin';
  const [params] = useSearchParams();
  const site = isAdmin ? params.get('site') || null : null;
  return { site, isAdmin, ready: !isAdmin || site !== null };
}
