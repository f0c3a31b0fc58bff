import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import layout from '../../ui/layout.module.css';
import { isFolderOpen, readOpenFolders, recordTree, toggleFolder, type RecordFolder } from './record-tree.ts';
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
    <div className={`${layout.loose} ${styles.page}`}>
      <PageHeading title={title} subtitle="Sample files: every record holds the same placeholder document." />
      <div className={styles.tree}>
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
        className={styles.row}
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
        <span className={styles.name}>{folder.name}</span>
      </summary>
      {isOpen && (
        <ul className={styles.content}>
          {folder.folders.map((one) => (
            <li key={one.id}>
              <RecordFolderRow folder={one} named={named} onToggle={onToggle} />
            </li>
          ))}
          {folder.files.map((file) => (
            <li key={file}>
              <a className={`${styles.row} ${styles.file}`} href="/sample-record.pdf" download={file}>
                <Icon name="pdf" />
                <span className={styles.name}>{file}</span>
                <Icon name="download" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
