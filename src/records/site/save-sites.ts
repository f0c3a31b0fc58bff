import * as v from 'valibot';
import { connection } from '../../lib/connection.ts';
import { fetchCode } from '../../lib/fetch-code.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { withIdempotencyKey } from '../attempt.ts';
import { saveWithRevision } from '../save-with-revision.ts';
import { undoneStep, type ArchiveStep } from './archive.ts';
import { siteColumns, type SiteField, type SiteFields } from './site-columns.ts';
import type { PromiseColumns } from './site-promise.ts';
import { addSite, readSite, siteFieldsSchema, writeSite, type EditedSite } from './site-queries.ts';

type SavedFields = Partial<SiteFields> & Partial<Pick<PromiseColumns, 'promised_before'>>;

/** A site of which some columns are to be set, which is to be added, archived or brought back. */
export interface SiteChange {
  /** The site as it was when the change was decided; one that is to be added as it will be, with an id of no other change. */
  site: EditedSite;
  fields: SavedFields;
  /** The columns that decided it: the site is changed only while they are as they were seen. */
  seen: readonly (SiteField | 'promised_before')[];
  /** Adds the site, of which all columns are in `fields`. */
  isNew?: true;
  /** Archives the site or brings it back, before columns are set, if any. */
  archive?: ArchiveStep;
}

export interface SitesSaved {
  /** The saved changes, each with the site as it is now. */
  done: readonly { change: SiteChange; saved: EditedSite }[];
  /** The sites that were not changed, because somebody else changed the columns that decided it first. */
  overtaken: readonly EditedSite[];
  /** What was to be changed of these. */
  overtakenChanges: ReadonlyMap<EditedSite, SiteChange>;
  /** Could not be saved, or were not reached before the connection was lost or *Cancel* pressed. */
  remaining: readonly SiteChange[];
  /** Why each of the remaining changes that were tried has failed. */
  errors: ReadonlyMap<SiteChange, unknown>;
  cancelled: boolean;
}

interface SaveOptions {
  signal: AbortSignal;
  /** The id that all these changes have in the change log (`newBatch`). */
  batch: string;
  /** Called before each site. */
  onSite: (done: number, name: string) => void;
}

/**
 * Changes sites, one after the other, each once and under its revision (`decisions §5`, `§8`). Only the columns of the change are
 * written, and only while the site is as it was seen. Never throws: what was not done is in the result.
 */
export async function saveSites(
  changes: readonly SiteChange[],
  { signal, batch, onSite }: SaveOptions,
): Promise<SitesSaved> {
  const done: { change: SiteChange; saved: EditedSite }[] = [];
  const overtakenChanges = new Map<EditedSite, SiteChange>();
  const remaining: SiteChange[] = [];
  const errors = new Map<SiteChange, unknown>();
  for (const [index, change] of changes.entries()) {
    if (signal.aborted) break;
    onSite(index, change.site.name);
    try {
      // one site after the other, so that it can be cancelled
      const { saved, isOurs } = await saveSiteChange(change, batch);
      if (isOurs) done.push({ change, saved });
      else overtakenChanges.set(saved, change);
    } catch (error) {
      console.error('A site could not be saved', error);
      remaining.push(change);
      errors.set(change, error);
      // the remaining changes would fail too, each after a while
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  const reached = done.length + overtakenChanges.size + remaining.length;
  return {
    done,
    overtaken: [...overtakenChanges.keys()],
    overtakenChanges,
    remaining: [...remaining, ...changes.slice(reached)],
    errors,
    cancelled: signal.aborted,
  };
}

interface SavedChange {
  saved: EditedSite;
  isOurs: boolean;
}

async function saveSiteChange({ site, fields, seen, isNew, archive }: SiteChange, batch: string): Promise<SavedChange> {
  if (isNew) {
    const added = await addSite(v.parse(siteFieldsSchema, { ...site, ...fields }), {
      operation: `site/new/${site.name}`,
      batch,
    });
    return { saved: added, isOurs: true };
  }
  const isAsSeen = (current: EditedSite) => seen.every((field) => isSameValue(current[field], site[field]));
  if (!archive) return saveColumns({ site, fields }, isAsSeen, batch);
  const current = seen.length > 0 ? await readSite(site.id) : site;
  if (!isAsSeen(current)) return { saved: current, isOurs: false };
  // its code is loaded by who archives
  const { saveArchive } = await fetchCode(() => import('./archive-calls.ts'));
  const step = await saveArchive(site, archive, batch);
  if (Object.keys(fields).length === 0) return step;
  // repeated after the step was done, only the columns are left
  return saveColumns({ site: step.saved, fields }, isAsSeen, batch);
}

async function saveColumns(
  { site, fields }: Pick<SiteChange, 'site' | 'fields'>,
  isAsSeen: (current: EditedSite) => boolean,
  batch: string,
): Promise<SavedChange> {
  return withIdempotencyKey(`columns/${site.id}`, { ...fields, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, SavedChange>({
      base: site,
      read: () => readSite(site.id),
      write: async (current) => {
        if (!isAsSeen(current)) return { saved: current, isOurs: false };
        const saved = await writeSite(current, fields, attempt, batch);
        return saved && { saved, isOurs: true };
      },
      done: (saved) => ({ saved, isOurs: true }),
    }),
  );
}

/** Earlier promises are lists, all other values simple. */
const isSameValue = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other));

/** Whether the service refused a change, so that nothing of it is stored. */
export function isRefusedChange({ errors }: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  const error = errors.get(change);
  return error instanceof RequestError && !isNoService(error);
}

/** Whether a change may be stored although it failed: only its repetition tells. */
export function isUnclearChange(saved: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  return saved.errors.has(change) && !isRefusedChange(saved, change);
}

/** The changes that undo what was saved. */
export function undoChanges({ done }: Pick<SitesSaved, 'done'>): SiteChange[] {
  const columns = [...siteColumns.map(({ column }) => column), 'promised_before' as const];
  return done.map(({ change: { site, fields, isNew, archive }, saved }) => {
    // nothing is removed; what somebody else has changed since stays
    if (isNew) return { site: saved, fields: {}, seen: columns, archive: { do: 'archive', endAccess: false } };
    const changed = columns.filter((column) => column in fields);
    return {
      site: saved,
      fields: Object.fromEntries(changed.map((field) => [field, site[field]])),
      seen: changed,
      ...(archive && { archive: undoneStep(archive) }),
    };
  });
}
