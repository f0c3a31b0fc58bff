import { t } from '../../../lib/language/translate.ts';
import { promiseText } from '../../../records/site/site-promise.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { suggestedInterval } from '../../../records/site/suggested-interval.ts';
import { suggestedPromise } from '../../../records/site/suggested-promise.ts';
import type { SiteCells, TableSite } from './read-site-table.ts';

/** Numbers that the words of an agreement suggest. They are offered and never applied without a press. */
export interface CellSuggestion {
  kind: 'interval' | 'promise';
  /** The number of the row. */
  number: number;
  row: string;
  /** The words of the agreement, such as `Quarterly`. */
  words: string;
  /** The suggested numbers in words, such as `every 3 months` or `6 per year, within 3 hours`. */
  text: string;
  cells: SiteCells;
}

/**
 * Suggests numbers from the words of the rows, but none that the row or its site already has.
 * @param siteOf finds the site that a name means; null for a new site
 */
export function suggestedCells(
  rows: readonly TableSite[],
  siteOf: (name: string) => EditedSite | null,
): CellSuggestion[] {
  return rows
    .filter(({ skipped }) => skipped === null)
    .flatMap(({ number, row, cells }) => {
      const site = siteOf(cells.name ?? '');
      const suggestions: CellSuggestion[] = [];
      const frequency = cells.preventive_maintenance ?? '';
      const months = suggestedInterval(frequency);
      if (months !== null && cells.visit_every_months === undefined && (site?.visit_every_months ?? null) === null)
        suggestions.push({
          kind: 'interval',
          number,
          row,
          words: frequency,
          text: t('every {months, plural, one {month} other {# months}}', { months }),
          cells: { visit_every_months: String(months) },
        });
      const emergency = cells.emergency_visit ?? '';
      const { hours, calls } = suggestedPromise(emergency);
      const missingNumbers = {
        hours: cells.response_hours === undefined && (site?.response_hours ?? null) === null ? hours : null,
        calls:
          cells.emergency_calls_a_year === undefined && (site?.emergency_calls_a_year ?? null) === null ? calls : null,
      };
      const promise = promiseText(missingNumbers);
      if (promise !== null)
        suggestions.push({
          kind: 'promise',
          number,
          row,
          words: emergency,
          text: promise,
          cells: {
            ...(missingNumbers.hours !== null && { response_hours: String(missingNumbers.hours) }),
            ...(missingNumbers.calls !== null && { emergency_calls_a_year: String(missingNumbers.calls) }),
          },
        });
      return suggestions;
    });
}
