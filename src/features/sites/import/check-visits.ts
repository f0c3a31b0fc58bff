import * as v from 'valibot';
import { smallNameOf } from '../../../lib/file-names.ts';
import { dataOf, RequestError } from '../../../lib/request-error.ts';
import { supabase } from '../../../lib/supabase.ts';
import { uploadFile } from '../../../lib/upload-file.ts';
import {
  applySite,
  missingFiles,
  importDiffOf,
  type ImportTarget,
  type ImportDiff,
} from '../../../records/import/apply-site.ts';
import type { Defect, SitePlan } from '../../../records/import/import-plan.ts';
import { readCsv } from '../../../records/import/read-csv.ts';
import { readVisitCsv, importedName } from '../../../records/import/visit-csv.ts';
import { FileRefused, prepareFile } from '../../../records/upload/prepare-file.ts';

export interface CheckedVisits {
  sites: readonly { plan: SitePlan; diff: ImportDiff }[];
  defects: readonly Defect[];
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
/** A CSV has no keys. */
const keys = { kind: 'none' } as const;

/** Reads a CSV of visits and what importing it would change. @throws ImportUnreadable, RequestError */
export async function checkVisits(
  csv: File,
  files: readonly File[],
  siteNames: readonly string[],
): Promise<CheckedVisits> {
  const rows = readCsv(new Uint8Array(await csv.arrayBuffer()));
  const plan = await readVisitCsv(rows, siteNames, new Date());
  const target = visitTarget(files);
  const sites = await Promise.all(
    plan.sites.map(async (site) => ({ plan: site, diff: importDiffOf(site, await target.siteState(site.name), keys) })),
  );
  const missing = await Promise.all(sites.map(({ diff }) => missingFiles(diff.visits, target)));
  return { sites, defects: inOrder([...plan.defects, ...missing.flat()]) };
}

/** Imports the visits site by site, and continues when a site fails. `doubted`: sites that were unclear last time. */
export async function applyVisits(
  { sites, defects: before }: CheckedVisits,
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
      // oxlint-disable-next-line no-await-in-loop -- one site after the other: all of it, or nothing
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
  return { added, sites: sitesAdded, failed, unclear, known, defects: inOrder([...before, ...newDefects]) };
}

/** Whether the server has refused the request, so that nothing was written; any other error may hide a success. */
const isRefusal = (error: unknown) => error instanceof RequestError && error.status >= 400 && error.status < 500;

const byNumber = new Intl.Collator('en', { numeric: true });

/** By row, row 10 after row 9. */
function inOrder(defects: readonly Defect[]): Defect[] {
  return defects.toSorted((a, b) => byNumber.compare(a.row, b.row));
}

/** Imports through this session, with the chosen files, which are found by name, ignoring case. */
function visitTarget(files: readonly File[]): ImportTarget {
  const byName = new Map(files.map((file) => [file.name.toLowerCase(), file]));
  return {
    siteState: async (site) => {
      const { site_id, sources } = v.parse(state, dataOf(await supabase.rpc('import_state', { site })));
      // a CSV has no counts or keys
      return { siteId: site_id, sources, hasCounts: true, hasKey: true };
    },
    reserve: () => Promise.reject(new Error('A CSV of visits adds no sites')),
    hasFile: async (name) => byName.has(name.toLowerCase()),
    store: async (siteId, visit, name, kind) => {
      const file = byName.get(name.toLowerCase());
      if (!file) return { wrong: 'is not there' };
      try {
        const { content, small } = await prepareFile(file, kind);
        const objectName = await importedName(siteId, visit, name, kind === 'pdf' ? 'pdf' : 'jpg');
        // the small one first: whoever finds the large one must find both
        if (small) await uploadFile(smallNameOf(objectName), small);
        return { url: await uploadFile(objectName, content) };
      } catch (error) {
        if (error instanceof FileRefused) return { wrong: error.wrong };
        throw error;
      }
    },
    send: async ({ name, visits }) => {
      const { added } = v.parse(written, dataOf(await supabase.rpc('import_site', { site: { name, visits } })));
      return { added, key: null };
    },
  };
}
