import { useDeferredValue, useMemo } from 'react';
import { heatMapOf } from './failure-heat.ts';
import type { CarPosts } from '../../../records/failure/failure-record.ts';
import { typeLabel } from './failure-types.ts';
import { countText, failuresText } from './figure-words.ts';
import styles from './HeatMap.module.css';
import { HeatRow } from './HeatRow.tsx';

interface HeatMapProps {
  posts: CarPosts;
  /** Gives the columns their order, which must not change while counts are typed. */
  saved: CarPosts;
  year: number;
  /** Leads to the heading of a post, by its id. */
  onPost: (id: string) => void;
}

/** Posts by failure types: itself a table, whose colours only repeat its figures. */
export function HeatMap({ posts, saved, year, onPost }: HeatMapProps) {
  const map = useMemo(() => heatMapOf(posts, saved, year), [posts, saved, year]);
  // a thousand cells must not hold up the first chart; their place is kept
  const ready = useDeferredValue(true, false);
  if (map.rows.length === 0) return null;
  return (
    <div className={styles.plate}>
      <h2 id="heat-map" className={styles.title}>
        Posts and failure types, {year}
      </h2>
      <div
        className={styles.region}
        role="region"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
        tabIndex={0}
        aria-labelledby="heat-map"
        {...(!ready && { style: { height: 100 + 42 * map.rows.length } })}
      >
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.corner}>
                Post
              </th>
              {map.types.map((type) => (
                <th key={type} scope="col" title={typeLabel(type)}>
                  <span className={styles.type}>{typeLabel(type)}</span>
                </th>
              ))}
              <th scope="col">Total</th>
            </tr>
          </thead>
          <tbody>
            {(ready ? map.rows : []).map((row) => (
              <HeatRow key={row.post} row={row} types={map.types} onPost={onPost} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" className={styles.corner}>
                Total
              </th>
              {map.types.map((type, place) => (
                <td key={type}>{countText(map.totals[place] ?? 0)}</td>
              ))}
              <td aria-label={`${failuresText(map.total)} in all`}>{countText(map.total)}</td>
            </tr>
          </tfoot>
        </table>
      </div>
    </div>
  );
}
