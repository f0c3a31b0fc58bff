import * as v from 'valibot';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { smallNameOf } from '../../../lib/file-names.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { dataOf, RequestError } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { uploadFile } from '../../../lib/upload/upload-file.ts';
import {
  applySite,
  missingFiles,
  importDiffOf,
  notThere,
  type ImportRun,
  type ImportTarget,
  type ImportDiff,
  type SiteState,
} from '../../../records/import/apply-site.ts';
import { FileFinder } from '../../../records/import/file-list.ts';
import { importedSchema, siteStateSchema } from '../../../records/import/import-calls.ts';
import {
  ImportUnreadable,
  quoted,
  type Defect,
  type SitePlan,
  type VisitText,
} from '../../../records/import/import-plan.ts';
import { sameDayVisits } from '../../../records/import/same-day.ts';
import { sharedJobRemarks } from '../../../records/import/shared-jobs.ts';
import type { ImportSite } from '../../../records/import/site-names.ts';
import type { TableChoices } from '../../../records/import/table-choices.ts';
import {
  openTable,
  readingOf,
  tableOf,
  type FileChoices,
  type FileReading,
  type Table,
  type TableFile,
} from '../../../records/import/table-file.ts';
import { importedName } from '../../../records/import/visit-source.ts';
import { readVisitTable, type TableReading } from '../../../records/import/visit-table.ts';
import { timeRemarks, visitUpdates, type VisitUpdate } from '../../../records/import/visit-update.ts';
import { tasksQuery } from '../../../records/task/task-queries.ts';
import type { StoredTask } from '../../../records/task/task.ts';
import { FileRefused, prepareFile } from '../../../records/upload/prepare-file.ts';
import { tableSubject } from '../import-sites/site-heads.ts';

/**
 * Opens a chosen file.
 * @throws ImportUnreadable if the file is no table; its message says what to do
 */
export async function openChosen(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return openTable(bytes, () => fetchCode(() => import('../../../records/import/workbook.ts')));
}

/** The changes that importing the visits of a site would make. */
export interface CheckedSite {
  plan: SitePlan;
  diff: ImportDiff;
  /** The visits that were imported before and differ from the file. */
  updates: readonly VisitUpdate[];
}

/** The result of a check: how the table was read, and what importing it would change. */
export interface CheckedVisits {
  options: FileReading;
  /** Whether the column heads are those of a table of sites, which belongs to the other import. */
  isOfSites: boolean;
  /** Null if the file could not be read as a table; `unreadable` then says why. */
  reading: TableReading | null;
  unreadable: string | null;
  sites: readonly CheckedSite[];
  /** The rows whose site already has a similar visit (`existing`) on that day or at that minute. */
  sameDay: readonly { row: string; site: string; visit: VisitText; existing: StoredTask }[];
  defects: readonly Defect[];
  /** The defects to list: without those of rows that can be repaired, which show their defects themselves. */
  remarks: readonly Defect[];
}

/** The result of an import. */
export interface AppliedVisits {
  run: ImportRun;
  added: number;
  updated: number;
  /** The number of sites with added or updated visits. */
  sites: number;
  /** The names of sites where nothing was saved. */
  failed: readonly string[];
  /** The names of sites whose response is missing, so that their visits may be saved or not. */
  unclear: readonly string[];
  /** The number of visits that were imported earlier. */
  known: number;
  /** The defects that the check and the import found. */
  defects: readonly Defect[];
}

/** A table of visits has no access keys to import. */
const keys = { kind: 'none' } as const;

/** The state and the tasks that the server has for the sites of a table. Each site is requested once. */
export interface ServerReads {
  state: (site: string) => Promise<SiteState>;
  tasks: (site: string) => Promise<readonly StoredTask[]>;
  /** The computed source ids of visits, a cache for `readVisitTable`. */
  sources: Map<string, string>;
}

