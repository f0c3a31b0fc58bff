import { queryClient } from '../../lib/query-client.ts';
import { hasRight, type Role } from '../../records/access-key/role.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { pathsOfSite } from '../linked-site.ts';

// What *Go to* remembers of what was opened: ids, never names or titles, which may change and belong to nobody's device. What they name
// is looked up among what the key may see when the list opens; what is gone by then is left out.

/** A thing that can be opened. `site`: the id of its record; null for the only site of a client's key. */
export type RecentPlace =
  | { kind: 'screen'; path: string; query: string }
  | { kind: 'site'; site: number; path: string }
  | { kind: 'visit'; site: number | null; task: number }
  | { kind: 'key'; key: number }
  | { kind: 'document'; document: number }
  | { kind: 'guide'; file: string; page: number };

/** A place as one text, the same for the same place. */
export function placeId(place: RecentPlace): string {
  const parts = Object.values(place).map((part) => encodeURIComponent(part ?? ''));
  return parts.join('/');
}

/** The place of an id; null for what no release has written. */
export function placeOf(id: string): RecentPlace | null {
  const [kind, first = '', second = ''] = id.split('/').map(decoded);
  const number = wholeNumber(first);
  const other = wholeNumber(second);
  if (kind === 'screen' && first !== '') return { kind, path: first, query: second };
  if (kind === 'site' && number !== null) return { kind, site: number, path: second };
  if (kind === 'visit' && other !== null && (number !== null || first === ''))
    return { kind, site: number, task: other };
  if (kind === 'key' && number !== null) return { kind, key: number };
  if (kind === 'document' && number !== null) return { kind, document: number };
  if (kind === 'guide' && first !== '' && other !== null) return { kind, file: first, page: other };
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

const wholeNumber = (text: string) => (/^\d{1,15}$/u.test(text) ? Number(text) : null);

/** The site, visit, document or guide that a URL shows; null where it shows none, or the list of sites is not here. @param search query of the URL */
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

/** The screens that open a document in `?document=`. */
const pathsOfDocuments: readonly string[] = [paths.profile, paths.mySites, paths.sites];

/** The id of a site by its name, in the list that its screen has read. */
function siteIdOf(name: string | null): number | null {
  const sites = name === null ? undefined : queryClient.getQueryData(sitesQuery.queryKey);
  return sites?.find((site) => site.name.normalize() === name?.normalize())?.id ?? null;
}
