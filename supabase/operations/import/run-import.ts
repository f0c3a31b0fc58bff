import { number } from 'valibot';
import { smallNameOf } from '../../../src/lib/file-names.ts';
import { said } from '../../../src/lib/language/translate.ts';
import { isPdf, isWholePdf } from '../../../src/lib/pdf/pdf-rules.ts';
import { countedNoun } from '../../../src/records/counted.ts';
import {
  applySite,
  missingFiles,
  importDiffOf,
  notThere,
  type ImportRun,
  type ImportTarget,
  type KeyChoice,
  type ImportDiff,
} from '../../../src/records/import/apply-site.ts';
import { importedSchema, siteStateSchema } from '../../../src/records/import/import-calls.ts';
import {
  leftOut,
  quoted,
  type Defect,
  type ImportPlan,
  type SitePlan,
} from '../../../src/records/import/import-plan.ts';
import { sameDayVisits } from '../../../src/records/import/same-day.ts';
import { sharedJobRemarks } from '../../../src/records/import/shared-jobs.ts';
import { importedName } from '../../../src/records/import/visit-source.ts';
import { timeRemarks, visitUpdates, type VisitUpdate } from '../../../src/records/import/visit-update.ts';
import { isMisfiled } from '../../../src/records/task/visit.ts';
import { momentText } from '../../../src/records/time.ts';
import { maxPdfMegabytes, maxPhotoBytes, megabyte } from '../../../src/records/upload/file-limits.ts';
import type { AdminApi } from '../place/admin-api.ts';
import { renderPhoto, type OldFiles } from './old-files.ts';

export type Print = (line: string) => void;

interface RunOptions {
  target: ImportTarget;
  keys: KeyChoice;
  run: ImportRun;
  /** Whether stored visits that differ from the file are updated, unless a person has changed them since. */
  update?: boolean;
  apply: boolean;
  print: Print;
  /** Stores an issued key. Called before the next site is imported. */
  storeKey: (site: string, key: string) => Promise<void>;
}

/** The result of an import. `failed`: the sites of which nothing was written. */
export interface ImportResult {
  defects: Defect[];
  added: number;
  updated: number;
  /** How many visits were imported earlier. */
  known: number;
  failed: string[];
  /** The sites whose new key was issued but could not be stored. These keys have to be rotated. */
  keysLost: string[];
}

/** The plan of a table without the visits that seem to be stored already on the same day. Each of them gets a remark. */
export async function withoutSameDay(plan: ImportPlan, api: Pick<AdminApi, 'rpc' | 'tasks'>): Promise<ImportPlan> {
  const sites: SitePlan[] = [];
  const defects: Defect[] = [];
  for (const site of plan.sites) {
    // sites are read one after the other, because the visits of a single site can be megabytes
    const state = await api.rpc('import_state', { site: site.name }, siteStateSchema);
    const { visits, claimed } = importDiffOf(site, state, { kind: 'none' });
    const stored = await api.tasks(site.name);
    const storedMatches = sameDayVisits(
      visits,
      stored.filter(({ id }) => !claimed.has(id)),
    );
    const rows = new Set([...storedMatches.keys()].map(({ row }) => row));
    for (const [{ row }, { time, title }] of storedMatches)
      defects.push({
        row,
        problem: `${site.name} has ${quoted(title)} on the same day, ${momentText(time)}.`,
        remedy: `${said(leftOut)} --same-day add imports it.`,
      });
    sites.push({ ...site, visits: site.visits.filter(({ row }) => !rows.has(row)) });
  }
  return { sites, defects: [...plan.defects, ...defects] };
}

