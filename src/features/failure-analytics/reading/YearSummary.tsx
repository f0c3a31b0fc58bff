import { useState, useDeferredValue, useMemo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import {
  changeBetween,
  daysPassed,
  mostFrequentType,
  siteYear,
  worstPost,
  type Finding,
  comparedWithYearBefore,
  countText,
  paceText,
  partYearText,
  failuresText,
  isYearKnown,
  siteSum,
  sumsByType,
  totalOf,
  yearSum,
  typesOfBothYears,
  typesOfYear,
} from '../../../records/failure/failure-figures.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../FailureAnalyticsRoute.module.css';
import { markScrollEdges } from '../../../lib/screen/viewport.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import heatMapStyles from './HeatMap.module.css';

interface YearProps {
  posts: CarPosts;
  year: number;
  compare: number | null;
}

/** What stands out in a year, and what comparing it with a part of a year means. */
export function YearFindings({ posts, year, compare }: YearProps) {
  const [today] = useState(() => new Date());
  const part = compare === null ? null : partYearText(year, compare, siteYear(today));
  return (
    <div className={`${layout.stack} ${styles.findings}`}>
      <FindingsSentence posts={posts} year={year} compare={compare} />
      {part !== null && <p className={`${texts.note} ${styles.part}`}>{part}</p>}
    </div>
  );
}

function FindingsSentence({ posts, year, compare }: YearProps) {
  const post = worstPost(posts, year);
  const type = mostFrequentType(posts, year);
  if (!post || !type) return <p className={styles.sentence}>No failures were counted in {year}.</p>;
  // only for a single name: for several it would be a list of numbers
  const before = (names: readonly string[], count: (name: string) => number) => {
    const [name, ...others] = names;
    return compare === null || name === undefined || others.length > 0
      ? ''
      : `; ${countText(count(name))} in ${compare}`;
  };
  const other = compare ?? year;
  const ofPost = (name: string) => totalOf(yearSum(posts.get(name) ?? [], other));
  const ofType = (name: string) => {
    const sums = [...posts.values()].map((entries) => sumsByType(entries, other).get(name));
    return sums.reduce((all, sum) => all + (sum ? totalOf(sum) : 0), 0);
  };
  return (
    <p className={styles.sentence}>
      Most failures in {year}: <Names finding={post} before={before(post.names, ofPost)} />; most frequent:{' '}
      <Names finding={type} before={before(type.names, ofType)} />.
    </p>
  );
}

interface NamesProps {
  finding: Finding;
  /** About the year compared with, after the count. */
  before: string;
}

function Names({ finding: { names, total }, before }: NamesProps) {
  const [first = '', second, ...others] = names.map(typeLabel);
  return (
    <>
      <strong className={`${texts.bold} ${styles.name}`} title={first}>
        {first}
      </strong>
      {second !== undefined && others.length === 0 && (
        <>
          {' and '}
          <strong className={`${texts.bold} ${styles.name}`} title={second}>
            {second}
          </strong>
        </>
      )}
      {others.length > 0 && ` and ${others.length + 1} others`} ({countText(total)}
      {names.length > 1 && ' each'}
      {before})
    </>
  );
}

interface KeyFigure {
  label: string;
  figure: string;
  note: string;
  /** About the year compared with, unless it is in the note. */
  before?: string;
}

/** The figures of a year that yearly counts can prove, compared with the chosen year or the year before. */
export function KeyFigures({ posts, year, compare }: YearProps) {
  const [today] = useState(() => new Date());
  const now = figuresOf(posts, year, today);
  const then = compare !== null && isYearKnown(posts, compare) ? figuresOf(posts, compare, today) : null;
  const other = compare ?? year - 1;
  const change = changeBetween(posts, year, other, today);
  const none = isYearKnown(posts, other)
    ? `${Math.max(year, other)} has not begun`
    : `No counts for ${other} to compare with`;
  const figures: KeyFigure[] = [
    {
      label: `Failures in ${year}`,
      figure: countText(now.total),
      note: change ? comparedWithYearBefore(change, other) : none,
    },
    {
      label: 'Share at the entrance',
      figure: now.share,
      note: `Entrance ${countText(now.entrance)}, exit ${countText(now.exit)}`,
      ...(then && { before: then.share }),
    },
    {
      label: 'Posts with failures',
      figure: countText(now.failing),
      note: `of ${countText(posts.size)}`,
      ...(then && { before: countText(then.failing) }),
    },
    {
      label: 'Average pace',
      figure: now.pace.figure,
      note: now.pace.note,
      ...(then && { before: then.pace.figure }),
    },
  ];
  return (
    <dl className={`${layout.figures} ${styles.strip}`} aria-label={`Figures of ${year}`}>
      {figures.map(({ label, figure, note, before }) => (
        <div key={label} className={`${surface.plate} ${layout.dense} ${styles.card}`}>
          <dt className={`${texts.note} ${texts.medium} ${styles.label}`}>{label}</dt>
          <dd className={styles.figure}>{figure}</dd>
          <dd className={`${texts.fine} ${styles.note}`}>{note}</dd>
          {before !== undefined && (
            <dd className={`${texts.fine} ${styles.note}`}>
              {compare}: {before}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function figuresOf(posts: CarPosts, year: number, today: Date) {
  const { entrance, exit } = siteSum(posts, year);
  const total = entrance + exit;
  return {
    total,
    entrance,
    exit,
    share: total === 0 ? '–' : `${Math.round((entrance / total) * 100)} %`,
    failing: Array.from(posts.values()).filter((entries) => totalOf(yearSum(entries, year)) > 0).length,
    pace: paceText(total, daysPassed(year, today)),
  };
}

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
      <h2 id="heat-map" className={heatMapStyles.title}>
        Posts and failure types, {year}
        {compare !== null && ` and ${compare}`}
      </h2>
      {compare !== null && (
        <p className={`${layout.legend} ${texts.muted} ${heatMapStyles.legend}`}>
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
      className={`${surface.plate} ${heatMapStyles.region} ${ready ? '' : heatMapStyles.waiting} ${compare === null ? '' : heatMapStyles.compared}`}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
      tabIndex={0}
      aria-labelledby="heat-map"
      style={rowsToCome}
    >
      <table className={`${heatMapStyles.table} ${map.types.length > wide ? heatMapStyles.wide : ''}`}>
        <thead>
          <tr>
            <th scope="col" className={heatMapStyles.corner}>
              Post
            </th>
            {map.types.map((type) => (
              <th key={type} scope="col" title={typeLabel(type)}>
                <span className={`${texts.clamp} ${heatMapStyles.type}`}>{typeLabel(type)}</span>
              </th>
            ))}
            <th scope="col" className={heatMapStyles.total}>
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
              <th scope="row" className={heatMapStyles.corner}>
                Total
              </th>
              {map.types.map((type, place) => (
                <td key={type}>{sumFigures(map.totals[place] ?? { total: 0, before: 0 }, compare)}</td>
              ))}
              <td className={heatMapStyles.total} aria-label={totalText(map.all, compare)}>
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
  return comparedCount(total, compare === null ? undefined : before);
}

/**
 * A count and the one before; plain text without a year compared with, as there are over a thousand counts.
 * @param before count of the year compared with; null without an entry, undefined without such a year
 */
function comparedCount(count: number | null, before: number | null | undefined): ReactNode {
  if (before === undefined) return figureText(count);
  return (
    <>
      {figureText(count)} <small className={`${texts.smallest} ${heatMapStyles.before}`}>{figureText(before)}</small>
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
    // the browser must not follow the link: a history entry would trigger the question about unsaved changes
    event.preventDefault();
    onPost(postAnchor(place));
  };
  return (
    <tr>
      <th scope="row" className={heatMapStyles.post}>
        <a className={`${texts.clamp} ${texts.breaks} ${heatMapStyles.name}`} href={href} title={post} onClick={go}>
          {post}
        </a>
      </th>
      {types.map((type, column) => {
        const cell = cells[column];
        if (!cell)
          return (
            <td key={type} className={heatMapStyles.level0}>
              –
            </td>
          );
        const text = cell.count === null ? 'No entry' : countText(cell.count);
        const then = compare === null ? '' : `; ${cell.before === null ? 'no entry' : cell.before} in ${compare}`;
        return (
          <td key={type} className={heatMapStyles[`level${cell.level}`]}>
            <a
              className={heatMapStyles.cell}
              href={href}
              // the post's name leads to the same place, which saves the keyboard hundreds of cells
              tabIndex={-1}
              aria-label={`${text}: ${typeLabel(type)}, ${post}${then}`}
              onClick={go}
            >
              {comparedCount(cell.count, compare === null ? undefined : cell.before)}
            </a>
          </td>
        );
      })}
      <td className={heatMapStyles.total}>{sumFigures(row, compare)}</td>
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
  /** The year compared with, whose posts and types are included. */
  compare?: number | null;
  /** The stored posts while editing: they keep the order of columns and rows. Otherwise the worst comes first. */
  saved?: CarPosts | null;
}

/** The map of posts by failure types: counts, sums, and how much of the maximum each count is. */
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
