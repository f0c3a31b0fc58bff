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

/** The open folders that an address names (`2024/Month_03,2025`), each with those above it. */
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

/** Opens a folder, or closes it and all in it. */
export function toggleFolder(open: ReadonlySet<string>, id: string): ReadonlySet<string> {
  if (!open.has(id)) return new Set([...open, id]);
  if (id === recordTree.id) return new Set();
  return new Set([...open].filter((one) => one !== id && !one.startsWith(`${id}/`)));
}

/** The rows that can be seen, from top to bottom. */
export function visibleRows(open: ReadonlySet<string>): RecordRow[] {
  const rowsOf = (nodes: readonly RecordNode[], parent: string | null, level: number): RecordRow[] =>
    nodes.flatMap((node, index) => {
      const isOpen = open.has(node.id);
      const row = { node, parent, level, position: index + 1, siblings: nodes.length, isOpen };
      return isOpen ? [row, ...rowsOf(node.children, node.id, level + 1)] : [row];
    });
  return rowsOf([recordTree], null, 1);
}
