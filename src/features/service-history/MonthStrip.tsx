import { useMemo } from 'react';
import { useToday } from '../../components/use-today.ts';
import { t, tIn } from '../../lib/language/translate.ts';
import { isWholeMonth } from '../../records/day-ranges.ts';
import { visitTime } from '../../records/task/visit.ts';
import { monthLabel, monthOfYear, shortMonth, type Month } from '../../records/time.ts';
import { showsMonths, visitsByMonth, yearOfMonths } from './history-filters.ts';
import { type ServiceHistory } from './use-history.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskHistory.module.css';

/**
 * The choice of a month. Its radio buttons are a single tab stop with arrow keys inside, not thirteen. It is shown for a single year, because the
 * visits of several Januaries together are of no use, and while a month is set, so that the month can be removed. A range of whole months marks
 * these months; other ranges mark none.
 */
export function MonthStrip({ history: { fields, foundOnAnyDay, change } }: { history: ServiceHistory }) {
  const { filter } = fields;
  const { month: chosen, from, to } = filter;
  const today = visitTime(useToday()).date;
  const year = yearOfMonths(filter);
  const months = useMemo(() => visitsByMonth(foundOnAnyDay, year), [foundOnAnyDay, year]);
  if (!showsMonths(filter)) return null;
  const totalVisits = months.reduce((sum, { visits }) => sum + visits, 0);
  const isRange = from !== null || to !== null;
  return (
    <fieldset className={styles.strip}>
      <legend className={layout.visuallyHidden}>
        {year === null ? t('Visits by month, all years') : t('Visits in {year}', { year })}
      </legend>
      {[{ month: null, visits: totalVisits }, ...months].map(({ month, visits }, index) => {
        const isChosen = !isRange && month === chosen;
        // the first choice is all months, so the index of a month is its number
        const isMarked = isChosen || (month !== null && isWholeMonth(index, { from, to }, today));
        return (
          <label
            key={month}
            className={`${layout.line} ${texts.faint} ${styles.month} ${visits > 0 ? styles.visited : ''} ${isMarked ? styles.chosen : ''}`}
          >
            <input
              type="radio"
              name="history-month"
              className={styles.input}
              checked={isChosen}
              aria-label={monthChoiceText(month, year, visits)}
              onChange={() => change({ year, month, from: null, to: null })}
            />
            <span className={`${texts.smallest} ${texts.medium}`}>
              {month === null ? tIn('of the months', 'All') : shortMonth(month)}
            </span>{' '}
            <span className={styles.figure}>{visits}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

/** The accessible name of a choice, with its number of visits: `March 2026, 3 visits`. */
function monthChoiceText(month: Month | null, year: string | null, visits: number): string {
  if (month !== null)
    return t('{month}, {visits, plural, one {# visit} other {# visits}}', {
      month: year === null ? monthLabel(month) : monthOfYear(month, year),
      visits,
    });
  return year === null
    ? t('All months, {visits, plural, one {# visit} other {# visits}}', { visits })
    : t('All months {year}, {visits, plural, one {# visit} other {# visits}}', { year, visits });
}
