import type { MouseEvent, ReactNode } from 'react';
import { typeLabel } from '../../../records/failure/failure-record.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import { postAnchor } from '../../../records/portal-links.ts';
import type { HeatMapRow, HeatMapSum } from './failure-heat.ts';
import styles from './HeatMap.module.css';
import cellStyles from './HeatRow.module.css';

export function sumFigures({ total, before }: HeatMapSum, compare: number | null): ReactNode {
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

export function HeatRow({ row, types, compare, onPost }: HeatRowProps) {
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
