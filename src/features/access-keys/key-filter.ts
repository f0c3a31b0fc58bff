import { message, type Message } from '../../lib/language/translate.ts';
import {
  keyEnding,
  keyState,
  keyStates,
  type AccessKey,
  type KeyEnding,
  type KeyState,
} from '../../records/access-key/access-key.ts';

/** The states to filter by: the states of a key, and the reasons why a key in use ends. */
export const filterStates: readonly { value: KeyState | KeyEnding; label: Message }[] = [
  ...keyStates,
  { value: 'set', label: message('End set by an admin') },
  { value: 'old', label: message('Old portal’s keys') },
  { value: 'rotated', label: message('Rotated, still working') },
  { value: 'inherited', label: message('End of the key it replaced') },
];

/** The parameters of the list in the query string. `issue` opens the dialog for a new key. */
export type KeyQuery = 'q' | 'site' | 'for' | 'state' | 'sort' | 'page' | 'issue';

/** The filter in the query string. `site` is the name of a site record. */
export interface KeyFilter {
  site: string | null;
  role: 'admin' | 'technician' | null;
  state: KeyState | KeyEnding | null;
}

/** Reads `?site=`, `?for=admins` or `?for=technicians`, and `?state=`; unknown values are ignored. */
export function readKeyFilter(params: URLSearchParams): KeyFilter {
  const site = params.get('site') || null;
  return {
    site,
    role: site === null ? (roles.get(params.get('for') ?? '') ?? null) : null,
    state: filterStates.find(({ value }) => value === params.get('state'))?.value ?? null,
  };
}

const roles = new Map<string, KeyFilter['role']>([
  ['admins', 'admin'],
  ['technicians', 'technician'],
]);

/** Whether a key matches a filter. @param sites the names of the key's sites; null for all sites */
export function matchesKeyFilter(
  key: AccessKey,
  sites: readonly string[] | null,
  filter: KeyFilter,
  now: Date,
): boolean {
  return (
    (filter.site === null || sites === null || sites.includes(filter.site)) &&
    (filter.role === null || filter.role === key.role) &&
    (filter.state === null || [keyState(key, now), keyEnding(key, now)].includes(filter.state))
  );
}
