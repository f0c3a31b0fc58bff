import type { FailureSeries } from './failure-series.ts';
import styles from './FailureLegend.module.css';

/**
 * Which bars of a chart are which. Not in the picture: a wide one is scrolled, and on a phone half of the legend would be
 * out of sight. Screen readers have the table.
 */
export function FailureLegend({ series }: { series: readonly FailureSeries[] }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {series.map(({ label, side, compared }) => (
        <li key={label} className={`${styles[side]} ${compared ? styles.compared : ''}`}>
          {label}
        </li>
      ))}
    </ul>
  );
}
