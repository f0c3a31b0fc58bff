import { queryClient } from '../../lib/query-client.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { pathsOfSite } from '../linked-site.ts';

// What *Go to* remembers of an opened destination: its place. Only ids are stored: names and titles may change, and are data that must not stay on the
// device. When the list opens, the ids are looked up in the records that the key may see, and ids without a record are left out.

/** Something that can be opened. `site` is the id of the site; null for a client's key, which has only one. */
export type RecentPlace =
  | { kind: 'screen'; path: string; query: string }
  | { kind: 'site'; site: number; path: string }
  | { kind: 'visit'; site: number | null; task: number }
  | { kind: 'key'; key: number }
  | { kind: 'document'; document: number }
  | { kind: 'guide'; file: string; page: number };

/** The id of a place: its members, each escaped, joined by slashes. */
export function placeId(place: RecentPlace): string {
  const parts = Object.values(place).map((part) => encodeURIComponent(part ?? ''));
  return parts.join('/');
}

/** The place that `placeId` turned into this id; null for an invalid id. */
export function placeOf(id: string): RecentPlace | null {
  const [kind, first = '', second = ''] = id.split('/').map(decodedPart);
  const firstNumber = wholeNumber(first);
  const secondNumber = wholeNumber(second);
  if (kind === 'screen' && first !== '') return { kind, path: first, query: second };
  if (kind === 'site' && firstNumber !== null) return { kind, site: firstNumber, path: second };
  if (kind === 'visit' && secondNumber !== null && (firstNumber !== null || first === ''))
    return { kind, site: firstNumber, task: secondNumber };
  if (kind === 'key' && firstNumber !== null) return { kind, key: firstNumber };
  if (kind === 'document' && firstNumber !== null) return { kind, document: firstNumber };
  if (kind === 'guide' && first !== '' && secondNumber !== null) return { kind, file: first, page: secondNumber };
  return null;
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

// 15 digits are always a safe integer
const wholeNumber = (text: string) => (/^\d{1,15}$/u.test(text) ? Number(text) : null);

/**
 * The site, visit, document or guide that a URL shows; null when it shows none, or when the list of sites, which has the ids, is not loaded.
 * @param search the query of the URL
 */
export function placeAt(role: Role, pathname: string, search: string): RecentPlace | null {
  const params = new URLSearchParams(search);
  if (pathname === paths.guide) {
    const file = params.get('file');
    return file === null ? null : { kind: 'guide', file, page: wholeNumber(params.get('page') ?? '') ?? 1 };
  }
  const document = wholeNumber(params.get('document') ?? '');
  if (document !== null && pathsOfDocuments.includes(pathname)) return { kind: 'document', document };
  const path = [...pathsOfSite, paths.sites].find((candidate) => candidate === pathname);
  if (path === undefined) return null;
  const picks = hasRight(role, 'pickSite');
  const site = picks ? siteIdOf(params.get('site')) : null;
  if (picks && site === null) return null;
  const task = wholeNumber(params.get('task') ?? '');
  if (path === paths.serviceHistory && task !== null) return { kind: 'visit', site, task };
  return site === null ? null : { kind: 'site', site, path };
}

/** The paths of the screens that open the document named in `?document=`. */
const pathsOfDocuments: readonly string[] = [paths.profile, paths.mySites, paths.sites];

/** The id of the site with this name, in the list that the open screen has already read; null when it is not there. */
function siteIdOf(name: string | null): number | null {
  const sites = name === null ? undefined : queryClient.getQueryData(sitesQuery.queryKey);
  return sites?.find((site) => site.name.normalize() === name?.normalize())?.id ?? null;
}
