import { useSearchParams } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './RecordsRoute.module.css';

/**
 * The project's records (`spec §2`, Records browser): a fixed tree whose files are all the same sample. Closed at first;
 * open folders are in the query string (`?open=2024/Month_03`).
 */
export function RecordsRoute({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const named = readOpenFolders(params.get('open'));

  const toggle = (id: string) =>
    // the current query string, as presses may be faster than renders
    setParams(
      (before) => {
        const next = toggleFolder(readOpenFolders(before.get('open')), id);
        if (next.length === 0) before.delete('open');
        else before.set('open', next.join(','));
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  return (
    <div className={`${layout.gap5} ${styles.page}`}>
      <PageHeading title={title} subtitle={t('Sample files: every record holds the same placeholder document.')} />
      <div className={`${surface.plate} ${styles.tree}`}>
        <RecordFolderRow folder={recordTree} named={named} onToggle={toggle} />
      </div>
    </div>
  );
}

interface RecordFolderRowProps {
  folder: RecordFolder;
  named: readonly string[];
  onToggle: (id: string) => void;
}

function RecordFolderRow({ folder, named, onToggle }: RecordFolderRowProps) {
  const isOpen = isFolderOpen(named, folder.id);
  return (
    <details open={isOpen}>
      <summary
        className={`${layout.line} ${styles.row}`}
        onClick={(event) => {
          // the query string says what is open
          event.preventDefault();
          onToggle(folder.id);
        }}
      >
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        <span className={styles.folder}>
          <Icon name={isOpen ? 'folder-open' : 'folder'} />
        </span>
        <span className={`${layout.rest} ${texts.medium} ${texts.breaks} ${styles.name}`}>{folder.name}</span>
      </summary>
      {isOpen && (
        <ul className={styles.content}>
          {folder.folders.map((subfolder) => (
            <li key={subfolder.id}>
              <RecordFolderRow folder={subfolder} named={named} onToggle={onToggle} />
            </li>
          ))}
          {folder.files.map((file) => (
            <li key={file}>
              <a className={`${layout.line} ${styles.row} ${styles.file}`} href="/sample-record.pdf" download={file}>
                <Icon name="pdf" />
                <span className={`${layout.rest} ${texts.medium} ${texts.breaks} ${styles.name}`}>{file}</span>
                <Icon name="download" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

/** A folder of the tree. `id` is the path under the root: `2024/Month_03`. */
interface RecordFolder {
  id: string;
  name: string;
  folders: RecordFolder[];
  /** Names of its files. */
  files: string[];
}

const years = ['2022', '2023', '2024', '2025'];
const months = Array.from({ length: 12 }, (_, index) => `${index + 1}`.padStart(2, '0'));

/** The folders and files, which are fixed (`spec §2`, Records browser). */
const recordTree: RecordFolder = {
  id: 'Records',
  get name() {
    return t('Records');
  },
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

/** The innermost open folders in a query string (`2024/Month_03,2025`); names of no folder are left out. */
function readOpenFolders(text: string | null): string[] {
  return (text ?? '').split(',').filter((id) => ids.has(id));
}

const isWithin = (id: string, folder: string) =>
  folder === recordTree.id || id === folder || id.startsWith(`${folder}/`);

/** Whether a folder is open. @param named the innermost open folders; the folders around them are open too */
function isFolderOpen(named: readonly string[], id: string): boolean {
  return named.some((openId) => isWithin(openId, id));
}

/** The innermost open folders after a press on a folder: closing a folder closes the folders in it, too. */
function toggleFolder(named: readonly string[], id: string): string[] {
  if (!isFolderOpen(named, id)) return [...named.filter((openId) => !isWithin(id, openId)), id].toSorted();
  const others = named.filter((openId) => !isWithin(openId, id));
  if (id === recordTree.id) return others;
  const parent = id.includes('/') ? id.slice(0, id.indexOf('/')) : recordTree.id;
  return isFolderOpen(others, parent) ? others : [...others, parent].toSorted();
}
