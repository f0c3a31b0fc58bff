import { useDeferredValue, useMemo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { rich } from '../../../lib/language/rich.tsx';
import { t } from '../../../lib/language/translate.ts';
import { markScrollEdges } from '../../../lib/screen/viewport.ts';
import {
  countPair,
  countText,
  sharedPostsNote,
  sumsByType,
  totalOf,
  typesOfBothYears,
  typesOfYear,
  yearPair,
  type CountPair,
  type YearPair,
} from '../../../records/failure/failure-figures.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import { countOrDash, Difference, YearFigures } from './Difference.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './HeatMap.module.css';

interface HeatMapProps {
  posts: CarPosts;
  /** The stored posts while counts are edited, whose order is kept then; null otherwise: the worst comes first. */
  saved: CarPosts | null;
  year: number;
  compare: number | null;
  today: Date;
  onPost: (id: string) => void;
}

/** More columns than this have upright names on paper. */
const wide = 8;

/** A real table of posts by failure types, whose colours only repeat its figures. */
export function HeatMap({ posts, saved, year, compare, today, onPost }: HeatMapProps) {
  const map = useMemo(() => heatMapOf(posts, year, { compare, saved }), [posts, saved, year, compare]);
  const compared =
    compare === null ? null : { year: compare, isFirst: compare < year, pair: yearPair(year, compare, today) };
  if (map.rows.length === 0) return null;
  return (
    <div className={layout.gap3}>
      <h2 id="heat-map" className={styles.title}>
        {compared === null
          ? t('Posts and failure types, {year}', { year })
          : t('Posts and failure types, {older} and {newer}', {
              older: Math.min(year, compared.year),
              newer: Math.max(year, compared.year),
            })}
      </h2>
      {compared !== null && (
        <MapLegend year={year} compared={compared} note={sharedPostsNote(posts, year, compared.year)} />
      )}
      <HeatTable map={map} year={year} compared={compared} onPost={onPost} />
    </div>
  );
}

/** The year that the map is compared with. */
interface ComparedYear {
  year: number;
  /** It is the older of the two, and so on the left. */
  isFirst: boolean;
  /** Null where one of the years has not begun. */
  pair: YearPair | null;
}

interface MapLegendProps {
  year: number;
  compared: ComparedYear;
  /** Which posts are left out of the differences. */
  note: string | null;
}

function MapLegend({ year, compared, note }: MapLegendProps) {
  const { pair } = compared;
  const small = <span>{rich('<b>Small figures:</b> {year}', { b: legendWord, year: compared.year })}</span>;
  const large = <span>{rich('<b>Large figures and colours:</b> {year}', { b: legendWord, year })}</span>;
  return (
    <p className={`${layout.legend} ${texts.muted} ${styles.legend}`}>
      {compared.isFirst ? small : large}
      {compared.isFirst ? large : small}
      {pair && (
        <span>
          {pair.soFar
            ? rich('<b>Arrows:</b> more or fewer in {year} so far', { b: legendWord, year: pair.newer })
            : rich('<b>Arrows:</b> more or fewer in {year}', { b: legendWord, year: pair.newer })}
        </span>
      )}
      {pair && note !== null && <span>{note}</span>}
    </p>
  );
}

function legendWord(inner: ReactNode): ReactNode {
  return <strong>{inner}</strong>;
}

interface HeatTableProps {
  map: ReturnType<typeof heatMapOf>;
  year: number;
  compared: ComparedYear | null;
  onPost: (id: string) => void;
}

function HeatTable({ map, year, compared, onPost }: HeatTableProps) {
  // a thousand cells must not delay the first chart; their space is reserved
  const ready = useDeferredValue(true, false);
  const rowsToCome: CSSProperties & Record<'--rows', number> = { '--rows': map.rows.length };
  return (
    <div
      ref={markScrollEdges}
      className={`${surface.plate} ${styles.region} ${ready ? '' : styles.waiting} ${compared === null ? '' : styles.compared}`}
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
              {t('Post')}
            </th>
            {map.types.map((type) => (
              <th key={type} scope="col" title={typeLabel(type)}>
                <span className={`${texts.clamp} ${styles.type}`}>{typeLabel(type)}</span>
              </th>
            ))}
            <th scope="col" className={styles.total}>
              {t('Total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {(ready ? map.rows : []).map((row) => (
            <HeatRow key={row.post} row={row} types={map.types} year={year} compared={compared} onPost={onPost} />
          ))}
        </tbody>
        {ready && (
          <tfoot>
            <tr>
              <th scope="row" className={styles.corner}>
                {t('Total')}
              </th>
              {map.types.map((type, index) => (
                <td key={type}>{sumFigures(map.totals[index] ?? emptySum, compared)}</td>
              ))}
              <td className={styles.total}>{sumFigures(map.all, compared)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** A sum with the one of the year compared with, and the difference. */
function sumFigures({ total, before, change }: HeatMapSum, compared: ComparedYear | null): ReactNode {
  if (compared === null) return countOrDash(total);
  const { isFirst, pair } = compared;
  return (
    <span className={styles.sum}>
      <YearFigures shown={countOrDash(total)} before={countOrDash(before)} beforeFirst={isFirst} />
      {pair && change && (total !== null || before !== null) && <Difference counts={change} years={pair} />}
    </span>
  );
}

interface HeatRowProps {
  row: HeatMapRow;
  types: readonly string[];
  year: number;
  compared: ComparedYear | null;
  onPost: (id: string) => void;
}

function HeatRow({ row, types, year, compared, onPost }: HeatRowProps) {
  const { post, postIndex, cells } = row;
  const href = `#${postAnchor(postIndex)}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    // the browser must not follow the link: a history entry would trigger the question about unsaved changes
    event.preventDefault();
    onPost(postAnchor(postIndex));
  };
  return (
    <tr>
      <th scope="row" className={styles.post}>
        <a className={`${texts.clamp} ${texts.breaks} ${styles.name}`} href={href} title={post} onClick={go}>
          {post}
        </a>
      </th>
      {types.map((type, column) => {
        const cell = cells[column];
        if (!cell)
          return (
            <td key={type} className={styles.level0}>
              –
            </td>
          );
        const name = cellName(cell, { year, compared, type: typeLabel(type), post });
        return (
          <td key={type} className={styles[`level${cell.level}`]}>
            <a
              className={styles.cell}
              href={href}
              // the post's name is a link to the same section, so the keyboard need not pass hundreds of cells
              tabIndex={-1}
              // with two figures its name is in it, as a label would have to begin with them
              {...(compared === null && { 'aria-label': name })}
              onClick={go}
            >
              {compared === null ? (
                // plain text, as there are over a thousand
                countOrDash(cell.count)
              ) : (
                <>
                  <span aria-hidden="true">
                    <YearFigures
                      shown={countOrDash(cell.count)}
                      before={countOrDash(cell.before)}
                      beforeFirst={compared.isFirst}
                    />
                  </span>
                  <span className={layout.visuallyHidden}>{name}</span>
                </>
              )}
            </a>
          </td>
        );
      })}
      <td className={styles.total}>{sumFigures(row, compared)}</td>
    </tr>
  );
}

interface CellContext {
  year: number;
  compared: ComparedYear | null;
  type: string;
  post: string;
}

/** Such as `9: Loop, P1`, or `10 in 2023, no entry in 2024: Loop, P1`, the older year first. */
function cellName({ count, before }: HeatMapCell, { year, compared, type, post }: CellContext): string {
  if (compared === null)
    return count === null
      ? t('no entry: {type}, {post}', { type, post })
      : t('{count}: {type}, {post}', { count: countText(count), type, post });
  const [then, now] = compared.isFirst ? [before, count] : [count, before];
  const [older, newer] = compared.isFirst ? [compared.year, year] : [year, compared.year];
  const values = { older, newer, type, post };
  if (then === null)
    return t('no entry in {older}, {count} in {newer}: {type}, {post}', { ...values, count: countText(now ?? 0) });
  return now === null
    ? t('{count} in {older}, no entry in {newer}: {type}, {post}', { ...values, count: countText(then) })
    : t('{before} in {older}, {count} in {newer}: {type}, {post}', {
        ...values,
        before: countText(then),
        count: countText(now),
      });
}

interface HeatMapCell {
  /** Null when only the compared year has an entry. */
  readonly count: number | null;
  /** Of the compared year; null without an entry, or without such a year. */
  readonly before: number | null;
  /** 0 is no failure, 4 the maximum of the map. */
  readonly level: 0 | 1 | 2 | 3 | 4;
}

/** `before`: of the compared year. Null where nothing is entered. */
interface HeatMapSum {
  readonly total: number | null;
  readonly before: number | null;
  /** What is compared of the two years. */
  readonly change?: CountPair;
}

const emptySum: HeatMapSum = { total: null, before: null };

interface HeatMapRow extends HeatMapSum {
  readonly post: string;
  /** The index of the post among all posts of the record. */
  readonly postIndex: number;
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
  const years = compare === null ? null : { older: Math.min(year, compare), newer: Math.max(year, compare) };
  const lists = [...posts.values()];
  const changeOf = (of: typeof lists, type?: string) => years && { change: countPair(of, years, type) };
  const counted = Array.from(posts, ([post, entries], postIndex) => {
    const [now, then] = [sumsByType(entries, year), compare === null ? null : sumsByType(entries, compare)];
    const counts = types.map((type) => {
      const [sum, other] = [now.get(type), then?.get(type)];
      return sum || other ? { count: sum ? totalOf(sum) : null, before: other ? totalOf(other) : null } : null;
    });
    return { post, postIndex, counts, ...sumOf(counts), ...changeOf([entries]) };
  }).filter(({ counts }) => counts.some((count) => count !== null));
  if (!saved) counted.sort((a, b) => (b.total ?? 0) - (a.total ?? 0) || (b.before ?? 0) - (a.before ?? 0));
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
    totals: types.map((type, column) => ({
      ...sumOf(counted.map(({ counts }) => counts[column] ?? null)),
      ...changeOf(lists, type),
    })),
    all: { ...sumOf(counted.flatMap(({ counts }) => counts)), ...changeOf(lists) },
  };
}

function sumOf(cells: readonly (Omit<HeatMapCell, 'level'> | null)[]): HeatMapSum {
  return { total: added(cells.map((cell) => cell?.count)), before: added(cells.map((cell) => cell?.before)) };
}

function added(counts: readonly (number | null | undefined)[]): number | null {
  return counts.reduce<number | null>((sum, count) => (typeof count === 'number' ? (sum ?? 0) + count : sum), null);
}

function levelOf(count: number, highest: number): HeatMapCell['level'] {
  if (count === 0) return 0;
  const share = count / highest;
  if (share <= 0.25) return 1;
  if (share <= 0.5) return 2;
  return share <= 0.75 ? 3 : 4;
}
