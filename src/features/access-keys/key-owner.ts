import type { AccessKey } from '../../records/access-key/access-key.ts';

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

/** Names of a key's sites; null for all. An admin's has none. */
export function sitesOfKey(key: AccessKey, sites: readonly KeySite[]): string[] | null {
  if (key.role === 'technician' && key.site_ids === null) return null;
  const ids = key.site_ids ?? [key.site_id];
  return sites.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}
