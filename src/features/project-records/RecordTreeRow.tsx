import type { RecordRow } from './record-tree.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './RecordTreeRow.module.css';

interface RecordTreeRowProps {
  row: RecordRow;
  /** The one row that Tab leads to. */
  isCurrent: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** By level, which counts from 1. */
const indents = [undefined, undefined, styles.second, styles.third, styles.fourth];

/** One row: a folder that opens and closes, or a file that is downloaded under its own name. */
export function RecordTreeRow({ row, isCurrent, onFocus, onToggle }: RecordTreeRowProps) {
  const { node, level, position, siblings, isOpen } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree takes the keys of all its rows
    <li
      className={`${styles.row} ${indents[level] ?? ''}`}
      role="treeitem"
      aria-label={node.name}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isCurrent}
      {...(node.isFolder && { 'aria-expanded': isOpen, onClick: onToggle })}
      tabIndex={isCurrent ? 0 : -1}
      data-id={node.id}
      onFocus={onFocus}
    >
      {node.isFolder ? (
        <>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span className={styles.folder}>
            <Icon name={isOpen ? 'folder-open' : 'folder'} />
          </span>
          <span className={styles.name}>{node.name}</span>
        </>
      ) : (
        <a className={styles.file} href="/sample-record.pdf" download={node.name} tabIndex={-1}>
          <Icon name="pdf" />
          <span className={styles.name}>{node.name}</span>
          <Icon name="download" />
        </a>
      )}
    </li>
  );
}
