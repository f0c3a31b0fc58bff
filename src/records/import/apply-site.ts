import pLimit from 'p-limit';
import { t } from '../../lib/language/translate.ts';
import { isNoService } from '../../lib/request-error.ts';
import { storedCarPosts } from '../failure/failure-record.ts';
import type { NewTask, StoredTask } from '../task/task.ts';
import { quoted, type Defect, type ImportedVisit, type SitePlan } from './import-plan.ts';
import { matchKnown, type KnownVisit, type MatchedVisit } from './known-visit.ts';
import { filesOfVisit, newFiles, type VisitFile, type VisitUpdate } from './visit-update.ts';

/*
 * Imports the visits of one site. It promises that a visit is imported once, however often its file is: it is known by its source,
 * and what was imported before is skipped, so a run that failed is simply repeated. Its files are uploaded first, then record,
 * visits, counts and key are stored in one transaction: all of a site or nothing. It costs a few calls for each site and an upload for
 * each new file. A file that cannot be used is a defect in the outcome, and its visit comes without it. An update of a visit that
 * somebody has changed since it was seen is not made.
 */

export interface SiteState {
  siteId: number | null;
  visits: readonly KnownVisit[];
  hasCounts: boolean;
  hasKey: boolean;
}

/** Which keys the import makes: the old keys stay valid until a day, new keys are issued, or none. */
export type KeyChoice = { kind: 'old'; until: string } | { kind: 'new' } | { kind: 'none' };

/** A run of the import: all sites of a file, which are undone together. */
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
  /** `was`: the visit as it was read; the database leaves a visit that is different by now. */
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
  /** @param file its URL or name. */
  hasFile: (file: string) => Promise<boolean>;
  /** Uploads a file, a photo with its small rendition; returns what a task stores, or a sentence that says why the file cannot be used. */
  store: (
    siteId: number,
    visit: ImportedVisit,
    file: string,
    kind: 'photo' | 'pdf',
  ) => Promise<{ url: string } | { problem: string }>;
  /** Stores a site, all of it or nothing. */
  send: (site: SentSite) => Promise<{ added: number; updated: number; key: { key: string | null } | null }>;
}

export interface ImportDiff {
  isNew: boolean;
  /** The visits to add, each under the source by which a later import recognises it. */
  visits: readonly ImportedVisit[];
  /** The visits that are stored already, under the source by which they were recognised. */
  known: readonly MatchedVisit[];
  /**
   * Ids of stored visits that cannot be the match of another row of their day: a row of the file matches them already,
   * or an undone import has hidden them.
   */
  claimed: ReadonlySet<number>;
  takesPosts: boolean;
  key: SentSite['key'];
}

/** What an import would add to what is stored of a site. */
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
  const label = (note: string) => Array.from(`${plan.name} (${note})`).slice(0, 120).join('');
  if (keys.kind === 'new') return state.hasKey ? null : { label: label('imported'), old: null, until: null };
  // the database recognises an old key by its hash
  return keys.kind === 'old' && plan.oldKey !== null
    ? { label: label('old key'), old: plan.oldKey, until: keys.until }
    : null;
}

/** A defect for each file of the visits that is not there. */
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

/** Says that a file of a visit is missing. */
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
  /** A key was issued but the response was lost. */
  isKeyLost: boolean;
  defects: Defect[];
}

/**
 * Imports a site: its files first, then its record, visits, counts and key in one transaction. It skips what was
 * imported before, so it can be called again after an error; it costs one request per file. Where the answer is lost,
 * it asks what is stored, and throws only where the import is not. (params as before)
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
  const nothing = { added: 0, updated: 0, known: diff.known.length, newKey: null, isKeyLost: false, defects: [] };
  const isNothing = diff.visits.length + updates.length === 0 && !diff.takesPosts && diff.key === null;
  if (!diff.isNew && isNothing) return nothing;
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
    // perhaps only the answer was lost: the request stores everything or nothing
    const mayBeThere = isNoService(error);
    if (!mayBeThere || !isThere(sent, await target.siteState(plan.name))) throw error;
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
 * Whether the site has everything that was sent. It does not know that of updates: a changed visit does not show what
 * it was before.
 */
function isThere(sent: SentSite, { siteId, visits, hasCounts, hasKey }: SiteState): boolean {
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

/** The new files of an update. Stored files stay, and a row that names no file, or no new one, changes none. */
async function newFilesOf(
  imported: ImportedVisit,
  task: StoredTask,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<Partial<Pick<NewTask, 'urls' | 'pdf'>>> {
  const fresh = await newFiles(imported, task, siteId);
  const { urls = [], pdf } = await storeVisitFiles(fresh, imported, siteId, target, defects);
  return { ...(urls.length > 0 && { urls: [...task.urls, ...urls] }), ...(pdf !== undefined && { pdf }) };
}

async function storeVisitFiles(
  files: readonly VisitFile[],
  found: ImportedVisit,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<{ urls?: string[]; pdf?: string }> {
  const urls: string[] = [];
  let pdf: string | undefined;
  for (const { file, kind } of files) {
    // one at a time, so that few photos are in memory at once
    const stored = await target.store(siteId, found, file, kind);
    if ('problem' in stored) defects.push(fileDefect(found, stored.problem));
    else if (kind === 'pdf') pdf = stored.url;
    else urls.push(stored.url);
  }
  return { ...(urls.length > 0 && { urls }), ...(pdf !== undefined && { pdf }) };
}
