/** A row of the records tree. `id` is its path under the root: `2024/Month_03`. */
export interface RecordNode {
  id: string;
  name: string;
  children: RecordNode[];
  isFolder: boolean;
}

/** A row that can be seen, with what a reader is told of its place. */
export interface RecordRow {
  node: RecordNode;
  parent: string | null;
  /** From 1. */
  level: number;
  /** Place among its siblings, from 1. */
  position: number;
  siblings: number;
  isOpen: boolean;
}

const years = [2022, 2023, 2024, 2025];

function folder(id: string, name: string, children: RecordNode[]): RecordNode {
  return { id, name, children, isFolder: true };
}

function month(year: number, number: number): RecordNode {
  const two = `${number}`.padStart(2, '0');
  const name = `Month_${two}`;
  const files = ['A', 'B', 'C'].map((letter) => `Service_record_${year}_${two}_${letter}.pdf`);
  return folder(
    `${year}/${name}`,
    name,
    files.map((file) => ({ id: `${year}/${name}/${file}`, name: file, children: [], isFolder: false })),
  );
}

/** The fixed tree of the project's records (`spec §2`, Records browser). */
export const recordTree: RecordNode = folder(
  'Records',
  'Records',
  years.map((year) =>
    folder(
      `${year}`,
      `${year}`,
      Array.from({ length: 12 }, (_, index) => month(year, index + 1)),
    ),
  ),
);

/** The open folders that a query string names (`2024/Month_03,2025`), each with those above it. */
export function readOpenFolders(text: string | null): ReadonlySet<string> {
  const named = new Set((text ?? '').split(','));
  const open = new Set<string>();
  const visit = (node: RecordNode): boolean => {
    if (!node.isFolder) return false;
    const isOpen = node.children.map(visit).includes(true) || named.has(node.id);
    if (isOpen) open.add(node.id);
    return isOpen;
  };
  visit(recordTree);
  return open;
}

/** The shortest text that names these folders: one above an open one needs no naming. Null: all is closed. */
export function writeOpenFolders(open: ReadonlySet<string>): string | null {
  const named = (node: RecordNode): string[] => {
    const below = node.children.flatMap(named);
    return below.length === 0 && open.has(node.id) ? [node.id] : below;
  };
  return named(recordTree).join(',') || null;
}

export function toggleFolder(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (!open.has(id)) return new Set([...open, id]);
  if (id === recordTree.id) return new Set();
  return new Set([...open].filter((one) => one !== id && !one.startsWith(`${id}/`)));
}

export function visibleRows(open: ReadonlySet<string>): RecordRow[] {
  const rowsOf = (nodes: readonly RecordNode[], parent: string | null, level: number): RecordRow[] =>
    nodes.flatMap((node, index) => {
      const isOpen = open.has(node.id);
      const row = { node, parent, level, position: index + 1, siblings: nodes.length, isOpen };
      return isOpen ? [row, ...rowsOf(node.children, node.id, level + 1)] : [row];
    });
  return rowsOf([recordTree], null, 1);
}

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
