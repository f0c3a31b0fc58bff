import { typeLabel } from '../../../records/failure/failure-record.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { chartTitle, type FailureBars } from './failure-series.ts';
import layout from '../../../ui/layout.module.css';
import { DataTable } from '../../../ui/DataTable.tsx';
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
      <DataTable
        heads={['Failure Type', ...bars.series.map(({ label }) => label)]}
        caption={<span className={styles.title}>{`${chartTitle(year)}, ${post}`}</span>}
        className={styles.table}
      >
        {bars.types.map((type, place) => (
          <tr key={type}>
            <th scope="row">{typeLabel(type)}</th>
            {bars.series.map(({ label, values }) => (
              <td key={label}>{countText(values[place] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
