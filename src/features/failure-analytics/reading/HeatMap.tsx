import { useDeferredValue, useMemo, type MouseEvent } from 'react';
import { heatMapOf, sectionId, type HeatMapRow } from './failure-heat.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import styles from './HeatMap.module.css';

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

interface HeatRowProps {
  row: HeatMapRow;
  types: readonly string[];
  onPost: (id: string) => void;
}

/** A post: its counts lead to its section. */
function HeatRow({ row: { post, place, cells, total }, types, onPost }: HeatRowProps) {
  const href = `#${sectionId(place)}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    // not by the URL: a step in the history would ask about unsaved changes
    event.preventDefault();
    onPost(sectionId(place));
  };
  return (
    <tr>
      <th scope="row" className={styles.post}>
        <a className={styles.name} href={href} title={post} onClick={go}>
          {post}
        </a>
      </th>
      {types.map((type, column) => {
        const cell = cells[column];
        return (
          <td key={type} className={styles[`level${cell?.level ?? 0}`]}>
            {cell ? (
              <a
                className={styles.cell}
                href={href}
                // the post's name leads there too: the keyboard need not pass through hundreds of cells
                tabIndex={-1}
                aria-label={`${countText(cell.count)}: ${typeLabel(type)}, ${post}`}
                onClick={go}
              >
                {countText(cell.count)}
              </a>
            ) : (
              '–'
            )}
          </td>
        );
      })}
      <td className={styles.total}>{countText(total)}</td>
    </tr>
  );
}
