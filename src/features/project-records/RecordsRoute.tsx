import { useRef, useState, type KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import {
  readOpenFolders,
  recordTree,
  toggleFolder,
  treeStep,
  typeAhead,
  visibleRows,
  writeOpenFolders,
  type RecordRow,
} from './record-tree.ts';
import styles from './RecordsRoute.module.css';

/** The project's records (`spec §2`, Records browser): a fixed tree whose files are all the same sample. */
export function RecordsRoute({ title }: { title: string }) {
  return (
    <div className={`${layout.loose} ${styles.page}`}>
      <PageHeading title={title} subtitle="Sample files: every record holds the same placeholder document." />
      <RecordTree label={title} />
    </div>
  );
}

/** Initially closed; open folders are in the query string (`?open=2024/Month_03`). */
function RecordTree({ label }: { label: string }) {
  const [params, setParams] = useSearchParams();
  const open = readOpenFolders(params.get('open'));
  const rows = visibleRows(open);
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState(recordTree.id);
  const findTyped = useTypeAhead();
  // a closed folder takes over from the current row inside it
  const current =
    rows.find(({ node }) => node.id === last) ?? rows.findLast(({ node }) => last.startsWith(`${node.id}/`)) ?? rows[0];
  const currentId = current?.node.id ?? recordTree.id;

  const toggle = (id: string) => {
    setLast(id);
    // the current query string, as presses may be faster than renders
    setParams(
      (before) => {
        const next = writeOpenFolders(toggleFolder(readOpenFolders(before.get('open')), id));
        if (next === null) before.delete('open');
        else before.set('open', next);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  const row = (id: string) => list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(rows, currentId, event.key);
    const typed = step || event.key.length !== 1 || event.key === ' ' ? null : findTyped(rows, currentId, event.key);
    if (!step && typed === null) return;
    event.preventDefault();
    if (typed !== null) row(typed)?.focus();
    else if (step?.kind === 'focus') row(step.id)?.focus();
    else if (step?.kind === 'toggle') toggle(step.id);
    else if (step) row(step.id)?.querySelector('a')?.click();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the rows have the focus, one of them at a time
    <ul ref={list} className={styles.tree} role="tree" aria-label={label} onKeyDown={onKeyDown}>
      {rows.map((one) => (
        <RecordTreeRow
          key={one.node.id}
          row={one}
          isCurrent={one.node.id === currentId}
          onFocus={() => setLast(one.node.id)}
          onToggle={() => toggle(one.node.id)}
        />
      ))}
    </ul>
  );
}

interface RecordTreeRowProps {
  row: RecordRow;
  /** The one row in the tab order. */
  isCurrent: boolean;
  onFocus: () => void;
  onToggle: () => void;
}

/** By level, from 1. */
const indents = [undefined, undefined, styles.second, styles.third, styles.fourth];

function RecordTreeRow({ row, isCurrent, onFocus, onToggle }: RecordTreeRowProps) {
  const { node, level, position, siblings, isOpen } = row;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of all rows
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

/** After this pause the next character starts a new name. */
const typeAheadMs = 700;

/** Collects typed characters; returns the id of the row they lead to, or null. */
function useTypeAhead(): (rows: readonly RecordRow[], current: string, character: string) => string | null {
  const typed = useRef({ text: '', at: 0 });
  return (rows, current, character) => {
    const now = Date.now();
    const before = now - typed.current.at < typeAheadMs ? typed.current.text : '';
    typed.current = { text: before + character, at: now };
    return typeAhead(rows, current, typed.current.text);
  };
}