/** Caches the answers of the server, because a table is checked again after every decision. A failed request is not cached. */
export function serverReads(): ServerReads {
  return {
    state: memoized(siteState),
    tasks: memoized(storedTasks),
    sources: new Map(),
  };
}

function memoized<Answer>(request: (site: string) => Promise<Answer>): (site: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (site) => {
    const cached = answers.get(site);
    if (cached) return cached;
    const answer = request(site);
    answers.set(site, answer);
    answer.catch(() => answers.delete(site));
    return answer;
  };
}

async function siteState(site: string): Promise<SiteState> {
  return v.parse(siteStateSchema, dataOf(await supabase.rpc('import_state', { site })));
}

async function storedTasks(site: string): Promise<readonly StoredTask[]> {
  return (await queryClient.fetchQuery(tasksQuery(site))) ?? [];
}

interface TableToCheck {
  photos: readonly File[];
  sites: readonly ImportSite[];
  options: FileChoices;
  choices: TableChoices;
}

/**
 * Reads a table of visits and finds out what importing it would change. It saves nothing.
 * @throws RequestError if the server does not answer or refuses; the reason of the signal if that is aborted
 */
export async function checkVisits(
  file: TableFile,
  { photos, sites: all, options: chosenOptions, choices }: TableToCheck,
  reads: ServerReads,
  signal: AbortSignal,
): Promise<CheckedVisits> {
  const { text, ...options } = readingOf(file, chosenOptions);
  const emptyCheck = { options, isOfSites: false, reading: null, sites: [], sameDay: [], defects: [], remarks: [] };
  let table: Table;
  try {
    table = tableOf(file, { ...options, text });
  } catch (error) {
    if (error instanceof ImportUnreadable) return { ...emptyCheck, unreadable: error.message };
    throw error;
  }
  const isOfSites = tableSubject(table.rows) === 'sites';
  const reading = await readVisitTable(table, all, choices, new Date(), {
    sources: reads.sources,
    signal,
    ...(photos.length > 0 && { files: finderOf(photos) }),
  });
  const target = visitTarget(photos);
  const checked = await Promise.all(
    reading.plan.sites.map(async (plan) => {
      const state = await reads.state(plan.name);
      const diff = importDiffOf(plan, state, keys);
      const tasks = diff.known.length + diff.visits.length > 0 ? await reads.tasks(plan.name) : [];
      const updates = await visitUpdates(diff.known, tasks, state.siteId);
      const otherTasks = tasks.filter(({ id }) => !diff.claimed.has(id));
      const sameDay = Array.from(sameDayVisits(diff.visits, otherTasks), ([{ row, visit }, existing]) => ({
        row,
        site: plan.name,
        visit,
        existing,
      }));
      const shared = sharedJobRemarks(diff, updates, tasks);
      return { site: { plan, diff, updates }, sameDay, remarks: [...shared, ...timeRemarks(diff.known, tasks)] };
    }),
  );
  const sites = checked.map(({ site }) => site);
  const missingFileDefects = (await Promise.all(sites.map(({ diff }) => missingFiles(diff.visits, target)))).flat();
  const laterDefects = [...checked.flatMap((checkedSite) => checkedSite.remarks), ...missingFileDefects];
  // a row that can be repaired shows its defects in the list of repairs
  const repairable = new Set(
    reading.rows.flatMap(({ name, defect, repairs }) => ((defect?.fields ?? repairs).length > 0 ? [name] : [])),
  );
  const remarks = reading.plan.defects.filter(({ row }) => !repairable.has(row));
  return {
    options,
    isOfSites,
    reading,
    unreadable: null,
    sites,
    sameDay: checked.flatMap(({ sameDay }) => sameDay),
    defects: byRow([...reading.plan.defects, ...laterDefects]),
    remarks: byRow([...remarks, ...laterDefects]),
  };
}

/**
 * Imports the visits site by site, and continues if a site fails.
 * @param unconfirmed the sites whose response was missing in an earlier attempt of this run
 * @param onVisit called after each visit with the number of visits so far
 */
