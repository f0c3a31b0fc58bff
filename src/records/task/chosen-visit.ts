import { fileStemOf } from '../../lib/file-names.ts';
import { countedNoun } from '../counted.ts';
import type { SiteRecord } from '../site/site-queries.ts';
import { siteStamp } from '../time.ts';
import type { Task } from './task.ts';

/** A visit that somebody chose from a list, to print or export it (`decisions §17`), with the record of its site. */
export interface ChosenVisit {
  site: SiteRecord;
  visit: Task;
}

/** The chosen visits of a site that could not be read. */
export interface UnreadVisits {
  /** The name of their site. */
  site: string;
  /** The message for the person. */
  reason: string;
}

export interface ReadVisits {
  chosen: readonly ChosenVisit[];
  unread: readonly UnreadVisits[];
}

interface ReadOptions {
  signal: AbortSignal;
  /** Called before each site that takes a while. */
  onSite: (done: number, total: number, name: string) => void;
}

/** Reads the chosen visits. A site that cannot be read is listed in `unread`. @throws AbortError when cancelled */
export type ReadChosen = (options: ReadOptions) => Promise<ReadVisits>;

/** Whether the visits belong to several sites, so that a paper or a ZIP must name the site of each visit. */
export function isOfSeveralSites(chosen: readonly ChosenVisit[]): boolean {
  return new Set(chosen.map(({ site }) => site.id)).size > 1;
}

/** The name of a file with visits of these sites: `Selasih-Park_Visits_2026-11-22`, `3-sites_Visits_2026-11-22`. */
export function chosenFileStem(sites: readonly string[]): string {
  const [only] = sites;
  const name = sites.length === 1 && only !== undefined ? only : countedNoun(sites.length, 'site');
  return fileStemOf(name, 'Visits', siteStamp(new Date()).slice(0, 10));
}
