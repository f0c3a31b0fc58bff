/** A folder of the tree. `id` is the path under the root: `2024/Month_03`. */
export interface RecordFolder {
  id: string;
  name: string;
  folders: RecordFolder[];
  /** Names of its files. */
  files: string[];
}

const years = ['2022', '2023', '2024', '2025'];
const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`.padStart(2, '0'));

/** Fixed (`spec §2`, Records browser). */
export const recordTree: RecordFolder = {
  id: 'Records',
  name: 'Records',
  files: [],
  folders: years.map((year) => ({
    id: year,
    name: year,
    files: [],
    folders: months.map((month) => ({
      id: `${year}/Month_${month}`,
      name: `Month_${month}`,
      folders: [],
      files: ['A', 'B', 'C'].map((letter) => `Service_record_${year}_${month}_${letter}.pdf`),
    })),
  })),
};

const idsIn = ({ id, folders }: RecordFolder): string[] => [id, ...folders.flatMap(idsIn)];
const ids = new Set(idsIn(recordTree));

/** The innermost open folders in a query string (`2024/Month_03,2025`); what names no folder is left out. */
export function readOpenFolders(text: string | null): string[] {
  return (text ?? '').split(',').filter((id) => ids.has(id));
}

const isWithin = (id: string, folder: string) =>
  folder === recordTree.id || id === folder || id.startsWith(`${folder}/`);

/** @param named the innermost open folders; those around them are open too */
export function isFolderOpen(named: readonly string[], id: string): boolean {
  return named.some((one) => isWithin(one, id));
}

/** The innermost open folders after a press on a folder: closing one closes those in it, too. */
export function toggleFolder(named: readonly string[], id: string): string[] {
  if (!isFolderOpen(named, id)) return [...named.filter((one) => !isWithin(id, one)), id].toSorted();
  const others = named.filter((one) => !isWithin(one, id));
  if (id === recordTree.id) return others;
  const parent = id.includes('/') ? id.slice(0, id.indexOf('/')) : recordTree.id;
  return isFolderOpen(others, parent) ? others : [...others, parent].toSorted();
}
