import type { Role } from '../../records/access-key/role.ts';
import { hasRefusedCharacter, tooLongText } from '../../lib/text-rules.ts';
import { siteDayNumber } from '../../records/time.ts';
import { counted } from '../../records/counted.ts';
import type { AccessKey } from '../../records/access-key/access-key.ts';

/** What is typed to issue a key. */
export interface KeyRequest {
  role: Role;
  /** Id of a client's site record as text; empty for other roles. */
  site: string;
  /** Ids of a technician's site records; null for all. */
  sites: readonly number[] | null;
  label: string;
  /** `2026-12-31`, or empty for a key that works until it is revoked. */
  lastDay: string;
}

/** A key that was issued just now. */
export interface MadeKey {
  key: string;
  label: string;
  /** Of a client's key. */
  site: KeySite | null;
  /** Of a technician's key, in words. */
  sites: string | null;
  /** ISO 8601; null for no expiry. */
  until: string | null;
}

export interface KeySite {
  id: number;
  name: string;
}

export type KeyRequestErrors = Partial<Record<Exclude<keyof KeyRequest, 'role'>, string>>;

export const noSites = 'Choose at least one site, or all.';

const labelLimit = 120;
const maxLastDay = '2099-12-31';

/**
 * What is wrong with a request, for each field; empty when the key can be issued.
 * @param unfinished the date input holds half a date.
 */
export function checkKeyRequest(request: KeyRequest, unfinished: boolean, now: Date): KeyRequestErrors {
  const errors: KeyRequestErrors = {};
  const label = request.label.trim();
  const tooLong = tooLongText(label, labelLimit);
  if (request.role === 'user' && request.site === '') errors.site = 'Select the site that the key opens.';
  if (request.role === 'technician' && request.sites?.length === 0) errors.sites = noSites;
  if (label === '') errors.label = 'Write who gets the key, for example “Front desk”.';
  else if (tooLong !== null) errors.label = tooLong;
  else if (hasRefusedCharacter(label)) errors.label = 'Use ordinary characters only.';
  if (unfinished) errors.lastDay = 'Finish the date, or empty the field.';
  else if (request.lastDay !== '') {
    const day = Date.parse(`${request.lastDay}T00:00:00Z`) / 86_400_000;
    if (Number.isNaN(day) || request.lastDay > maxLastDay) errors.lastDay = 'Choose a day before the year 2100.';
    else if (day < siteDayNumber(now)) errors.lastDay = 'Choose today or a later day.';
  }
  return errors;
}

/** When a day ends in Singapore: a key is valid for the whole of its last day. */
export function endOfDay(day: string): string {
  return `${day}T23:59:59+08:00`;
}

/** Up to this number sites are named, beyond it counted. */
const maxNames = 2;

/** The sites of a technician's key, null for all: `all sites`, `Selasih Park and Park Royal`, `3 sites`. */
export function sitesText(ids: readonly number[] | null, sites: readonly KeySite[]): string {
  if (ids === null) return 'all sites';
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  // the list may be older than the key
  const canBeNamed = names.length === ids.length && names.length <= maxNames;
  return canBeNamed ? names.join(' and ') : counted(ids.length, 'site');
}

/** `Admin`, `Technician (3 sites)`, or the name of the site. */
export function keyOwner(key: AccessKey, sites: readonly KeySite[]): string {
  if (key.role === 'admin') return 'Admin';
  if (key.role === 'technician') return `Technician (${sitesText(key.site_ids, sites)})`;
  return sites.find(({ id }) => id === key.site_id)?.name ?? 'No site';
}

/** Names of a key's sites; null for all. An admin's key has none. */
export function sitesOfKey(key: AccessKey, sites: readonly KeySite[]): string[] | null {
  if (key.role === 'technician' && key.site_ids === null) return null;
  const ids = key.site_ids ?? [key.site_id];
  return sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
