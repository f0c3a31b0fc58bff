import { useDeferredValue, useMemo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { markScrollEdges } from '../../../lib/screen/viewport.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { countText, failuresText } from '../../../records/failure/figure-texts.ts';
import { sumsByType, totalOf, typesOfBothYears, typesOfYear } from '../../../records/failure/failure-totals.ts';
import layout from '../../../ui/layout.module.css';
import texts from '../../../ui/text.module.css';
import { postAnchor } from '../../../records/portal-links.ts';
import styles from './HeatMap.module.css';
import cellStyles from './HeatRow.module.css';

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

function sumFigures({ total, before }: HeatMapSum, compare: number | null): ReactNode {
  return figures(total, compare === null ? undefined : before);
}

/**
 * Plain text where it can be, as there are over a thousand.
 *
 * @param before count of the year compared with; null without an entry, undefined without such a year
 */
function figures(count: number | null, before: number | null | undefined): ReactNode {
  if (before === undefined) return figureText(count);
  return (
    <>
      {figureText(count)} <small className={cellStyles.before}>{figureText(before)}</small>
    </>
  );
}

function figureText(count: number | null): string {
  return count === null ? '–' : countText(count);
}

interface HeatRowProps {
  row: HeatMapRow;
  types: readonly string[];
  compare: number | null;
  onPost: (id: string) => void;
}

function HeatRow({ row, types, compare, onPost }: HeatRowProps) {
  const { post, place, cells } = row;
  const href = `#${postAnchor(place)}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    // not a link: a history entry would trigger the question about unsaved changes
    event.preventDefault();
    onPost(postAnchor(place));
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
        if (!cell)
          return (
            <td key={type} className={cellStyles.level0}>
              –
            </td>
          );
        const text = cell.count === null ? 'No entry' : countText(cell.count);
        const then = compare === null ? '' : `; ${cell.before === null ? 'no entry' : cell.before} in ${compare}`;
        return (
          <td key={type} className={cellStyles[`level${cell.level}`]}>
            <a
              className={cellStyles.cell}
              href={href}
              // the post's name leads there too, which saves the keyboard hundreds of cells
              tabIndex={-1}
              aria-label={`${text}: ${typeLabel(type)}, ${post}${then}`}
              onClick={go}
            >
              {figures(cell.count, compare === null ? undefined : cell.before)}
            </a>
          </td>
        );
      })}
      <td className={styles.total}>{sumFigures(row, compare)}</td>
    </tr>
  );
}

interface HeatMapCell {
  /** Null when only the compared year has an entry. */
  readonly count: number | null;
  /** Of the compared year; null without an entry, or without such a year. */
  readonly before: number | null;
  /** 0 is no failure, 4 the maximum of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

/** `before`: of the compared year. */
interface HeatMapSum {
  readonly total: number;
  readonly before: number;
}

interface HeatMapRow extends HeatMapSum {
  readonly post: string;
  /** Of the post among all posts of the record. */
  readonly place: number;
  /** By column; null where the post has no entry of the type. */
  readonly cells: readonly (HeatMapCell | null)[];
}

interface HeatMapTable {
  readonly types: readonly string[];
  readonly rows: readonly HeatMapRow[];
  readonly totals: readonly HeatMapSum[];
  readonly all: HeatMapSum;
}

interface HeatMapOptions {
  /** Its posts and types are included. */
  compare?: number | null;
  /**
   * While editing, these keep the order of columns and rows, so that nothing moves. Otherwise the worst comes first.
   */
  saved?: CarPosts | null;
}

export function heatMapOf(
  posts: CarPosts,
  year: number,
  { compare = null, saved = null }: HeatMapOptions = {},
): HeatMapTable {
  const types = typesOfBothYears(posts, year, compare, saved ? typesOfYear(saved, year) : []);
  const counted = Array.from(posts, ([post, entries], place) => {
    const [now, then] = [sumsByType(entries, year), compare === null ? null : sumsByType(entries, compare)];
    const counts = types.map((type) => {
      const [sum, other] = [now.get(type), then?.get(type)];
      return sum || other ? { count: sum ? totalOf(sum) : null, before: other ? totalOf(other) : null } : null;
    });
    return { post, place, counts, ...sumOf(counts) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  if (!saved) counted.sort((one, other) => other.total - one.total || other.before - one.before);
  const highest = counted.reduce(
    (top, { counts }) => counts.reduce((most, cell) => Math.max(most, cell?.count ?? 0), top),
    0,
  );
  return {
    types,
    rows: counted.map(({ counts, ...row }) => ({
      ...row,
      cells: counts.map((cell) => cell && { ...cell, level: levelOf(cell.count ?? 0, highest) }),
    })),
    totals: types.map((_, column) => sumOf(counted.map(({ counts }) => counts[column] ?? null))),
    all: sumOf(counted.flatMap(({ counts }) => counts)),
  };
}

function sumOf(cells: readonly (Omit<HeatMapCell, 'level'> | null)[]): HeatMapSum {
  return {
    total: cells.reduce((sum, cell) => sum + (cell?.count ?? 0), 0),
    before: cells.reduce((sum, cell) => sum + (cell?.before ?? 0), 0),
  };
}

function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const quarter = Math.ceil((count / highest) * 4);
  return quarter <= 1 ? 1 : quarter === 2 ? 2 : quarter === 3 ? 3 : 4;
}
