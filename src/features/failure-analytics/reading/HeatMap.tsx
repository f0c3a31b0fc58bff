import { useDeferredValue, useMemo, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { rich } from '../../../lib/language/rich.tsx';
import { t } from '../../../lib/language/translate.ts';
import { markScrollEdges, useNarrow } from '../../../lib/screen/viewport.ts';
import { sharedPostsNote, yearPair } from '../../../records/failure/failure-figures.ts';
import { typeLabel, type CarPosts } from '../../../records/failure/failure-record.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import { countOrDash, Difference, YearFigures } from './Difference.tsx';
import {
  cellName,
  emptySum,
  heatMapOf,
  type ComparedYear,
  type HeatMapRow,
  type HeatMapSum,
  type HeatMapTable,
} from './heat-map-figures.ts';
import { TurnedHeatTable } from './TurnedHeatMap.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './HeatMap.module.css';

interface HeatMapProps {
  posts: CarPosts;
  /** The saved posts while counts are edited: rows and columns have their order. Null otherwise: the worst comes first. */
  saved: CarPosts | null;
  year: number;
  compare: number | null;
  today: Date;
  printing: boolean;
  onPost: (id: string) => void;
}

/** With more columns than this, the names above them are upright on paper. */
const maxLevelNames = 8;

/** A table of posts by failure types. The colours of the cells only repeat the counts, so that no information is in a colour alone. */
export function HeatMap({ posts, saved, year, compare, today, printing, onPost }: HeatMapProps) {
  const isNarrow = useNarrow();
  const map = useMemo(() => heatMapOf(posts, year, { compare, saved }), [posts, saved, year, compare]);
  const compared =
    compare === null ? null : { year: compare, isOlder: compare < year, pair: yearPair(year, compare, today) };
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
      {/* on a phone the table is turned, unless it compares two years, whose figures are too wide for its columns */}
      <HeatTable
        map={map}
        year={year}
        compared={compared}
        isTurned={isNarrow && !printing && compared === null}
        onPost={onPost}
      />
    </div>
  );
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
      {compared.isOlder ? small : large}
      {compared.isOlder ? large : small}
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
  map: HeatMapTable;
  year: number;
  compared: ComparedYear | null;
  isTurned: boolean;
  onPost: (id: string) => void;
}

function HeatTable({ map, year, compared, isTurned, onPost }: HeatTableProps) {
  // the rows are rendered in a second step, so that a thousand cells do not delay the first chart; the style sheet reserves their space
  const ready = useDeferredValue(true, false);
  const rowCount: CSSProperties & Record<'--rows', number> = {
    '--rows': isTurned ? map.types.length : map.rows.length,
  };
  return (
    <div
      ref={markScrollEdges}
      className={`${surface.plate} ${styles.region} ${ready ? '' : styles.waiting} ${compared === null ? '' : styles.compared}`}
      role="region"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach a scrolling region
      tabIndex={0}
      aria-labelledby="heat-map"
      style={rowCount}
    >
      {isTurned && ready ? (
        <TurnedHeatTable map={map} year={year} onPost={onPost} />
      ) : (
        <table className={`${styles.table} ${map.types.length > maxLevelNames ? styles.wide : ''}`}>
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
      )}
    </div>
  );
}

/** The sum of the year shown; when two years are compared, also that of the other year and the difference. */
function sumFigures({ total, comparedTotal, change }: HeatMapSum, compared: ComparedYear | null): ReactNode {
  if (compared === null) return countOrDash(total);
  const { isOlder, pair } = compared;
  return (
    <span className={styles.sum}>
      <YearFigures shown={countOrDash(total)} compared={countOrDash(comparedTotal)} isComparedFirst={isOlder} />
      {pair && change && (total !== null || comparedTotal !== null) && <Difference counts={change} years={pair} />}
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
  const goToPost = (event: MouseEvent) => {
    // the browser opens the link in a new tab or window
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    // with a new history entry the page would ask about unsaved changes, so the browser must not follow the link
    event.preventDefault();
    onPost(postAnchor(postIndex));
  };
  return (
    <tr>
      <th scope="row" className={styles.post}>
        <a className={`${texts.clamp} ${texts.breaks} ${styles.name}`} href={href} title={post} onClick={goToPost}>
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
              // no Tab stop: the post's name links to the same section, and Tab need not go through hundreds of cells
              tabIndex={-1}
              // a label must contain the visible text; with two figures the cell has hidden text instead
              {...(compared === null && { 'aria-label': name })}
              onClick={goToPost}
            >
              {compared === null ? (
                // plain text without an element, because there may be over a thousand cells
                countOrDash(cell.count)
              ) : (
                <>
                  <span aria-hidden="true">
                    <YearFigures
                      shown={countOrDash(cell.count)}
                      compared={countOrDash(cell.comparedCount)}
                      isComparedFirst={compared.isOlder}
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
