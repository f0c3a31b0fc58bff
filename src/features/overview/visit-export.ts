import { csvFile, csvOf, csvRows, csvType } from '../../lib/csv.ts';
import { t } from '../../lib/language/translate.ts';
import { visitHeads, visitRow, yesOrNo } from '../../records/task/task-csv.ts';
import type { VisitFilter } from './visit-filters.ts';
import { readVisitPages, type FoundVisit, type PageEnd } from './visit-search.ts';

/** An export and how far it is, so that it can go on after a failure. */
export interface VisitExport {
  /** How many visits were read until now. */
  count: () => number;
  /**
   * Reads what was not read yet, so that after a failure nothing is read twice. One page at a time is in memory as visits.
   * @param onPage called after each page
   * @returns all of it as CSV. @throws RequestError where a page does not come; an AbortError when cancelled
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
          // a visit that is saved meanwhile may come again on a later page
          const newVisits = visits.filter((visit) => !exportedVisits.has(nameOf(visit)));
          for (const visit of newVisits) exportedVisits.add(nameOf(visit));
          pieces.push(new Blob([csvRows(newVisits.map(exportRow))]));
          [before, isWhole] = [end, end === null];
          onPage();
        }
      return new Blob(pieces, { type: csvType });
    },
  };
}

const nameOf = ({ site_id: site, task_id: task }: FoundVisit) => `${site} ${task}`;

/** A visit as a row of the CSV: its site, what every list of visits says, and whether clients see it. */
const exportRow = (visit: FoundVisit) => [visit.site, ...visitRow(visit, yesOrNo(visit.showing))];
