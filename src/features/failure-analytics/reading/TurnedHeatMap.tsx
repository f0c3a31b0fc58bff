import type { MouseEvent } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { typeLabel } from '../../../records/failure/failure-record.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import { countOrDash } from './Difference.tsx';
import { cellName, postCodes, type HeatMapTable } from './heat-map-figures.ts';
import texts from '../../../ui/text.module.css';
import styles from './HeatMap.module.css';

interface TurnedHeatTableProps {
  map: HeatMapTable;
  year: number;
  onPost: (id: string) => void;
}

/** The heat map of a year on a phone: a row for each type and a narrow column for each post, headed by the post's code. */
export function TurnedHeatTable({ map, year, onPost }: TurnedHeatTableProps) {
  const codes = postCodes(map.rows.map(({ post }) => post));
  const linkTo = (postIndex: number) => ({
    href: `#${postAnchor(postIndex)}`,
    onClick: (event: MouseEvent) => {
      // the browser opens the link in a new tab or window
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      // with a new history entry the page would ask about unsaved changes, so the browser must not follow the link
      event.preventDefault();
      onPost(postAnchor(postIndex));
    },
  });
  return (
    <table className={`${styles.table} ${styles.turned}`}>
      <thead>
        <tr>
          <th scope="col" className={styles.corner}>
            {t('Failure Type')}
          </th>
          {map.rows.map(({ post, postIndex }, column) => (
            <th key={post} scope="col" className={styles.code} title={post}>
              <a className={`${texts.breaks} ${styles.codeLink}`} aria-label={post} {...linkTo(postIndex)}>
                {codes[column]}
              </a>
            </th>
          ))}
          <th scope="col" className={styles.total}>
            {t('Total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {map.types.map((type, typeIndex) => (
          <tr key={type}>
            <th scope="row" className={styles.post} title={typeLabel(type)}>
              <span className={`${texts.breaks} ${styles.turnedType}`}>{typeLabel(type)}</span>
            </th>
            {map.rows.map(({ post, postIndex, cells }) => {
              const cell = cells[typeIndex];
              if (!cell)
                return (
                  <td key={post} className={styles.level0}>
                    –
                  </td>
                );
              return (
                <td key={post} className={styles[`level${cell.level}`]}>
                  <a
                    className={styles.cell}
                    // no Tab stop: the post's code links to the same section
                    tabIndex={-1}
                    aria-label={cellName(cell, { year, compared: null, type: typeLabel(type), post })}
                    {...linkTo(postIndex)}
                  >
                    {countOrDash(cell.count)}
                  </a>
                </td>
              );
            })}
            <td className={styles.total}>{countOrDash(map.totals[typeIndex]?.total ?? null)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className={styles.corner}>
            {t('Total')}
          </th>
          {map.rows.map(({ post, total }) => (
            <td key={post}>{countOrDash(total)}</td>
          ))}
          <td className={styles.total}>{countOrDash(map.all.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
