import { useDeferredValue, useMemo, type CSSProperties } from 'react';
import { markScrollEdges } from '../../../lib/screen/mark-scroll-edges.ts';
import { heatMapOf, type HeatMapSum } from './failure-heat.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import styles from './HeatMap.module.css';
import { HeatRow, sumFigures } from './HeatRow.tsx';

interface HeatMapProps {
  posts: CarPosts;
  /** The stored posts while counts are edited, which keeps their order; null otherwise, the worst first. */
  saved: CarPosts | null;
  year: number;
  compare: number | null;
  onPost: (id: string) => void;
}

/** More columns than this have upright names on paper. */
const wide = 8;

/** A real table of posts by failure types, whose colours only repeat its figures. */
export function HeatMap({ posts, saved, year, compare, onPost }: HeatMapProps) {
  const map = useMemo(() => heatMapOf(posts, year, { compare, saved }), [posts, saved, year, compare]);
  if (map.rows.length === 0) return null;
  return (
    <div className={layout.tight}>
      <h2 id="heat-map" className={styles.title}>
        Posts and failure types, {year}
        {compare !== null && ` and ${compare}`}
      </h2>
      {compare !== null && (
        <p className={`${layout.legend} ${texts.muted} ${styles.legend}`}>
          <span>
            <strong>Upper figures and colours:</strong> {year}
          </span>
          <span>
            <strong>Lower figures:</strong> {compare}
          </span>
        </p>
      )}
      <HeatTable map={map} compare={compare} onPost={onPost} />
    </div>
  );
}

interface HeatTableProps {
  map: ReturnType<typeof heatMapOf>;
  compare: number | null;
  onPost: (id: string) => void;
}

function HeatTable({ map, compare, onPost }: HeatTableProps) {
  // a thousand cells must not delay the first chart; their space is reserved
  const ready = useDeferredValue(true, false);
  const rowsToCome: CSSProperties & Record<'--rows', number> = { '--rows': map.rows.length };
  return (
    <div
      ref={markScrollEdges}
      className={`${styles.region} ${ready ? '' : styles.waiting} ${compare === null ? '' : styles.compared}`}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
      tabIndex={0}
      aria-labelledby="heat-map"
      style={rowsToCome}
    >
      <table className={`${styles.table} ${map.types.length > wide ? styles.wide : ''}`}>
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
            <th scope="col" className={styles.total}>
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {(ready ? map.rows : []).map((row) => (
            <HeatRow key={row.post} row={row} types={map.types} compare={compare} onPost={onPost} />
          ))}
        </tbody>
        {ready && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.corner}>
                Total
              </th>
              {map.types.map((type, place) => (
                <td key={type}>{sumFigures(map.totals[place] ?? { total: 0, before: 0 }, compare)}</td>
              ))}
              <td className={styles.total} aria-label={totalText(map.all, compare)}>
                {sumFigures(map.all, compare)}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function totalText({ total, before }: HeatMapSum, compare: number | null): string {
  const all = `${failuresText(total)} in all`;
  return compare === null ? all : `${all}, ${countText(before)} in ${compare}`;
}
