import { useSearchParams } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './RecordsRoute.module.css';

/**
 * The records of the project (`spec §2`, Records browser): a fixed tree of folders, whose files are all the same sample. All folders are
 * closed at first; the query string has the open folders (`?open=2024/Month_03`).
 */
export function RecordsRoute({ title }: { title: string }) {
  const [params, setParams] = useSearchParams();
  const innermost = readOpenFolders(params.get('open'));

  const toggle = (id: string) =>
    // reads the latest query string, because a second press may come before the next render
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
        <RecordFolderRow folder={recordTree} innermost={innermost} onToggle={toggle} />
      </div>
    </div>
  );
}

interface RecordFolderRowProps {
  folder: RecordFolder;
  /** The ids of the innermost open folders. */
  innermost: readonly string[];
  onToggle: (id: string) => void;
}

function RecordFolderRow({ folder, innermost, onToggle }: RecordFolderRowProps) {
  const isOpen = isFolderOpen(innermost, folder.id);
  return (
    <details open={isOpen}>
      <summary
        className={`${layout.line} ${styles.row}`}
        onClick={(event) => {
          // the query string decides which folders are open, not the browser
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
              <RecordFolderRow folder={subfolder} innermost={innermost} onToggle={onToggle} />
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

/** A folder of the tree. Its `id` is its path below the root, such as `2024/Month_03`. */
interface RecordFolder {
  id: string;
  name: string;
  folders: RecordFolder[];
  /** The names of the files. */
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
const folderIds = new Set(idsIn(recordTree));

/** Reads the ids of the innermost open folders from a query string (`2024/Month_03,2025`). Unknown ids are ignored. */
function readOpenFolders(text: string | null): string[] {
  return (text ?? '').split(',').filter((id) => folderIds.has(id));
}

/** Whether a folder is this folder or is below it. */
const isWithin = (id: string, folder: string) =>
  folder === recordTree.id || id === folder || id.startsWith(`${folder}/`);

/**
 * Whether a folder is open.
 * @param innermost the ids of the innermost open folders; the folders above them are open too
 */
function isFolderOpen(innermost: readonly string[], id: string): boolean {
  return innermost.some((openId) => isWithin(openId, id));
}

/** Opens or closes a folder and returns the innermost open folders. Closing a folder closes the folders in it, too. */
function toggleFolder(innermost: readonly string[], id: string): string[] {
  if (!isFolderOpen(innermost, id)) return [...innermost.filter((openId) => !isWithin(id, openId)), id].toSorted();
  const remainingOpen = innermost.filter((openId) => !isWithin(openId, id));
  if (id === recordTree.id) return remainingOpen;
  // the folder above stays open, also if no other folder in it is open
  const parent = id.includes('/') ? id.slice(0, id.indexOf('/')) : recordTree.id;
  return isFolderOpen(remainingOpen, parent) ? remainingOpen : [...remainingOpen, parent].toSorted();
}