/** Checks every site, prints the problems row by row and, with `apply`, imports all sites that it can. */
export async function runImport(
  plan: ImportPlan,
  { target, keys, run, update = false, apply, print, storeKey }: RunOptions,
): Promise<ImportResult> {
  const result: ImportResult = { defects: [...plan.defects], added: 0, updated: 0, known: 0, failed: [], keysLost: [] };
  for (const defect of plan.defects) printDefect(defect, print);
  const checkedSites: { site: SitePlan; updates: readonly VisitUpdate[] }[] = [];
  for (const site of plan.sites) {
    // one site after the other, so that the output is in order
    const { diff, remarks, updates } = await check(site, target, keys);
    result.defects.push(...remarks);
    for (const defect of remarks) printDefect(defect, print);
    print(diffText(site, diff, updates, update));
    for (const visitUpdate of updates) print(updateText(visitUpdate, update));
    const chosen = update ? updates.filter(({ state }) => state === 'same') : [];
    if (!apply) {
      result.added += diff.visits.length;
      result.updated += chosen.length;
      result.known += diff.known.length - chosen.length;
    }
    checkedSites.push({ site, updates: chosen });
  }
  if (!apply) return result;
  // defects that are found again while the sites are written are not printed twice
  const printed = new Set(result.defects.map(({ row, problem }) => row + problem));
  for (const { site, updates } of checkedSites) {
    try {
      // each site is one transaction
      const outcome = await applySite(site, keys, target, run, { updates });
      const { added, updated, known, newKey, isKeyLost, defects } = outcome;
      result.added += added;
      result.updated += updated;
      result.known += known;
      // the key is available only now, so it is stored before anything else
      const isStored =
        newKey === null ||
        (await storeKey(site.name, newKey).then(
          () => true,
          () => false,
        ));
      if (isKeyLost || !isStored) {
        result.keysLost.push(site.name);
        print(`${site.name}: its new key was made but could not be saved. Rotate it in Access keys.`);
      }
      const newDefects = defects.filter(({ row, problem }) => !printed.has(row + problem));
      result.defects.push(...newDefects);
      for (const defect of newDefects) printDefect(defect, print);
      print(`${site.name}: ${countedNoun(added, 'visit')} imported${updated > 0 ? `, ${updated} updated` : ''}.`);
    } catch (error) {
      result.failed.push(site.name);
      print(`${site.name}: FAILED, nothing was written. ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return result;
}

async function check(
  site: SitePlan,
  target: ImportTarget,
  keys: KeyChoice,
): Promise<{ diff: ImportDiff; remarks: Defect[]; updates: VisitUpdate[] }> {
  const siteState = await target.siteState(site.name);
  const diff = importDiffOf(site, siteState, keys);
  const tasks = diff.isNew ? [] : await target.tasks(site.name);
  const updates = await visitUpdates(diff.known, tasks, siteState.siteId);
  const missing = await missingFiles(diff.visits, target);
  const remarks = [...sharedJobRemarks(diff, updates, tasks), ...timeRemarks(diff.known, tasks), ...missing];
  return { diff, updates, remarks };
}

function printDefect({ row, problem, remedy }: Defect, print: Print): void {
  print(`${row}: ${problem} ${remedy}`);
}

/** The line about a visit that differs from the file: what changes, or why nothing changes. */
function updateText({ visit: { row }, state, differences }: VisitUpdate, update: boolean): string {
  if (state === 'hidden') return `${row}: It was deleted here and stays deleted.`;
  const changes = differences.map(({ label, before, after }) => `${label} ${quoted(before)} to ${quoted(after)}`);
  if (state === 'changed')
    return `${row}: It was changed here since and stays as it is. In the file: ${changes.join(', ')}.`;
  return `${row}: ${update ? 'Updated' : 'Left as it is, --update changes it'}: ${changes.join(', ')}.`;
}

function diffText(
  site: SitePlan,
  { isNew, visits, known, takesPosts, key }: ImportDiff,
  updates: readonly VisitUpdate[],
  update: boolean,
): string {
  const files = visits.reduce((sum, { photos, pdf }) => sum + photos.length + (pdf === null ? 0 : 1), 0);
  const misfiled = visits.filter(({ visit }) => isMisfiled(visit)).length;
  const parts = [
    isNew ? 'a new site' : 'there already',
    `${countedNoun(visits.length, 'visit')} to import`,
    known.length > 0 && `${known.length} imported earlier`,
    update && updates.length > 0 && `${updates.filter(({ state }) => state === 'same').length} to update`,
    files > 0 && `${files} photos and PDFs`,
    misfiled > 0 && `${misfiled} filed under another month than their date, left so`,
    takesPosts && countedNoun(site.posts?.size ?? 0, 'car post'),
    key !== null && (key.old === null ? 'a new key' : 'its old key'),
  ];
  return `${site.name}: ${parts.filter((part) => part !== false).join(', ')}.`;
}

/** The target of an import: a portal's API, with files from `files`. */
export function importTarget(api: AdminApi, files: OldFiles): ImportTarget {
  return {
    siteState: (site) => api.rpc('import_state', { site }, siteStateSchema),
    tasks: (site) => api.tasks(site),
    reserve: (site) => api.rpc('reserve_site', { site }, number()),
    hasFile: files.has,
    store: async (siteId, visit, file, kind) => {
      const bytes = await files.read(file);
      if (bytes === null) return { problem: notThere(kind, file) };
      if (kind === 'pdf') {
        const pdf = `The PDF ${quoted(file)}`;
        if (!isPdf(bytes)) return { problem: `${pdf} is not a PDF.` };
        if (!isWholePdf(bytes)) return { problem: `${pdf} is not whole: its end is missing.` };
        if (bytes.length > maxPdfMegabytes * megabyte)
          return { problem: `${pdf} is larger than ${maxPdfMegabytes} MB.` };
        const name = await importedName(siteId, visit, file, 'pdf');
        return { url: await api.upload(name, bytes, 'application/pdf') };
      }
      if (bytes.length > maxPhotoBytes) return { problem: `The photo ${quoted(file)} is larger than 50 MB.` };
      const photo = await renderPhoto(bytes).catch(() => null);
      if (photo === null) return { problem: `The photo ${quoted(file)} is not a photo that can be read.` };
      const name = await importedName(siteId, visit, file, 'jpg');
      // the small rendition first, because a reader who finds the large file must find both
      await api.upload(smallNameOf(name), photo.small, 'image/jpeg');
      return { url: await api.upload(name, photo.large, 'image/jpeg') };
    },
    send: (site) => api.rpc('import_site', { site }, importedSchema, 'once'),
  };
}
