import { fileStemOf } from '../../lib/file-names.ts';
import { countedNoun } from '../counted.ts';
import type { SiteRecord } from '../site/site-queries.ts';
import { siteStamp } from '../time.ts';
import type { Task } from './task.ts';

/** A visit that somebody chose from a list, to hand it on (`decisions §17`), and the record of its site. */
export interface ChosenVisit {
  site: SiteRecord;
  visit: Task;
}

/** Visits that were chosen and could not be read. */
export interface UnreadVisits {
  /** The name of their site. */
  site: string;
  /** In words. */
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

/** Reads the chosen visits. What cannot be read is in the result. @throws AbortError when cancelled */
export type ReadChosen = (options: ReadOptions) => Promise<ReadVisits>;

/** Whether a paper or a ZIP of these visits must say the site of each. */
export function isOfSeveralSites(chosen: readonly ChosenVisit[]): boolean {
  return new Set(chosen.map(({ site }) => site.id)).size > 1;
}

/** The name of a file with visits of these sites: `Selasih-Park_Visits_2026-11-22`, `3-sites_Visits_2026-11-22`. */
export function chosenFileStem(sites: readonly string[]): string {
  const [only] = sites;
  const name = sites.length === 1 && only !== undefined ? only : countedNoun(sites.length, 'site');
  return fileStemOf(name, 'Visits', siteStamp(new Date()).slice(0, 10));
}
