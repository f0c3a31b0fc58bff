import * as paths from './portal-paths.ts';
import type { Month } from './time.ts';
import type { KindFilter } from './task/visit.ts';

export type Path = (typeof paths)[keyof typeof paths];

/** Path and query of a screen; a null is left out. `site`, here and below: the site an admin picked, null for a client. */
export function linkTo(path: Path, values: Record<string, string | number | null> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, `${value}`);
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

export function toMonth(year: string, month: Month, site: string | null): string {
  return linkTo(paths.maintenance, { year, month, site });
}

/** The link to a visit, one of its photos (from 0), or its PDF. */
export function toVisit(task: number, site: string | null, shown: { photo?: number; pdf?: true } = {}): string {
  const photo = shown.photo === undefined ? null : shown.photo + 1;
  return linkTo(paths.serviceHistory, { site, task, photo, pdf: shown.pdf ? 1 : null });
}

/** The link to the history of a year or a kind of visit; without both, to all of it. */
export function toHistory(site: string | null, year: string | null = null, kind: KindFilter | null = null): string {
  return linkTo(paths.serviceHistory, { year, kind, site });
}

/** The id of a post's heading, by its place among all posts of the record: a post's name can contain anything. */
export function postAnchor(place: number): string {
  return `post-${place}`;
}

/** Whether the hash of a URL is the id of a post's heading: other hashes may be no valid selector. */
export function isPostHash(hash: string): boolean {
  return /^#post-\d+$/u.test(hash);
}

/** The link to the failures of a year. `place`: that of the post to scroll to, as of `postAnchor`. */
export function toFailures(year: number, site: string | null, place: number | null = null): string {
  return linkTo(paths.charts, { year, site }) + (place === null ? '' : `#${postAnchor(place)}`);
}
