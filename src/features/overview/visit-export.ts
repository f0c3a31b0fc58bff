import { csvOf } from '../../lib/csv.ts';
import { fileStemOf } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { filterFileWords } from '../../lib/screen/list-filters.ts';
import { textLabels, textsOf } from '../../records/task/optional-members.ts';
import { visitKindLabel, visitTime } from '../../records/task/visit.ts';
import { monthLabel } from '../../records/time.ts';
import { visitFilters, type VisitFilter, type VisitTotal } from './visit-filters.ts';
import type { FoundVisit } from './visit-search.ts';

/** How many visits a file holds at most: each page of 200 is a search. */
export const maxExported = 2_000;

/** Whether a file would lack some of what was found. */
export function isExportCut({ visits, capped }: VisitTotal): boolean {
  return capped || visits > maxExported;
}

/**
 * The name of a file with what was found: `Visits-2026-11-26_Selasih-Park_2026_Emergency-call_loop`.
 * @param first how many it holds where these are not all; null for all
 */
export function visitsFileStem(day: string, words: string, filter: VisitFilter, first: number | null): string {
  const limits = filterFileWords(visitFilters, filter);
  return fileStemOf(`Visits-${day}`, ...limits, words, first === null ? '' : `first ${first}`);
}

/** The visits as CSV, in the order given: dates (`2026-03-26`) and times in Singapore, photos as a number. */
export function foundVisitsCsv(visits: readonly FoundVisit[]): string {
  return csvOf([
    [
      t('Site'),
      t('Date'),
      t('Time'),
      t('Year'),
      t('Month'),
      t('Kind'),
      t('Title'),
      t('Text'),
      t('PDF'),
      t('Photos'),
      t('Shown'),
      ...textLabels(),
    ],
    ...visits.map((visit) => {
      const { date, clock } = visitTime(visit.time);
      return [
        visit.site,
        date,
        clock,
        visit.year,
        monthLabel(visit.month),
        visitKindLabel(visit.kind) ?? '',
        visit.title,
        visit.text,
        visit.pdf ? t('Yes') : t('No'),
        visit.photos,
        visit.showing ? t('Yes') : t('No'),
        ...textsOf(visit),
      ];
    }),
  ]);
}
