import { monthLabel, type Month } from '../../records/time.ts';
import layout from '../../ui/layout.module.css';
import styles from './MonthStrip.module.css';

interface MonthStripProps {
  /** Null for all years together. */
  year: string | null;
  /** January first. */
  months: readonly { month: Month; visits: number }[];
  /** Null for all. */
  chosen: Month | null;
  onChoose: (month: Month | null) => void;
  /** On a phone, where a button toggles it. */
  shown: boolean;
}

/** Radio buttons, because thirteen tab stops would be in the way of the list: these are one, with arrow keys inside. */
export function MonthStrip({ year, months, chosen, onChoose, shown }: MonthStripProps) {
  const all = months.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <fieldset id="history-months" className={`${styles.strip} ${shown ? '' : styles.folded}`}>
      <legend className={layout.spoken}>{year === null ? 'Visits by month, all years' : `Visits in ${year}`}</legend>
      {[{ month: null, visits: all }, ...months].map(({ month, visits }) => {
        const name = month === null ? 'All months' : monthLabel(month);
        return (
          <label key={name} className={`${styles.month} ${visits > 0 ? styles.visited : ''}`}>
            <input
              type="radio"
              name="history-month"
              className={styles.input}
              checked={month === chosen}
              aria-label={`${name}${year === null ? '' : ` ${year}`}, ${visits === 1 ? '1 visit' : `${visits} visits`}`}
              onChange={() => onChoose(month)}
            />
            <span className={styles.name}>{month === null ? 'All' : name.slice(0, 3)}</span>{' '}
            <span className={styles.figure}>{visits}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
