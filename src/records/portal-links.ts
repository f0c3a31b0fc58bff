import { t } from '../lib/language/translate.ts';
import * as paths from './portal-paths.ts';
import type { KindFilter } from './task/visit.ts';
import type { Month } from './time.ts';

export type Path = (typeof paths)[keyof typeof paths];

/**
 * Path and query of a screen; a null value is left out. `site`, here and below, is the site that an admin picked, null
 * for a client.
 */
export function linkTo(path: Path, values: Record<string, string | number | null> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== null) query.set(name, `${value}`);
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The site that a link names (`decisions §1`). @param link or only its query */
export function linkedSite(link: string): string | null {
  return new URLSearchParams(link.replace(/^[^?]*\?/u, '').replace(/#.*$/su, '')).get('site') || null;
}

/** Who can open a link, as the sender is told and the receiver too. */
export function whoOpens(link: string): string {
  const site = linkedSite(link);
  return site === null ? t('It opens with an access key.') : t('It opens with an access key of {site}.', { site });
}

/** The words that go with a link: alone, it does not say what it is of. @param title what it opens, with its date */
export function linkWords(title: string, link: string): { title: string; text: string } {
  const site = linkedSite(link);
  const named = site === null ? title : t('{site}: {text}', { site, text: title });
  return { title: named, text: `${named}\n${whoOpens(link)}` };
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

/** The link to the visits whose recommendations are open. */
export function toOpenFollowUps(site: string | null): string {
  return linkTo(paths.serviceHistory, { follow: 'open', site });
}

/** The link to the faults of a site: what is open, and how the others ended. @param fault the one to scroll to */
export function toFaults(site: string | null, fault: number | null = null): string {
  return linkTo(paths.serviceHistory, { show: 'faults', site }) + (fault === null ? '' : `#fault-${fault}`);
}

/** The link to the report of a year, which the receiver makes with one press. */
export function toYearReport(year: string, site: string | null): string {
  return linkTo(paths.serviceHistory, { year, site, report: 'year' });
}

/**
 * The id of a post's heading, by its index among all posts of the record, because a post's name can contain anything.
 */
export function postAnchor(index: number): string {
  return `post-${index}`;
}

/** Whether the hash of a URL is the id of a post's heading: other hashes may be no valid selector. */
export function isPostHash(hash: string): boolean {
  return /^#post-\d+$/u.test(hash);
}

/**
 * The link to the failures of a year; callers pass the current year where they mean no other, because without a year
 * the screen opens 2024 (`decisions §7`). `index`: of the post to scroll to (`postAnchor`).
 */
export function toFailures(year: number, site: string | null, index: number | null = null): string {
  return linkTo(paths.charts, { year, site }) + (index === null ? '' : `#${postAnchor(index)}`);
}
