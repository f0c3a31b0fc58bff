import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { longDate } from '../time.ts';

/** When a site was archived, as an ISO time; null for a site in use. Absent in answers and copies of an older release. */
export const archivedAtSchema = v.optional(v.nullable(v.string()), null);

interface Archivable {
  archived_at: string | null;
}

/** Whether a site is archived, because its customer has left: it is in no list and no choice, and its record stays (`decisions §8`). */
export function isArchived({ archived_at: at }: Archivable): boolean {
  return at !== null;
}

/** The sites that are not archived; the same array if none is archived, so that memoised values stay valid. */
export function sitesInUse<Site extends Archivable>(sites: readonly Site[]): readonly Site[] {
  return sites.some(isArchived) ? sites.filter((site) => !isArchived(site)) : sites;
}

/** `Archived on 3 May 2027`; empty for a site in use. */
export function archivedText({ archived_at: at }: Archivable): string {
  return at === null ? '' : t('Archived on {day}', { day: longDate(at) });
}

/** A step for `saveArchive`: archive a site, with or without ending its keys, stickers and links, or bring it back. */
export type ArchiveStep = { do: 'archive'; endAccess: boolean } | { do: 'bring back' };

/** The step that undoes a step. Keys, stickers and links that were ended stay ended. */
export function undoneStep(step: ArchiveStep): ArchiveStep {
  return step.do === 'archive' ? { do: 'bring back' } : { do: 'archive', endAccess: false };
}
