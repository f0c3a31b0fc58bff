import * as v from 'valibot';
import { t } from '../../lib/language/translate.ts';
import { longDate } from '../time.ts';

/** Since when a site is archived, an ISO moment; null while it is a customer's. Absent in answers and copies of an older release. */
export const archivedAtSchema = v.optional(v.nullable(v.string()), null);

interface Archivable {
  archived_at: string | null;
}

/** Whether a customer has left: its site is in no list and no choice, and its record stays (`decisions §8`). The rule stands here only. */
export function isArchived({ archived_at: at }: Archivable): boolean {
  return at !== null;
}

/** The sites without those that are archived; the same list where none is. */
export function sitesInUse<Site extends Archivable>(sites: readonly Site[]): readonly Site[] {
  return sites.some(isArchived) ? sites.filter((site) => !isArchived(site)) : sites;
}

/** `Archived on 3 May 2027`; empty for a site in use. */
export function archivedText({ archived_at: at }: Archivable): string {
  return at === null ? '' : t('Archived on {day}', { day: longDate(at) });
}

/** Archives a site, and may end its keys, stickers and links with it; or brings it back. `saveArchive` does it. */
export type ArchiveStep = { do: 'archive'; endAccess: boolean } | { do: 'bring back' };

/** What takes a step back. What it ended stays ended. */
export function undoneStep(step: ArchiveStep): ArchiveStep {
  return step.do === 'archive' ? { do: 'bring back' } : { do: 'archive', endAccess: false };
}
