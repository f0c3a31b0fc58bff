import * as v from 'valibot';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { smallNameOf } from '../../../lib/file-names.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { dataOf, RequestError } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import {
  applySite,
  missingFiles,
  importDiffOf,
  notThere,
  type ImportTarget,
  type ImportDiff,
  type SiteState,
} from '../../../records/import/apply-site.ts';
import {
  ImportUnreadable,
  quoted,
  type Defect,
  type SitePlan,
  type VisitText,
} from '../../../records/import/import-plan.ts';
import { sameDayVisits } from '../../../records/import/same-day.ts';
import type { ImportSite } from '../../../records/import/site-names.ts';
import {
  openTable,
  readingOf,
  tableRows,
  type FileChoices,
  type FileReading,
  type TableFile,
} from '../../../records/import/table-file.ts';
import { importedName } from '../../../records/import/visit-source.ts';
import type { TableChoices } from '../../../records/import/table-choices.ts';
import { readVisitTable, type TableReading } from '../../../records/import/visit-table.ts';
import type { StoredTask } from '../../../records/task/task.ts';
import { tasksQuery } from '../../../records/task/task-queries.ts';
import { FileRefused, prepareFile } from '../../../records/upload/prepare-file.ts';

/** Opens a chosen file. @throws ImportUnreadable for what is no table, with what to do */
export async function openChosen(file: File): Promise<TableFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return openTable(bytes, () => fetchCode(() => import('../../../records/import/workbook.ts')));
}

export interface CheckedVisits {
  how: FileReading;
  /** Null where the rows cannot be told apart, as `unreadable` says. */
  reading: TableReading | null;
  unreadable: string | null;
  sites: readonly { plan: SitePlan; diff: ImportDiff }[];
  /** Visits that would be added although one like them is there on their day. */
  sameDay: readonly { row: string; site: string; visit: VisitText; there: StoredTask }[];
  defects: readonly Defect[];
  /** Of the defects, those of rows that are imported, or of which nothing is to be repaired. */
  remarks: readonly Defect[];
}

/** `failed`: sites of which nothing was written; `unclear`: sites without a clear response. */
export interface AppliedVisits {
  added: number;
  sites: number;
  failed: readonly string[];
  unclear: readonly string[];
  /** Visits imported earlier. */
  known: number;
  /** From the check and from writing. */
  defects: readonly Defect[];
}

const state = v.object({ site_id: v.nullable(v.number()), sources: v.array(v.string()) });
const written = v.object({ added: v.number() });
/** A table has no keys. */
const keys = { kind: 'none' } as const;

/** What the server has of the sites of a table, asked once for each. */
export interface ServerReads {
  state: (site: string) => Promise<SiteState>;
  tasks: (site: string) => Promise<readonly StoredTask[]>;
  /** The sources of visits that were computed. */
  sources: Map<string, string>;
}

/** Remembers what was read, as a table is read again with every decision. What failed is asked again. */
export function serverReads(): ServerReads {
  return {
    state: remembered(siteState),
    tasks: remembered(async (site) => (await queryClient.fetchQuery(tasksQuery(site))) ?? []),
    sources: new Map(),
  };
}

function remembered<Answer>(ask: (site: string) => Promise<Answer>): (site: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (site) => {
    const known = answers.get(site);
    if (known) return known;
    const asked = ask(site);
    answers.set(site, asked);
    asked.catch(() => answers.delete(site));
    return asked;
  };
}

async function siteState(site: string): Promise<SiteState> {
  const { site_id, sources } = v.parse(state, dataOf(await supabase.rpc('import_state', { site })));
  // a table has no counts or keys
  return { siteId: site_id, sources, hasCounts: true, hasKey: true };
}

interface TableToCheck {
  photos: readonly File[];
  sites: readonly ImportSite[];
  how: FileChoices;
  choices: TableChoices;
}

/**
 * Reads a table of visits and what importing it would change.
 * @throws RequestError, or the reason of the signal when it was given up
 */
