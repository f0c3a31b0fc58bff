/** `id` is the path under the root: `2024/Month_03`. */
export interface RecordNode {
  id: string;
  name: string;
  children: RecordNode[];
  isFolder: boolean;
}

export interface RecordRow {
  node: RecordNode;
  parent: string | null;
  level: number;
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

/** Fixed (`spec §2`, Records browser). */
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

/** The open folders in a query string (`2024/Month_03,2025`) and their ancestors. */
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

/** The shortest text for these folders: ancestors of open ones are implied. Null when all are closed. */
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

type TreeStep = { kind: 'focus' | 'toggle' | 'activate'; id: string };

/** By the ARIA practices; null for keys without a meaning. @param key as in `KeyboardEvent.key` */
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

/** The next row with that prefix, wrapping around, or null. A single character always moves on. */
export function typeAhead(rows: readonly RecordRow[], current: string, typed: string): string | null {
  const at = rows.findIndex(({ node }) => node.id === current);
  // repeating a character walks through all names that begin with it
  const isRepeated = new Set(typed.toLowerCase()).size === 1;
  const wanted = (isRepeated ? typed.charAt(0) : typed).toLowerCase();
  const from = isRepeated ? at + 1 : at;
  const order = [...rows.slice(from), ...rows.slice(0, from)];
  return order.find(({ node }) => node.name.toLowerCase().startsWith(wanted))?.node.id ?? null;
}
