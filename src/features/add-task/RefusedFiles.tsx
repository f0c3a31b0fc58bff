import type { Upload } from './upload-queue.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './RefusedFiles.module.css';
import { reasonOf } from './upload-summary.ts';

interface RefusedFilesProps {
  files: readonly Upload[];
  onDismiss: (id: string) => void;
}

/** Files that were not taken, each with its name and what to do. Nothing of them was sent. */
export function RefusedFiles({ files, onDismiss }: RefusedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.list}>
      {files.map((file) => (
        <li key={file.id} className={styles.file}>
          <Icon name="warning" />
          <p className={styles.reason} role="alert">
            <strong>Not added. </strong>
            <span>{reasonOf(file)}</span>
          </p>
          <Button variant="ghost" aria-label={`Dismiss: ${file.name}`} onClick={() => onDismiss(file.id)}>
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}
