import { keyState, keyStates, type AccessKey, type KeyState } from '../../records/access-key/access-key.ts';

/** The filter in the query string. `site` is the name of a site record. */
export interface KeyFilter {
  site: string | null;
  role: 'admin' | 'technician' | null;
  state: KeyState | null;
}

/** Reads `?site=`, `?for=admins` or `?for=technicians`, and `?state=`; unknown values are ignored. */
export function readKeyFilter(params: URLSearchParams): KeyFilter {
  const site = params.get('site') || null;
  return {
    site,
    role: site === null ? (roles.get(params.get('for') ?? '') ?? null) : null,
    state: keyStates.find(({ value }) => value === params.get('state'))?.value ?? null,
  };
}

const roles = new Map<string, KeyFilter['role']>([
  ['admins', 'admin'],
  ['technicians', 'technician'],
]);

/** Whether a filter lets a key through. @param sites names of the key's sites; null for all. */
export function matchesKeyFilter(
  key: AccessKey,
  sites: readonly string[] | null,
  filter: KeyFilter,
  now: Date,
): boolean {
  return (
    (filter.site === null || sites === null || sites.includes(filter.site)) &&
    (filter.role === null || filter.role === key.role) &&
    (filter.state === null || filter.state === keyState(key, now))
  );
}
