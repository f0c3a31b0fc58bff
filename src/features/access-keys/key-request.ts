import type { Role } from '../../records/access-key/role.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import { siteDayNumber } from '../../records/time.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';

/** `lastDay` is `2026-12-31` or empty. */
export interface KeyRequest {
  role: Role;
  /** Id of a client's site record as text; empty for other roles. */
  site: string;
  /** Ids of a technician's site records; null for all. */
  sites: readonly number[] | null;
  label: string;
  lastDay: string;
}

/** `site` of a client; `sites` of a technician, in words; `until` is ISO 8601, null for no expiry. */
export interface MadeKey {
  key: string;
  label: string;
  site: { id: number; name: string } | null;
  sites: string | null;
  until: string | null;
}

export type KeyRequestErrors = Partial<Record<'site' | 'sites' | 'label' | 'lastDay', string>>;

export const noSites = 'Choose at least one site, or all.';

const labelLimit = 120;
const maxLastDay = '2099-12-31';

/** What is wrong with a request, by field. `unfinished`: the date input holds half a date. */
export function checkKeyRequest(request: KeyRequest, unfinished: boolean, now: Date): KeyRequestErrors {
  const errors: KeyRequestErrors = {};
  const label = request.label.trim();
  if (request.role === 'user' && request.site === '') errors.site = 'Select the site that the key opens.';
  if (request.role === 'technician' && request.sites?.length === 0) errors.sites = noSites;
  if (label === '') errors.label = 'Write who gets the key, for example “Front desk”.';
  else if (tooLongText(label, labelLimit) !== null) errors.label = tooLongText(label, labelLimit) ?? '';
  else if (hasRefusedCharacter(label)) errors.label = 'Use ordinary characters only.';
  if (unfinished) errors.lastDay = 'Finish the date, or empty the field.';
  else if (request.lastDay !== '') {
    const day = Date.parse(`${request.lastDay}T00:00:00Z`) / 86_400_000;
    if (Number.isNaN(day) || request.lastDay > maxLastDay) errors.lastDay = 'Choose a day before the year 2100.';
    else if (day < siteDayNumber(now)) errors.lastDay = 'Choose today or a later day.';
  }
  return errors;
}

/** The moment after which a key is over: it is valid for the whole of its last day in Singapore. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59+08:00`;
}

type KeySite = { id: number; name: string };

/** More names than these are counted instead. */
const maxNames = 2;

/** The sites of a technician's key, null for all: `all sites`, `Selasih Park and Park Royal`, `3 sites`. */
export function sitesText(ids: readonly number[] | null, sites: readonly KeySite[]): string {
  if (ids === null) return 'all sites';
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  // the list may be older than the key
  const known = names.length === ids.length && names.length <= maxNames;
  return known ? names.join(' and ') : `${ids.length} ${ids.length === 1 ? 'site' : 'sites'}`;
}

/** `Admin`, `Technician (3 sites)`, or the name of the site. */
export function keyOwner({ role, site_id: id, site_ids: ids }: AccessKey, sites: readonly KeySite[]): string {
  if (role === 'admin') return 'Admin';
  if (role === 'technician') return `Technician (${sitesText(ids, sites)})`;
  return sites.find((site) => site.id === id)?.name ?? 'No site';
}

/** Names of a key's sites; null for all. An admin's key has none. */
export function sitesOfKey(key: AccessKey, sites: readonly KeySite[]): string[] | null {
  if (key.role === 'technician' && key.site_ids === null) return null;
  const ids = key.site_ids ?? [key.site_id];
  return sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
