import { Link } from 'react-router-dom';
import { monthLabel, type Month } from '../../records/time.ts';
import { monthReport } from './history-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './MonthStrip.module.css';

interface MonthStripProps {
  /** Null for all: then the visits of a month are those of all years. */
  year: string | null;
  /** January first. */
  months: readonly { month: Month; visits: number }[];
  chosen: Month | null;
  onChoose: (month: Month | null) => void;
  /** The site that an admin picked. */
  site: string | null;
}

/** Twelve months with their visits. Pressing one filters; below it is the way to the month and its report. */
export function MonthStrip({ year, months, chosen, onChoose, site }: MonthStripProps) {
  const named = (month: Month) => `${monthLabel(month)}${year === null ? '' : ` ${year}`}`;
  return (
    <section className={styles.section} aria-labelledby="visits">
      <div className={`${layout.row} ${styles.head}`}>
        <h2 id="visits" className={styles.title}>
          {year === null ? 'Visits by month, all years' : `Visits in ${year}`}
        </h2>
        {year === null && <p className={styles.hint}>Choose a year to open the report of a month.</p>}
      </div>
      <ul className={styles.strip}>
        {months.map(({ month, visits }) => (
          <li key={month} className={styles.cell}>
            <button
              type="button"
              className={`${styles.month} ${visits > 0 ? styles.visited : ''}`}
              aria-pressed={month === chosen}
              aria-label={`${named(month)}, ${visits === 1 ? '1 visit' : `${visits} visits`}`}
              onClick={() => onChoose(month === chosen ? null : month)}
            >
              <span className={styles.name}>{monthLabel(month).slice(0, 3)}</span>
              <span className={styles.figure}>{visits}</span>
            </button>
            {year !== null && visits > 0 && (
              <Link className={styles.report} to={monthReport(year, month, site)}>
                Report <span className={layout.spoken}>{`of ${named(month)}`}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
