import { useRef, useState, type KeyboardEvent } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readOpenFolders, recordTree, toggleFolder, visibleRows, writeOpenFolders } from './record-tree.ts';
import { treeStep } from './tree-keys.ts';
import styles from './RecordTree.module.css';
import { RecordTreeRow } from './RecordTreeRow.tsx';
import { useTypeAhead } from './use-type-ahead.ts';

/** The tree, all closed at first; what is open stands in the address (`?open=2024/Month_03`). */
export function RecordTree({ label }: { label: string }) {
  const [params, setParams] = useSearchParams();
  const open = readOpenFolders(params.get('open'));
  const rows = visibleRows(open);
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState(recordTree.id);
  const findTyped = useTypeAhead();
  // a folder that was closed takes the place of what was current in it
  const current =
    rows.find(({ node }) => node.id === last) ?? rows.findLast(({ node }) => last.startsWith(`${node.id}/`)) ?? rows[0];
  const currentId = current?.node.id ?? recordTree.id;

  const toggle = (id: string) => {
    setLast(id);
    // the address of this moment: quick presses come faster than the page is drawn
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
