import pLimit from 'p-limit';
import { t } from '../../lib/language/translate.ts';
import { isNoService } from '../../lib/request-error.ts';
import { storedCarPosts } from '../failure/failure-record.ts';
import type { NewTask, StoredTask } from '../task/task.ts';
import { quoted, type Defect, type ImportedVisit, type SitePlan } from './import-plan.ts';
import { matchKnown, type KnownVisit, type MatchedVisit } from './known-visit.ts';
import { filesOfVisit, newFiles, type VisitFile, type VisitUpdate } from './visit-update.ts';

/*
 * Imports the visits of one site. A visit is recognised by its source and imported only once, so a failed run can simply be repeated. The files
 * are uploaded first. Then the site's record, visits, counts and key are stored in one transaction. A file that cannot be used is reported as
 * a defect, and its visit is imported without it. A visit that somebody has changed since it was read is not updated.
 */

export interface SiteState {
  siteId: number | null;
  visits: readonly KnownVisit[];
  hasCounts: boolean;
  hasKey: boolean;
}

/** How the import treats access keys: the old keys stay valid until a day, new keys are issued, or neither. */
export type KeyChoice = { kind: 'old'; until: string } | { kind: 'new' } | { kind: 'none' };

/** A run of the import. Its sites come from one file and are undone together. */
export interface ImportRun {
  /** A random UUID. */
  id: string;
  /** The name of the file. */
  file: string;
}

interface SentSite {
  name: string;
  record: SitePlan['record'];
  visits: { source: string; row: string | null; visit: NewTask }[];
  /** `was`: the visit as it was read. The database does not update a visit that differs from it. */
  updates: { source: string; row: string | null; was: StoredTask; visit: Partial<NewTask> }[];
  posts: ReturnType<typeof storedCarPosts> | null;
  key: { label: string; old: string | null; until: string | null } | null;
  import: ImportRun;
}

export interface ImportTarget {
  siteState: (site: string) => Promise<SiteState>;
  /** The stored visits of a site, hidden ones too. */
  tasks: (site: string) => Promise<readonly StoredTask[]>;
  /** Reserves the id of a site that does not exist yet; its files are uploaded under it. */
  reserve: (site: string) => Promise<number>;
  /** @param file the URL or the name of the file */
  hasFile: (file: string) => Promise<boolean>;
  /** Uploads a file, and the small rendition of a photo. Returns the URL that a task stores, or the message why the file cannot be used. */
  store: (
    siteId: number,
    visit: ImportedVisit,
    file: string,
    kind: 'photo' | 'pdf',
  ) => Promise<{ url: string } | { problem: string }>;
  /** Stores a site in one transaction. */
  send: (site: SentSite) => Promise<{ added: number; updated: number; key: { key: string | null } | null }>;
}

export interface ImportDiff {
  isNew: boolean;
  /** The visits to add, each under the source by which a later import recognises it. */
  visits: readonly ImportedVisit[];
  /** The visits that are stored already, under the source by which they were recognised. */
  known: readonly MatchedVisit[];
  /**
   * The ids of stored visits that no other row can match: a row of the file matches them already, or they were hidden when their import
   * was undone.
   */
  claimed: ReadonlySet<number>;
  takesPosts: boolean;
  key: SentSite['key'];
}

/** The difference between the plan of a site and its stored state. */
export function importDiffOf(plan: SitePlan, state: SiteState, keys: KeyChoice): ImportDiff {
  const matched = matchKnown(plan.visits, state.visits);
  const known = matched.flatMap(({ visit, known: match }) =>
    match && match.state !== 'undone' ? [{ visit, known: match }] : [],
  );
  const undone = state.visits.filter((visit) => visit.state === 'undone');
  return {
    isNew: state.siteId === null,
    visits: matched.flatMap(({ visit, known: match }) => (match && match.state !== 'undone' ? [] : [visit])),
    known,
    claimed: new Set([...known.map((entry) => entry.known), ...undone].map(({ taskId }) => taskId)),
    takesPosts: plan.posts !== null && !state.hasCounts,
    key: keyToSend(plan, state, keys),
  };
}

function keyToSend(plan: SitePlan, state: SiteState, keys: KeyChoice): SentSite['key'] {
  if (plan.record === null) return null;
  // the database takes at most 120 characters
  const label = (note: string) => Array.from(`${plan.name} (${note})`).slice(0, 120).join('');
  if (keys.kind === 'new') return state.hasKey ? null : { label: label('imported'), old: null, until: null };
  // the database recognises an old key by its hash
  return keys.kind === 'old' && plan.oldKey !== null
    ? { label: label('old key'), old: plan.oldKey, until: keys.until }
    : null;
}

/** A defect for each file of the visits that does not exist. */
export async function missingFiles(
  visits: readonly ImportedVisit[],
  target: Pick<ImportTarget, 'hasFile'>,
): Promise<Defect[]> {
  const limit = pLimit(8);
  const checks = visits.flatMap((visit) =>
    filesOfVisit(visit).map(({ file, kind }) =>
      limit(async () => ((await target.hasFile(file)) ? [] : [fileDefect(visit, notThere(kind, file))])),
    ),
  );
  return (await Promise.all(checks)).flat();
}

/** The message that a file of a visit does not exist. */
export function notThere(kind: VisitFile['kind'], name: string): string {
  const file = quoted(name);
  return kind === 'photo' ? t('The photo {file} is not there.', { file }) : t('The PDF {file} is not there.', { file });
}

