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

/** A change of a site: some columns are set, or the site is added, archived or brought back. */
export interface SiteChange {
  /** The site as it was when the change was decided. A site to be added has its future values, and an id that no other change has. */
  site: EditedSite;
  fields: SavedFields;
  /** The columns on which the decision was based. The site is changed only if they are still the same. */
  seen: readonly (SiteField | 'promised_before')[];
  /** The site is added; all its columns are in `fields`. */
  isNew?: true;
  /** The site is archived or brought back before its columns are set. */
  archive?: ArchiveStep;
}

export interface SitesSaved {
  /** The saved changes, each with the saved site. */
  done: readonly { change: SiteChange; saved: EditedSite }[];
  /** The sites that were not changed, because somebody else had changed the columns in `seen` first. */
  overtaken: readonly EditedSite[];
  /** The changes that these sites should have got. */
  overtakenChanges: ReadonlyMap<EditedSite, SiteChange>;
  /** The changes that could not be saved, or were not reached before the connection was lost or *Cancel* was pressed. */
  remaining: readonly SiteChange[];
  /** The errors of the remaining changes that were tried. */
  errors: ReadonlyMap<SiteChange, unknown>;
  cancelled: boolean;
}

interface SaveOptions {
  signal: AbortSignal;
  /** The common id of all changes in the change log (`newBatch`). */
  batch: string;
  /** Called before each site. */
  onSite: (done: number, name: string) => void;
}

/**
 * Changes sites one after the other, each once and under its revision (`decisions §5`, `§8`). Only the columns of the change are written, and
 * only if the columns in `seen` have not changed. Never throws: changes that were not made are in the result.
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
      // one site after the other, so that the person can cancel
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
  const isUnchanged = (current: EditedSite) => seen.every((field) => isSameValue(current[field], site[field]));
  if (!archive) return saveColumns({ site, fields }, isUnchanged, batch);
  const current = seen.length > 0 ? await readSite(site.id) : site;
  if (!isUnchanged(current)) return { saved: current, isOurs: false };
  // the code for archiving is loaded only when it is needed
  const { saveArchive } = await fetchCode(() => import('./archive-calls.ts'));
  const step = await saveArchive(site, archive, batch);
  if (Object.keys(fields).length === 0) return step;
  // if the save is repeated, the archiving is recognised as done, and only the columns are saved
  return saveColumns({ site: step.saved, fields }, isUnchanged, batch);
}

async function saveColumns(
  { site, fields }: Pick<SiteChange, 'site' | 'fields'>,
  isUnchanged: (current: EditedSite) => boolean,
  batch: string,
): Promise<SavedChange> {
  return withIdempotencyKey(`columns/${site.id}`, { ...fields, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, SavedChange>({
      base: site,
      read: () => readSite(site.id),
      write: async (current) => {
        if (!isUnchanged(current)) return { saved: current, isOurs: false };
        const saved = await writeSite(current, fields, attempt, batch);
        return saved && { saved, isOurs: true };
      },
      done: (saved) => ({ saved, isOurs: true }),
    }),
  );
}

/** Whether two values of a column are equal. Earlier promises are lists; all other values are compared with `===`. */
const isSameValue = (value: unknown, other: unknown) =>
  value === other || (Array.isArray(value) && JSON.stringify(value) === JSON.stringify(other));

/**
 * Whether the service refused a change. Nothing of it is saved then, unless the site was archived or brought back before its columns were
 * refused.
 */
export function isRefusedChange({ errors }: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  const error = errors.get(change);
  return error instanceof RequestError && !isNoService(error);
}

/** Whether a failed change may be saved all the same. Only repeating it shows that. */
export function isUnclearChange(saved: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  return saved.errors.has(change) && !isRefusedChange(saved, change);
}

/** The changes that undo the saved changes. */
export function undoChanges({ done }: Pick<SitesSaved, 'done'>): SiteChange[] {
  const columns = [...siteColumns.map(({ column }) => column), 'promised_before' as const];
  return done.map(({ change: { site, fields, isNew, archive }, saved }) => {
    // an added site is archived, not deleted, and only if nobody has changed it since
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
