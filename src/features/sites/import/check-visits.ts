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

/** Opens a chosen file. @throws ImportUnreadable for what is no table, with what to do */
export async function openChosen(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return openTable(bytes, () => fetchCode(() => import('../../../records/import/workbook.ts')));
}

/** What importing the visits of a site would do. */
export interface CheckedSite {
  plan: SitePlan;
  diff: ImportDiff;
  /** Visits that were imported before and differ in the file. */
  updates: readonly VisitUpdate[];
}

export interface CheckedVisits {
  options: FileReading;
  /** Whether its heads are those of a table of sites, which is imported in another way. */
  isOfSites: boolean;
  /** Null where the rows cannot be told apart, as `unreadable` says. */
  reading: TableReading | null;
  unreadable: string | null;
  sites: readonly CheckedSite[];
  /** Visits that would be added although a similar visit of their day is stored. */
  sameDay: readonly { row: string; site: string; visit: VisitText; there: StoredTask }[];
  defects: readonly Defect[];
  /** The defects of rows that are imported, and those where nothing is to be repaired. */
  remarks: readonly Defect[];
}

/** `failed`: sites of which nothing was written; `unclear`: sites without a clear response. */
export interface AppliedVisits {
  run: ImportRun;
  added: number;
  updated: number;
  /** Where something was added or updated. */
  sites: number;
  failed: readonly string[];
  unclear: readonly string[];
  /** Visits imported earlier. */
  known: number;
  /** From the check and from writing. */
  defects: readonly Defect[];
}

/** A table has no keys. */
const keys = { kind: 'none' } as const;

/** What the server has of the sites of a table, asked once for each. */
export interface ServerReads {
  state: (site: string) => Promise<SiteState>;
  tasks: (site: string) => Promise<readonly StoredTask[]>;
  /** The sources of visits that were computed. */
  sources: Map<string, string>;
}

/** Caches what the server answered, because a table is checked again with every decision. A failed request is repeated. */
export function serverReads(): ServerReads {
  return {
    state: memoized(siteState),
    tasks: memoized(storedTasks),
    sources: new Map(),
  };
}

function memoized<Answer>(ask: (site: string) => Promise<Answer>): (site: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (site) => {
    const cached = answers.get(site);
    if (cached) return cached;
    const answer = ask(site);
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
 * Reads a table of visits and what importing it would change.
 * @throws RequestError, or the reason of the signal when it was given up
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
      const others = tasks.filter(({ id }) => !diff.claimed.has(id));
      const sameDay = Array.from(sameDayVisits(diff.visits, others), ([{ row, visit }, there]) => ({
        row,
        site: plan.name,
        visit,
        there,
      }));
      const shared = sharedJobRemarks(diff, updates, tasks);
      return { site: { plan, diff, updates }, sameDay, remarks: [...shared, ...timeRemarks(diff.known, tasks)] };
    }),
  );
  const sites = checked.map(({ site }) => site);
  const missing = (await Promise.all(sites.map(({ diff }) => missingFiles(diff.visits, target)))).flat();
  const found = [...checked.flatMap((one) => one.remarks), ...missing];
  // rows that can be repaired in place show their defects there
  const repairable = new Set(
    reading.rows.flatMap(({ name, fault, repairs }) => ((fault?.fields ?? repairs).length > 0 ? [name] : [])),
  );
  const remarks = reading.plan.defects.filter(({ row }) => !repairable.has(row));
  return {
    options,
    isOfSites,
    reading,
    unreadable: null,
    sites,
    sameDay: checked.flatMap(({ sameDay }) => sameDay),
    defects: byRow([...reading.plan.defects, ...found]),
    remarks: byRow([...remarks, ...found]),
  };
}

/** Imports the visits site by site, and continues when a site fails. `unconfirmed`: sites whose earlier import got no clear response. */
export async function applyVisits(
  { sites, defects: before }: Pick<CheckedVisits, 'sites' | 'defects'>,
  run: ImportRun,
  files: readonly File[],
  unconfirmed: readonly string[],
  onVisit: (done: number) => void,
): Promise<AppliedVisits> {
  // whether the last request may have been carried out, though its response is missing
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
      // one site after the other: all of it, or nothing
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

/** Whether the server has refused the request, so that nothing was written; any other error may hide a success. */
const isRefusal = (error: unknown) => error instanceof RequestError && error.status >= 400 && error.status < 500;

const byNumber = new Intl.Collator('en', { numeric: true });

/** By row, row 10 after row 9. */
function byRow(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => byNumber.compare(a.row, b.row));
}

/** Imports through this session, with the chosen files. */
function visitTarget(files: readonly File[]): ImportTarget {
  const finder = finderOf(files);
  const find = (name: string, kind: 'photo' | 'pdf') => {
    const found = finder.find(name, kind);
    return typeof found === 'string' ? null : found.file;
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
        // the small rendition first, because the large one is taken as a sign that both are stored
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

/** Finds the chosen files. A file that was chosen twice counts once. */
function finderOf(files: readonly File[]): FileFinder<File> {
  return new FileFinder([
    ...new Map(files.map((file) => [`${file.name}/${file.size}/${file.lastModified}`, file])).values(),
  ]);
}
