import type { RecordRow } from './record-tree.ts';

/** What a key does in the tree: the focus moves to a row, or the row is pressed. */
type TreeStep = { kind: 'focus' | 'toggle' | 'activate'; id: string };

/**
 * What a key does at a row of a tree, as the ARIA practices have it; null when the key means nothing there.
 * @param key as `KeyboardEvent.key` names it.
 */
export function treeStep(rows: readonly RecordRow[], current: string, key: string): TreeStep | null {
  const at = rows.findIndex(({ node }) => node.id === current);
  const row = rows[at];
  if (!row) return null;
  const { id, isFolder } = row.node;
  switch (key) {
    case 'ArrowDown':
      return focusOn(rows[at + 1]);
    case 'ArrowUp':
      return focusOn(rows[at - 1]);
    case 'Home':
      return focusOn(rows[0]);
    case 'End':
      return focusOn(rows.at(-1));
    case 'ArrowRight':
      if (!isFolder) return null;
      return row.isOpen ? focusOn(rows[at + 1]) : { kind: 'toggle', id };
    case 'ArrowLeft':
      if (row.isOpen) return { kind: 'toggle', id };
      return row.parent === null ? null : { kind: 'focus', id: row.parent };
    case 'Enter':
    case ' ':
      return { kind: isFolder ? 'toggle' : 'activate', id };
    default:
      return null;
  }
}

function focusOn(target: RecordRow | undefined): TreeStep | null {
  return target ? { kind: 'focus', id: target.node.id } : null;
}

/**
 * The row that typed letters lead to, after the current one and round the end; null when none begins with them.
 * A single letter goes on from the current row, more letters may stay on it.
 */
export function typeAhead(rows: readonly RecordRow[], current: string, typed: string): string | null {
  const at = rows.findIndex(({ node }) => node.id === current);
  // the same letter again and again walks through all that begin with it
  const isRepeated = new Set(typed.toLowerCase()).size === 1;
  const wanted = (isRepeated ? typed.charAt(0) : typed).toLowerCase();
  const from = isRepeated ? at + 1 : at;
  const order = [...rows.slice(from), ...rows.slice(0, from)];
  return order.find(({ node }) => node.name.toLowerCase().startsWith(wanted))?.node.id ?? null;
}
