import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { bringIntoView } from '../../lib/screen/bring-into-view.ts';
import styles from './RefusedFiles.module.css';
import { uploadProblem, type Upload } from '../../records/upload/upload.ts';
import type { FieldNote } from './use-task-files.ts';

interface RefusedFilesProps {
  files: readonly Upload[];
  onDismiss: (id: string) => void;
}

/** Beside the field they were meant for. None of them was sent. */
export function RefusedFiles({ files, onDismiss }: RefusedFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className={styles.refused}>
      {files.map((file) => (
        // the field of a dropped or pasted file may be out of sight
        <li key={file.id} ref={bringIntoView} className={styles.refusedFile}>
          <Icon name="warning" />
          <p className={styles.reason} role="alert">
            <strong>Not added. </strong>
            <span>{uploadProblem(file)}</span>
          </p>
          <Button variant="ghost" aria-label={`Dismiss: ${file.name}`} onClick={() => onDismiss(file.id)}>
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface FieldNoteLineProps {
  note: FieldNote | null;
  onUndo?: () => void;
  onDismiss: () => void;
}

/** Inline, so that it covers nothing; offers to undo a removal. */
export function FieldNoteLine({ note, onUndo, onDismiss }: FieldNoteLineProps) {
  if (!note) return null;
  const { text, undo } = note;
  return (
    <div className={`${styles.refusedFile} ${undo ? styles.removed : ''}`}>
      <Icon name={undo ? 'check' : 'warning'} />
      <p className={styles.reason} role={undo ? 'status' : 'alert'}>
        {text}
      </p>
      {undo ? (
        <Button
          onClick={() => {
            onUndo?.();
            undo();
          }}
        >
          Undo
        </Button>
      ) : (
        <Button variant="ghost" aria-label="Close this message" onClick={onDismiss}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
}
