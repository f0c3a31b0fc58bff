import pLimit from 'p-limit';
import { isNoService } from '../../lib/request-error.ts';
import { storedCarPosts } from '../failure/failure-record.ts';
import type { NewTask } from '../task/task.ts';
import { quoted, type Defect, type ImportedVisit, type SitePlan } from './import-plan.ts';
import { t } from '../../lib/language/translate.ts';

export interface SiteState {
  siteId: number | null;
  /** The sources of the visits imported so far. */
  sources: readonly string[];
  hasCounts: boolean;
  hasKey: boolean;
}

type SiteFileKind = 'photo' | 'pdf';

/** Which keys the import makes: the old keys stay valid until a day, new keys are issued, or none. */
export type KeyChoice = { kind: 'old'; until: string } | { kind: 'new' } | { kind: 'none' };

interface SentSite {
  name: string;
  record: SitePlan['record'];
  visits: { source: string; visit: NewTask }[];
  posts: ReturnType<typeof storedCarPosts> | null;
  key: { label: string; old: string | null; until: string | null } | null;
}

export interface ImportTarget {
  siteState: (site: string) => Promise<SiteState>;
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
  send: (site: SentSite) => Promise<{ added: number; key: { key: string | null } | null }>;
}

export interface ImportDiff {
  isNew: boolean;
  visits: readonly ImportedVisit[];
  known: number;
  takesPosts: boolean;
  key: SentSite['key'];
}

/** What an import would add to what is stored of a site. */
export function importDiffOf(plan: SitePlan, state: SiteState, keys: KeyChoice): ImportDiff {
  const known = new Set(state.sources);
  const visits = plan.visits.filter(({ source }) => !known.has(source));
  return {
    isNew: state.siteId === null,
    visits,
    known: plan.visits.length - visits.length,
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
  const found = visits.flatMap((visit) =>
    filesOfVisit(visit).map(({ file, kind }) =>
      limit(async () => ((await target.hasFile(file)) ? [] : [fileDefect(visit, notThere(kind, file))])),
    ),
  );
  return (await Promise.all(found)).flat();
}

function filesOfVisit({ photos, pdf }: ImportedVisit): { file: string; kind: SiteFileKind }[] {
  return [
    ...photos.map((file) => ({ file, kind: 'photo' as const })),
    ...(pdf === null ? [] : [{ file: pdf, kind: 'pdf' as const }]),
  ];
}

/** Says that a file of a visit is missing. */
export function notThere(kind: SiteFileKind, name: string): string {
  const file = quoted(name);
  return kind === 'photo' ? t('The photo {file} is not there.', { file }) : t('The PDF {file} is not there.', { file });
}

function fileDefect({ row }: ImportedVisit, problem: string): Defect {
  return { row, problem, remedy: t('Imported without it.') };
}

export interface SiteOutcome {
  added: number;
  known: number;
  /** A newly issued key, shown only once; null for none. */
  newKey: string | null;
  /** A key was issued but the response was lost. */
  isKeyLost: boolean;
  defects: Defect[];
}

/**
 * Imports a site: its files first, then its record, visits, counts and key in one transaction. What was imported before
 * is skipped, so it can be called again after an error.
 * @param onVisit called for each visit whose files are uploaded.
 */
export async function applySite(
  plan: SitePlan,
  keys: KeyChoice,
  target: ImportTarget,
  onVisit: () => void = () => undefined,
): Promise<SiteOutcome> {
  const state = await target.siteState(plan.name);
  const diff = importDiffOf(plan, state, keys);
  const nothing = { added: 0, known: diff.known, newKey: null, isKeyLost: false, defects: [] };
  if (!diff.isNew && diff.visits.length === 0 && !diff.takesPosts && diff.key === null) return nothing;
  if (diff.isNew && plan.record === null) throw new Error(`There is no site named ${plan.name}`);
  const siteId = state.siteId ?? (await target.reserve(plan.name));
  const defects: Defect[] = [];
  const limit = pLimit(4);
  const visits = await Promise.all(
    diff.visits.map((visit) =>
      limit(async () => {
        const sent = { source: visit.source, visit: await withStoredFiles(visit, siteId, target, defects) };
        onVisit();
        return sent;
      }),
    ),
  );
  const sent: SentSite = {
    name: plan.name,
    record: diff.isNew ? plan.record : null,
    visits,
    posts: diff.takesPosts && plan.posts ? storedCarPosts(plan.posts) : null,
    key: diff.key,
  };
  try {
    const { added, key } = await target.send(sent);
    return { added, known: plan.visits.length - added, newKey: key?.key ?? null, isKeyLost: false, defects };
  } catch (error) {
    // perhaps only the response was lost: what was sent is stored whole, or not at all
    const mayBeThere = isNoService(error);
    if (!mayBeThere || !isThere(sent, await target.siteState(plan.name))) throw error;
    return { added: visits.length, known: diff.known, newKey: null, isKeyLost: isNewKey(sent), defects };
  }
}

const isNewKey = ({ key }: SentSite) => key !== null && key.old === null;

function isThere(sent: SentSite, { siteId, sources, hasCounts, hasKey }: SiteState): boolean {
  const known = new Set(sources);
  return (
    siteId !== null &&
    sent.visits.every(({ source }) => known.has(source)) &&
    (sent.posts === null || hasCounts) &&
    (!isNewKey(sent) || hasKey)
  );
}

async function withStoredFiles(
  found: ImportedVisit,
  siteId: number,
  target: ImportTarget,
  defects: Defect[],
): Promise<NewTask> {
  const urls: string[] = [];
  let pdf = '';
  for (const { file, kind } of filesOfVisit(found)) {
    // one at a time, so that few photos are in memory at once
    const stored = await target.store(siteId, found, file, kind);
    if ('problem' in stored) defects.push(fileDefect(found, stored.problem));
    else if (kind === 'pdf') pdf = stored.url;
    else urls.push(stored.url);
  }
  return { ...found.visit, urls, pdf };
}