export async function applyVisits(
  { sites, defects: before }: Pick<CheckedVisits, 'sites' | 'defects'>,
  run: ImportRun,
  files: readonly File[],
  unconfirmed: readonly string[],
  onVisit: (done: number) => void,
): Promise<AppliedVisits> {
  // whether the last request ended without a response, so that the server may have carried it out
  let isUnanswered = false;
  const { send, ...others } = visitTarget(files);
  const target: ImportTarget = {
    ...others,
    send: async (site) => {
      try {
        return await send(site);
      } catch (error) {
        isUnanswered = !isRefusal(error);
        throw error;
      }
    },
  };
  const failed: string[] = [];
  const unclear: string[] = [];
  const defects: Defect[] = [];
  let [added, updated, known, done, sitesChanged] = [0, 0, 0, 0, 0];
  for (const { plan, updates } of sites) {
    isUnanswered = false;
    try {
      // all visits of a site are saved in one request, or none
      const outcome = await applySite(plan, keys, target, run, { updates, onVisit: () => onVisit((done += 1)) });
      added += outcome.added;
      known += outcome.known;
      updated += outcome.updated;
      if (outcome.added + outcome.updated > 0) sitesChanged += 1;
      defects.push(...outcome.defects);
    } catch (error) {
      console.error('A site could not be taken over', error);
      const isUnclear = unconfirmed.includes(plan.name) || isUnanswered;
      (isUnclear ? unclear : failed).push(plan.name);
    }
  }
  const knownDefects = new Set(before.map(({ row, problem }) => row + problem));
  const newDefects = defects.filter(({ row, problem }) => !knownDefects.has(row + problem));
  return {
    run,
    added,
    updated,
    sites: sitesChanged,
    failed,
    unclear,
    known,
    defects: byRow([...before, ...newDefects]),
  };
}

/** Whether the server refused the request, so that nothing was saved. After any other error, the visits may be saved. */
const isRefusal = (error: unknown) => error instanceof RequestError && error.status >= 400 && error.status < 500;

const byNumber = new Intl.Collator('en', { numeric: true });

/** Sorts defects by the number of their row. */
function byRow(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => byNumber.compare(a.row, b.row));
}

/** The target that imports with the session of this person and uploads the chosen files. */
function visitTarget(files: readonly File[]): ImportTarget {
  const finder = finderOf(files);
  const find = (name: string, kind: 'photo' | 'pdf') => {
    const result = finder.find(name, kind);
    return typeof result === 'string' ? null : result.file;
  };
  return {
    siteState,
    tasks: storedTasks,
    reserve: () => Promise.reject(new Error('A table of visits adds no sites')),
    hasFile: async (name) => (find(name, 'photo') ?? find(name, 'pdf')) !== null,
    store: async (siteId, visit, name, kind) => {
      const file = find(name, kind);
      if (!file) return { problem: notThere(kind, name) };
      try {
        const { content, small } = await prepareFile(file, kind);
        const objectName = await importedName(siteId, visit, name, kind === 'pdf' ? 'pdf' : 'jpg');
        // the small rendition goes first: if the large one exists, both are taken to be uploaded
        if (small) await uploadFile(smallNameOf(objectName), small);
        return { url: await uploadFile(objectName, content) };
      } catch (error) {
        if (error instanceof FileRefused) return { problem: error.defect(quoted(name)) };
        throw error;
      }
    },
    send: async ({ name, visits, updates, import: run }) =>
      v.parse(
        importedSchema,
        dataOf(await supabase.rpc('import_site', { site: { name, visits, updates, import: { ...run } } })),
      ),
  };
}

/** A finder for the chosen files. A file that was chosen twice counts once. */
function finderOf(files: readonly File[]): FileFinder<File> {
  return new FileFinder([
    ...new Map(files.map((file) => [`${file.name}/${file.size}/${file.lastModified}`, file])).values(),
  ]);
}
