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

/** A change that was saved, and the saved site. */
interface SavedChange {
  change: SiteChange;
  saved: EditedSite;
}

export interface SitesSaved {
  /** What was saved. What was saved of a site in several steps is one change (`changesOfSites`). */
  done: readonly SavedChange[];
  /** The sites that were not changed, because somebody else had changed the columns in `seen` first. */
  overtaken: readonly EditedSite[];
  /** The changes that these sites should have got. */
  overtakenChanges: ReadonlyMap<EditedSite, SiteChange>;
  /**
   * The changes that could not be saved, or were not reached before the connection was lost or *Cancel* was pressed. If a site was archived or
   * brought back and its columns were not saved, only the columns remain.
   */
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
  const done: SavedChange[] = [];
  const overtakenChanges = new Map<EditedSite, SiteChange>();
  const remaining: SiteChange[] = [];
  const errors = new Map<SiteChange, unknown>();
  let reached = 0;
  for (const change of changes) {
    if (signal.aborted) break;
    onSite(reached, change.site.name);
    reached += 1;
    let unsaved = change;
    try {
      for (;;) {
        // step by step, so that the person can cancel in between, and what was saved before a failure can be undone
        const { step, saved, isOurs, next } = await saveStep(unsaved, batch);
        if (isOurs) done.push({ change: step, saved });
        else if (!next) overtakenChanges.set(saved, step);
        if (!next) break;
        unsaved = next;
        if (signal.aborted) {
          remaining.push(unsaved);
          break;
        }
      }
    } catch (error) {
      console.error('A site could not be saved', error);
      remaining.push(unsaved);
      errors.set(unsaved, error);
      // the remaining changes would fail too, each after a while
      if (isNoService(error) && (await connection.isLost())) break;
    }
  }
  return {
    done: changesOfSites(done),
    overtaken: [...overtakenChanges.keys()],
    overtakenChanges,
    remaining: [...remaining, ...changes.slice(reached)],
    errors,
    cancelled: signal.aborted,
  };
}

interface SaveResult {
  saved: EditedSite;
  /** False when nothing was saved, because somebody else was faster. */
  isOurs: boolean;
}

interface StepResult extends SaveResult {
  /** The part of the change that this step saves. */
  step: SiteChange;
  /** The part that is still to be saved; null if there is none. */
  next: SiteChange | null;
}

/** Saves the first step of a change: adds the site, archives it or brings it back, or sets its columns. */
async function saveStep(change: SiteChange, batch: string): Promise<StepResult> {
  const { site, fields, seen, isNew, archive } = change;
  if (isNew) {
    const added = await addSite(v.parse(siteFieldsSchema, { ...site, ...fields }), {
      operation: `site/new/${site.name}`,
      batch,
    });
    return { step: change, saved: added, isOurs: true, next: null };
  }
  const isUnchanged = (current: EditedSite) => seen.every((field) => isSameValue(current[field], site[field]));
  if (!archive) return { step: change, next: null, ...(await saveColumns(change, isUnchanged, batch)) };
  const current = seen.length > 0 ? await readSite(site.id) : site;
  if (!isUnchanged(current)) return { step: change, saved: current, isOurs: false, next: null };
  // the code for archiving is loaded only when it is needed
  const { saveArchive } = await fetchCode(() => import('./archive-calls.ts'));
  const { saved, isOurs } = await saveArchive(site, archive, batch);
  if (Object.keys(fields).length === 0) return { step: change, saved, isOurs, next: null };
  // where somebody else has changed these columns meanwhile, the old revision makes the next step find that out
  const base = isUnchanged(saved) ? saved : site;
  return { step: { site, fields: {}, seen: [], archive }, saved, isOurs, next: { site: base, fields, seen } };
}

async function saveColumns(
  { site, fields }: Pick<SiteChange, 'site' | 'fields'>,
  isUnchanged: (current: EditedSite) => boolean,
  batch: string,
): Promise<SaveResult> {
  return withIdempotencyKey(`columns/${site.id}`, { ...fields, revision: site.revision }, (attempt) =>
    saveWithRevision<EditedSite, SaveResult>({
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

/** Whether the service refused a change, so that nothing of it is saved. */
export function isRefusedChange({ errors }: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  const error = errors.get(change);
  return error instanceof RequestError && !isNoService(error);
}

/** Whether a failed change may be saved all the same. Only repeating it shows that. */
export function isUnclearChange(saved: Pick<SitesSaved, 'errors'>, change: SiteChange): boolean {
  return saved.errors.has(change) && !isRefusedChange(saved, change);
}

/** The values of a site in some columns. */
function valuesOf(site: EditedSite, columns: readonly (keyof SavedFields)[]): SavedFields {
  return Object.fromEntries(columns.map((column) => [column, site[column]]));
}

const allColumns = [...siteColumns.map(({ column }) => column), 'promised_before' as const];

/** The columns that a change sets. */
const columnsOf = ({ fields }: SiteChange) => allColumns.filter((column) => column in fields);

/**
 * Joins the saved changes of each site to one, which goes from the values before the first to those after the last. So a site is counted once, and
 * *Undo* takes no earlier change for that of somebody else. Where somebody else has changed a value in between, the changes stay apart.
 */
export function changesOfSites(done: readonly SavedChange[]): SavedChange[] {
  const changes: SavedChange[] = [];
  for (const later of done) {
    const index = changes.findLastIndex(({ saved }) => saved.id === later.saved.id);
    const earlier = changes[index];
    if (earlier && continues(earlier, later)) changes[index] = joined(earlier, later);
    else changes.push(later);
  }
  return changes;
}

/** Whether nobody else has changed the columns of the earlier change until the later one was saved. */
function continues({ change, saved }: SavedChange, later: SavedChange): boolean {
  return (change.isNew ? allColumns : columnsOf(change)).every((column) => {
    const { site } = column in later.change.fields ? later.change : { site: later.saved };
    return isSameValue(site[column], saved[column]);
  });
}

function joined({ change: earlier }: SavedChange, { change: later, saved }: SavedChange): SavedChange {
  const archive = later.archive ?? earlier.archive;
  return {
    change: {
      site: { ...later.site, ...valuesOf(earlier.site, columnsOf(earlier)) },
      fields: { ...earlier.fields, ...later.fields },
      seen: [...new Set([...earlier.seen, ...later.seen])],
      ...(earlier.isNew && { isNew: true }),
      ...(archive && { archive }),
    },
    saved,
  };
}

/** The changes that undo the saved changes. */
export function undoChanges({ done }: Pick<SitesSaved, 'done'>): SiteChange[] {
  return done.map(({ change, saved }) => {
    // an added site is archived, not deleted, and only if nobody has changed it since
    if (change.isNew)
      return { site: saved, fields: {}, seen: allColumns, archive: { do: 'archive', endAccess: false } };
    const changed = columnsOf(change);
    return {
      site: saved,
      fields: valuesOf(change.site, changed),
      seen: changed,
      ...(change.archive && { archive: undoneStep(change.archive) }),
    };
  });
}
