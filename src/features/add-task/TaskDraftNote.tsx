import { Link } from 'react-router-dom';
import { draftMoment } from '../../records/time.ts';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import layout from '../../ui/layout.module.css';
import styles from './TaskDraftNote.module.css';
import { taskIdOf, useKeptTasks } from './kept-tasks.ts';

/** Names another task that was begun for the site of this task (`decisions §8`: one per site). */
export function SameSiteNote({ name, siteId }: { name: string; siteId: number | null }) {
  const other = useKeptTasks().find(
    (task) => task.name !== name && task.form.update === 'none' && siteId !== null && task.form.siteId === siteId,
  );
  if (!other) return null;
  return (
    <p className={styles.other} role="alert">
      {`You started another task for this site at ${draftMoment(other.savedAt)}. `}
      <Link to={`?visit=${taskIdOf(other.name)}`}>Go on with that one</Link>
    </p>
  );
}

interface TaskDraftNoteProps {
  /** When the restored draft was kept, in milliseconds; null for a new task. */
  restoredAt: number | null;
  /** How many of its files are gone. */
  lost: number;
  /** Whether this browser stores drafts. */
  kept: boolean;
  /** How many of its files this device has no room for. */
  unkeptFiles: number;
  discardable: boolean;
  locked: boolean;
  onDiscard: () => void;
}

export function TaskDraftNote({
  restoredAt,
  lost,
  kept,
  unkeptFiles,
  discardable,
  locked,
  onDiscard,
}: TaskDraftNoteProps) {
  return (
    <>
      {lost > 0 && (
        <p className={styles.other} role="alert">
          {`${filesText(lost)} of this task could not be kept on this device. Add what is missing again, or press Update to save the visit without.`}
        </p>
      )}
      {unkeptFiles > 0 && (
        <p className={styles.other} role="alert">
          {`This device has no room for ${filesText(unkeptFiles)}. Keep this page open until the visit is saved.`}
        </p>
      )}
      <div className={`${layout.apart} ${styles.note}`}>
        <p role="status" className={styles.words}>
          {kept
            ? restoredAt !== null && discardable
              ? `Draft from ${draftMoment(restoredAt)} restored.`
              : 'A draft is kept on this device as you type.'
            : unkeptFiles > 0
              ? ''
              : 'This browser keeps no drafts: what you type is lost when you leave the page.'}
        </p>
        {discardable && (
          <ConfirmButton
            label="Discard"
            busy={locked}
            title="Discard this task?"
            action="Discard"
            variant="danger"
            cancel="Keep"
            onConfirm={onDiscard}
          >
            <p>What you typed and the files uploaded for it are deleted. This cannot be undone.</p>
          </ConfirmButton>
        )}
      </div>
    </>
  );
}

/** `1 file`, `4 files` */
export function filesText(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
