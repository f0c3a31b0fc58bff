import { csvFile, csvOf, csvRows, csvType } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { visitHeads, visitRow, yesOrNo } from '../../records/task/task-csv.ts';
import type { VisitFilter } from './visit-filters.ts';
import { readVisitPages, type FoundVisit, type PageEnd } from './visit-search.ts';

/** An export with its progress, so that it can continue after a failure. */
export interface VisitExport {
  /** The number of visits read so far. */
  count: () => number;
  /**
   * Reads the remaining pages, so that no page is read twice after a failure. Each page becomes CSV at once, to save memory.
   * @param onPage called after each page
   * @returns all visits as CSV
   * @throws RequestError if a page cannot be read; an AbortError if the export is cancelled
   */
  finish: (signal: AbortSignal, onPage: () => void) => Promise<Blob>;
}

/** Opens the export of everything that `visitSearchQuery` finds. */
export function openVisitExport(words: string, filter: VisitFilter): VisitExport {
  const pieces: Blob[] = [csvFile(csvOf([[t('Site'), ...visitHeads(t('Shown'))]]))];
  const exportedVisits = new Set<string>();
  let [before, isWhole]: [PageEnd, boolean] = [null, false];
  return {
    count: () => exportedVisits.size,
    async finish(signal, onPage) {
      if (!isWhole)
        for await (const { visits, end } of readVisitPages(words, filter, { before, signal })) {
          // a visit that is saved during the export may appear on a later page again
          const newVisits = visits.filter((visit) => !exportedVisits.has(keyOf(visit)));
          for (const visit of newVisits) exportedVisits.add(keyOf(visit));
          pieces.push(new Blob([csvRows(newVisits.map(exportRow))]));
          [before, isWhole] = [end, end === null];
          onPage();
        }
      return new Blob(pieces, { type: csvType });
    },
  };
}

const keyOf = ({ site_id: site, task_id: task }: FoundVisit) => `${site} ${task}`;

/** A visit as a row of the CSV: its site, the columns of every list of visits, and whether clients see it. */
const exportRow = (visit: FoundVisit) => [visit.site, ...visitRow(visit, yesOrNo(visit.showing))];
