import { keyState, keyStates, type AccessKey, type KeyState } from '../../records/access-key/access-key.ts';

/** The keys that the query string asks for. `site` is the name of a site record. */
export interface KeyFilter {
  site: string | null;
  admins: boolean;
  state: KeyState | null;
}

/** Reads `?site=`, `?for=admins` and `?state=`; what is unknown there filters nothing. */
export function readKeyFilter(params: URLSearchParams): KeyFilter {
  const site = params.get('site') || null;
  return {
    site,
    admins: site === null && params.get('for') === 'admins',
    state: keyStates.find(({ value }) => value === params.get('state'))?.value ?? null,
  };
}

/** `siteName` is null for an admin's key. */
export function matchesKeyFilter(key: AccessKey, siteName: string | null, filter: KeyFilter, now: Date): boolean {
  return (
    (filter.site === null || filter.site === siteName) &&
    (!filter.admins || key.role === 'admin') &&
    (filter.state === null || filter.state === keyState(key, now))
  );
}
