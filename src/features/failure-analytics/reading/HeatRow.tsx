import type { MouseEvent } from 'react';
import type { HeatRow as Row } from './failure-heat.ts';
import { typeLabel } from './failure-types.ts';
import { countText } from './figure-words.ts';
import styles from './HeatRow.module.css';
import { sectionId } from './section-id.ts';

interface HeatRowProps {
  row: Row;
  types: readonly string[];
  onPost: (id: string) => void;
}

/** A post of the heat map: its counts lead to its section. */
export function HeatRow({ row: { post, place, cells, total }, types, onPost }: HeatRowProps) {
  const href = `#${sectionId(place)}`;
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    // not by the address: a step in the history would ask about unsaved changes
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
