import { typeLabel } from '../../../records/failure/failure-record.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { chartTitle, type FailureBars } from './failure-series.ts';
import layout from '../../../ui/layout.module.css';
import styles from './FailureTable.module.css';

interface FailureTableProps {
  id: string;
  post: string;
  year: number;
  bars: FailureBars;
  /** Otherwise only for screen readers and paper. */
  shown: boolean;
}

export function FailureTable({ id, post, year, bars, shown }: FailureTableProps) {
  return (
    <div
      id={id}
      className={shown ? styles.region : `${layout.spoken} ${styles.paper}`}
      // a wide table scrolls, by keyboard too
      {...(shown && { role: 'region', tabIndex: 0, 'aria-label': `Table of ${post}, ${year}` })}
    >
      <table className={styles.table}>
        <caption className={styles.caption}>
          {chartTitle(year)}, {post}
        </caption>
        <thead>
          <tr>
            <th scope="col">Failure Type</th>
            {bars.series.map(({ label }) => (
              <th key={label} scope="col" className={styles.number}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.types.map((type, place) => (
            <tr key={type}>
              <th scope="row" className={styles.type}>
                {typeLabel(type)}
              </th>
              {bars.series.map(({ label, values }) => (
                <td key={label} className={styles.number}>
                  {countText(values[place] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