function fileDefect({ row }: ImportedVisit, problem: string): Defect {
  return { row, problem, remedy: t('Imported without it.') };
}

export interface SiteOutcome {
  added: number;
  updated: number;
  known: number;
  /** A newly issued key, shown only once; null for none. */
  newKey: string | null;
  /** A key was issued, but the response with the key was lost. */
  isKeyLost: boolean;
  defects: Defect[];
}

/**
 * Imports a site: its files first, then its record, visits, counts and key in one transaction. Visits that were imported before are skipped,
 * so it can be called again after an error. If the answer is lost, it reads the site's state, and throws unless that shows that everything is
 * stored. It never shows that for updates (`isStored`).
 * @param updates changes of visits that are stored already
 * @param onVisit called after the files of each visit
 * @throws RequestError, or an Error when the site does not exist and the plan has no record for it
 */
export async function applySite(
  plan: SitePlan,
  keys: KeyChoice,
  target: ImportTarget,
  run: ImportRun,
  { updates = [], onVisit = () => undefined }: { updates?: readonly VisitUpdate[]; onVisit?: () => void } = {},
): Promise<SiteOutcome> {
  const state = await target.siteState(plan.name);
  const diff = importDiffOf(plan, state, keys);
  const unchangedOutcome = {
    added: 0,
    updated: 0,
    known: diff.known.length,
    newKey: null,
    isKeyLost: false,
    defects: [],
  };
  const isUnchanged = diff.visits.length + updates.length === 0 && !diff.takesPosts && diff.key === null;
  if (!diff.isNew && isUnchanged) return unchangedOutcome;
  if (diff.isNew && plan.record === null) throw new Error(`There is no site named ${plan.name}`);
  const siteId = state.siteId ?? (await target.reserve(plan.name));
  const defects: Defect[] = [];
  const limit = pLimit(4);
  const visits = await Promise.all(
    diff.visits.map((visit) =>
      limit(async () => {
        const stored = await withStoredFiles(visit, siteId, target, defects);
        onVisit();
        return { source: visit.source, row: visit.rowSource ?? null, visit: stored };
      }),
    ),
  );
  const changes = await Promise.all(
    updates.map(({ visit, task, values }) =>
      limit(async () => {
        const files = await newFilesOf(visit, task, siteId, target, defects);
        onVisit();
        return { source: visit.source, row: visit.rowSource ?? null, was: task, visit: { ...values, ...files } };
      }),
    ),
  );
  const sent: SentSite = {
    name: plan.name,
    record: diff.isNew ? plan.record : null,
    visits,
    updates: changes,
    posts: diff.takesPosts && plan.posts ? storedCarPosts(plan.posts) : null,
    key: diff.key,
    import: run,
  };
  try {
    const { added, updated, key } = await target.send(sent);
    return {
      added,
      updated,
      known: plan.visits.length - added - updated,
      newKey: key?.key ?? null,
      isKeyLost: false,
      defects,
    };
  } catch (error) {
    // if only the answer was lost, everything is stored, because the request is one transaction
    const mayBeStored = isNoService(error);
    if (!mayBeStored || !isStored(sent, await target.siteState(plan.name))) throw error;
    return {
      added: visits.length,
      updated: 0,
      known: diff.known.length,
      newKey: null,
      isKeyLost: isNewKey(sent),
      defects,
    };
  }
}

const isNewKey = ({ key }: SentSite) => key !== null && key.old === null;

/**
 * Whether everything that was sent is stored. False when updates were sent: the state does not show whether they were made.
 */
function isStored(sent: SentSite, { siteId, visits, hasCounts, hasKey }: SiteState): boolean {
  const known = new Set(visits.flatMap(({ source, state }) => (state === 'undone' ? [] : [source])));
  return (
    siteId !== null &&
    sent.updates.length === 0 &&
    sent.visits.every(({ source }) => known.has(source)) &&
    (sent.posts === null || hasCounts) &&
    (!isNewKey(sent) || hasKey)
  );
}

async function withStoredFiles(
  imported: ImportedVisit,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<NewTask> {
  const { urls = [], pdf = '' } = await storeVisitFiles(filesOfVisit(imported), imported, siteId, target, defects);
  return { ...imported.visit, urls, pdf };
}

/** The file members of an update. Stored files stay; without a new file in the row, the result is empty. */
async function newFilesOf(
  imported: ImportedVisit,
  task: StoredTask,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<Partial<Pick<NewTask, 'urls' | 'pdf'>>> {
  const addedFiles = await newFiles(imported, task, siteId);
  const { urls = [], pdf } = await storeVisitFiles(addedFiles, imported, siteId, target, defects);
  return { ...(urls.length > 0 && { urls: [...task.urls, ...urls] }), ...(pdf !== undefined && { pdf }) };
}

async function storeVisitFiles(
  files: readonly VisitFile[],
  imported: ImportedVisit,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<{ urls?: string[]; pdf?: string }> {
  const urls: string[] = [];
  let pdf: string | undefined;
  for (const { file, kind } of files) {
    // one file at a time, so that few photos are in memory
    const stored = await target.store(siteId, imported, file, kind);
    if ('problem' in stored) defects.push(fileDefect(imported, stored.problem));
    else if (kind === 'pdf') pdf = stored.url;
    else urls.push(stored.url);
  }
  return { ...(urls.length > 0 && { urls }), ...(pdf !== undefined && { pdf }) };
}