export async function checkVisits(
  file: TableFile,
  { photos, sites: all, how: wanted, choices }: TableToCheck,
  reads: ServerReads,
  signal: AbortSignal,
): Promise<CheckedVisits> {
  const { text, ...how } = readingOf(file, wanted);
  const nothing = { how, reading: null, sites: [], sameDay: [], defects: [], remarks: [] };
  let rows: ReturnType<typeof tableRows>;
  try {
    rows = tableRows(file, { ...how, text });
  } catch (error) {
    if (error instanceof ImportUnreadable) return { ...nothing, unreadable: error.message };
    throw error;
  }
  const reading = await readVisitTable(rows, all, choices, new Date(), { sources: reads.sources, signal });
  const target = visitTarget(photos);
  const sites = await Promise.all(
    reading.plan.sites.map(async (plan) => ({ plan, diff: importDiffOf(plan, await reads.state(plan.name), keys) })),
  );
  const sameDay = await Promise.all(
    sites.map(async ({ plan, diff }) => {
      if (diff.visits.length === 0) return [];
      const found = sameDayVisits(diff.visits, plan.visits, await reads.tasks(plan.name));
      return Array.from(found, ([{ row, visit }, there]) => ({ row, site: plan.name, visit, there }));
    }),
  );
  const missing = (await Promise.all(sites.map(({ diff }) => missingFiles(diff.visits, target)))).flat();
  const repairable = new Set<Defect>(
    reading.rows.flatMap(({ fault }) => (fault && fault.fields.length > 0 ? [fault] : [])),
  );
  const remarks = reading.plan.defects.filter((defect) => !repairable.has(defect));
  return {
    how,
    reading,
    unreadable: null,
    sites,
    sameDay: sameDay.flat(),
    defects: byRow([...reading.plan.defects, ...missing]),
    remarks: byRow([...remarks, ...missing]),
  };
}

/** Imports the visits site by site, and continues when a site fails. `doubted`: sites that were unclear last time. */
export async function applyVisits(
  { sites, defects: before }: Pick<CheckedVisits, 'sites' | 'defects'>,
  files: readonly File[],
  doubted: readonly string[],
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
  let [added, known, done, sitesAdded] = [0, 0, 0, 0];
  for (const { plan } of sites) {
    isUnanswered = false;
    try {
      // one site after the other: all of it, or nothing
      const outcome = await applySite(plan, keys, target, () => onVisit((done += 1)));
      added += outcome.added;
      known += outcome.known;
      if (outcome.added > 0) sitesAdded += 1;
      defects.push(...outcome.defects);
    } catch (error) {
      console.error('A site could not be taken over', error);
      const isUnclear = doubted.includes(plan.name) || isUnanswered;
      (isUnclear ? unclear : failed).push(plan.name);
    }
  }
  const knownDefects = new Set(before.map(({ row, problem }) => row + problem));
  const newDefects = defects.filter(({ row, problem }) => !knownDefects.has(row + problem));
  return { added, sites: sitesAdded, failed, unclear, known, defects: byRow([...before, ...newDefects]) };
}

/** Whether the server has refused the request, so that nothing was written; any other error may hide a success. */
const isRefusal = (error: unknown) => error instanceof RequestError && error.status >= 400 && error.status < 500;

const byNumber = new Intl.Collator('en', { numeric: true });

/** By row, row 10 after row 9. */
function byRow(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => byNumber.compare(a.row, b.row));
}

/** Imports through this session, with the chosen files, which are found by name, ignoring case. */
function visitTarget(files: readonly File[]): ImportTarget {
  const byName = new Map(files.map((file) => [file.name.toLowerCase(), file]));
  return {
    siteState,
    reserve: () => Promise.reject(new Error('A table of visits adds no sites')),
    hasFile: async (name) => byName.has(name.toLowerCase()),
    store: async (siteId, visit, name, kind) => {
      const file = byName.get(name.toLowerCase());
      if (!file) return { problem: notThere(kind, name) };
      try {
        const { content, small } = await prepareFile(file, kind);
        const objectName = await importedName(siteId, visit, name, kind === 'pdf' ? 'pdf' : 'jpg');
        // the small one first: whoever finds the large one must find both
        if (small) await uploadFile(smallNameOf(objectName), small);
        return { url: await uploadFile(objectName, content) };
      } catch (error) {
        if (error instanceof FileRefused) return { problem: error.defect(quoted(name)) };
        throw error;
      }
    },
    send: async ({ name, visits }) => {
      const { added } = v.parse(written, dataOf(await supabase.rpc('import_site', { site: { name, visits } })));
      return { added, key: null };
    },
  };
}
