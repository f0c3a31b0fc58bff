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
  /** The stored posts while counts are edited, whose order is kept then; null otherwise: the worst comes first. */
  saved: CarPosts | null;
  year: number;
  compare: number | null;
  today: Date;
  printing: boolean;
  onPost: (id: string) => void;
}

/** More columns than this have upright names on paper. */
const wide = 8;

/** A real table of posts by failure types, whose colours only repeat its figures. */
export function HeatMap({ posts, saved, year, compare, today, printing, onPost }: HeatMapProps) {
  const isNarrow = useNarrow();
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
      {/* the counts of two years with their difference are too wide for a column of a phone */}
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
  map: HeatMapTable;
  year: number;
  compared: ComparedYear | null;
  isTurned: boolean;
  onPost: (id: string) => void;
}

function HeatTable({ map, year, compared, isTurned, onPost }: HeatTableProps) {
  // a thousand cells must not delay the first chart; their space is reserved
  const ready = useDeferredValue(true, false);
  const rowsToCome: CSSProperties & Record<'--rows', number> = {
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
      style={rowsToCome}
    >
      {isTurned && ready ? (
        <TurnedHeatTable map={map} year={year} onPost={onPost} />
      ) : (
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
      )}
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
