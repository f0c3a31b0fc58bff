import { connection } from '../../../lib/connection.ts';
import { isNoService } from '../../../lib/request-error.ts';
import { withIdempotencyKey } from '../../../records/attempt.ts';
import { saveWithRevision } from '../../../records/save-with-revision.ts';
import { siteColumns, type SiteField, type SiteFields } from '../../../records/site/site-columns.ts';
import { readSite, writeSite, type EditedSite } from '../../../records/site/site-queries.ts';

/** A site of which some columns are to be set. */
export interface SiteChange {
  /** The site as it was when the change was decided. */
  site: EditedSite;
  fields: Partial<SiteFields>;
  /** The columns that decided it: the site is changed only while they are as they were seen. */
  seen: readonly SiteField[];
}

export interface SitesSaved {
  /** The saved changes, each with the site as it is now. */
  done: readonly { change: SiteChange; saved: EditedSite }[];
  /** The sites that were not changed, because somebody else changed the columns that decided it first. */
  overtaken: readonly EditedSite[];
  /** Could not be saved, or were not reached before the connection was lost or *Cancel* pressed. */
  remaining: readonly SiteChange[];
  cancelled: boolean;
}

interface SaveOptions {
  signal: AbortSignal;
  /** Called before each site. */
  onSite: (done: number, name: string) => void;
}

/**
 * Changes sites, one after the other, each under its revision (`decisions §5`). Only the columns of the change are written, and only
 * while the site is as it was seen. Never throws: what was not done is in the result.
 */
export async function saveSites(changes: readonly SiteChange[], { signal, onSite }: SaveOptions): Promise<SitesSaved> {
  const done: { change: SiteChange; saved: EditedSite }[] = [];
  const overtaken: EditedSite[] = [];
  const remaining: SiteChange[] = [];
  for (const [index, change] of changes.entries()) {
    if (signal.aborted) break;
    onSite(index, change.site.name);
    try {
      // one site after the other, so that it can be cancelled
      const { saved, isOurs } = await saveSiteChange(change);
      if (isOurs) done.push({ change, saved });
      else overtaken.push(saved);
    } catch (error) {
      console.error('A site could not be saved', error);
      remaining.push(change);
      // the remaining changes would fail too, each after a while
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  const reached = done.length + overtaken.length + remaining.length;
  return { done, overtaken, remaining: [...remaining, ...changes.slice(reached)], cancelled: signal.aborted };
}

async function saveSiteChange({ site, fields, seen }: SiteChange): Promise<{ saved: EditedSite; isOurs: boolean }> {
  const isAsSeen = (current: EditedSite) => seen.every((field) => current[field] === site[field]);
  return withIdempotencyKey(`columns/${site.id}`, { ...fields, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, { saved: EditedSite; isOurs: boolean }>({
      base: site,
      read: () => readSite(site.id),
      write: async (current) => {
        if (!isAsSeen(current)) return { saved: current, isOurs: false };
        const saved = await writeSite(current, fields, attempt);
        return saved && { saved, isOurs: true };
      },
      done: (saved) => ({ saved, isOurs: true }),
    }),
  );
}

/** The changes that undo what was saved. */
export function undoChanges({ done }: SitesSaved): SiteChange[] {
  return done.map(({ change: { site, fields }, saved }) => {
    const changed = siteColumns.map(({ column }) => column).filter((column) => column in fields);
    return {
      site: saved,
      fields: Object.fromEntries(changed.map((field) => [field, site[field]])),
      seen: changed,
    };
  });
}
