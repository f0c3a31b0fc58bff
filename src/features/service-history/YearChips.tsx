import styles from './YearChips.module.css';

interface YearChipsProps {
  years: readonly { year: string; visits: number }[];
  /** Null for all. */
  chosen: string | null;
  onChoose: (year: string | null) => void;
}

export function YearChips({ years, chosen, onChoose }: YearChipsProps) {
  const all = years.reduce((sum, { visits }) => sum + visits, 0);
  return (
    <div className={styles.chips} role="group" aria-label="Year">
      {[{ year: null, visits: all }, ...years].map(({ year, visits }) => (
        <button
          key={year ?? 'all'}
          type="button"
          className={`${styles.chip} ${visits === 0 ? styles.none : ''}`}
          aria-pressed={year === chosen}
          aria-label={`${year ?? 'All years'}, ${visits === 1 ? '1 visit' : `${visits} visits`}`}
          onClick={() => onChoose(year)}
        >
          {year ?? (
            <span>
              All<span className={styles.years}> years</span>
            </span>
          )}{' '}
          <span className={styles.count}>{visits}</span>
        </button>
      ))}
    </div>
  );
}
