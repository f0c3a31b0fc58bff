import { t } from '../lib/language/translate.ts';
import * as paths from './portal-paths.ts';
import type { KindFilter } from './task/visit.ts';
import type { Month } from './time.ts';

export type Path = (typeof paths)[keyof typeof paths];

/**
 * The path and query of a screen. A null value is left out. In this file, `site` is the name of the site that an admin picked; null for a client.
 */
export function linkTo(path: Path, values: Record<string, string | number | null> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, `${value}`);
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The site that a link names (`decisions §1`); null without one. @param link a whole link, or only its query */
export function linkedSite(link: string): string | null {
  return new URLSearchParams(link.replace(/^[^?]*\?/u, '').replace(/#.*$/su, '')).get('site') || null;
}

/** The text that tells the sender and the receiver who can open a link. */
export function whoOpens(link: string): string {
  const site = linkedSite(link);
  return site === null ? t('It opens with an access key.') : t('It opens with an access key of {site}.', { site });
}

/** The title and the text with which a link is shared, because a URL alone does not say what it opens. @param title its content, with the date */
export function linkWords(title: string, link: string): { title: string; text: string } {
  const site = linkedSite(link);
  const named = site === null ? title : t('{site}: {text}', { site, text: title });
  return { title: named, text: `${named}\n${whoOpens(link)}` };
}

export function toMonth(year: string, month: Month, site: string | null): string {
  return linkTo(paths.maintenance, { year, month, site });
}

/** The link to a visit, to one of its photos, or to its PDF. @param shown `photo` is an index from 0 */
export function toVisit(task: number, site: string | null, shown: { photo?: number; pdf?: true } = {}): string {
  const photo = shown.photo === undefined ? null : shown.photo + 1;
  return linkTo(paths.serviceHistory, { site, task, photo, pdf: shown.pdf ? 1 : null });
}

/** The link to the service history of a year or a kind of visit; without both, to the whole history. */
export function toHistory(site: string | null, year: string | null = null, kind: KindFilter | null = null): string {
  return linkTo(paths.serviceHistory, { year, kind, site });
}

/** The link to the visits whose recommendations are open. */
export function toOpenFollowUps(site: string | null): string {
  return linkTo(paths.serviceHistory, { follow: 'open', site });
}

/** The link to the open and ended faults of a site. @param fault the number of the fault to scroll to */
export function toFaults(site: string | null, fault: number | null = null): string {
  return linkTo(paths.serviceHistory, { show: 'faults', site }) + (fault === null ? '' : `#fault-${fault}`);
}

/** The link to the page on which the receiver can make the report of a year with one press. */
export function toYearReport(year: string, site: string | null): string {
  return linkTo(paths.serviceHistory, { year, site, report: 'year' });
}

/**
 * The id of a post's heading, by its index among all posts of the record, because a post's name can contain anything.
 */
export function postAnchor(index: number): string {
  return `post-${index}`;
}

/** Whether the hash of a URL is the id of a post's heading. Other hashes may not be valid selectors. */
export function isPostHash(hash: string): boolean {
  return /^#post-\d+$/u.test(hash);
}

/**
 * The link to the failures of a year. Callers always pass a year, because the screen opens 2024 without one (`decisions §7`).
 * @param index the index of the post to scroll to (`postAnchor`)
 */
export function toFailures(year: number, site: string | null, index: number | null = null): string {
  return linkTo(paths.charts, { year, site }) + (index === null ? '' : `#${postAnchor(index)}`);
}
