import { t } from '../../lib/language/translate.ts';
import { listedWords } from '../counted.ts';
import type { AccessKey } from './access-key.ts';

// The text that says for whom an access key is, for the list of keys and for search results.

export interface KeySite {
  id: number;
  name: string;
}

/** Up to this number, sites are named; more are counted. */
const maxNames = 2;

/** The sites of a technician's key, null for all: `all sites`, `Selasih Park and Park Royal`, `3 sites`. */
export function sitesText(ids: readonly number[] | null, sites: readonly KeySite[]): string {
  if (ids === null) return t('all sites');
  const names = sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  // the list of sites may be older than the key, and lack some of its sites
  const canBeNamed = names.length === ids.length && names.length <= maxNames;
  return canBeNamed ? listedWords(names) : t('{count, plural, one {# site} other {# sites}}', { count: ids.length });
}

/** `Admin`, `Technician (3 sites)`, or the name of the site. */
export function keyOwner(key: AccessKey, sites: readonly KeySite[]): string {
  if (key.role === 'admin') return t('Admin');
  if (key.role === 'technician') return t('Technician ({sites})', { sites: sitesText(key.site_ids, sites) });
  return sites.find(({ id }) => id === key.site_id)?.name ?? t('No site');
}

/** The names of a key's sites; null for all sites. An admin's key has none. */
export function sitesOfKey(key: AccessKey, sites: readonly KeySite[]): string[] | null {
  if (key.role === 'technician' && key.site_ids === null) return null;
  const ids = key.site_ids ?? [key.site_id];
  return sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
