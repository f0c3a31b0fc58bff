import { Link } from 'react-router-dom';
import { richSentences } from '../../components/rich-sentences.tsx';
import { UnstoredFilesNote } from '../../components/task-files/UploadStatus.tsx';
import { useToday } from '../../components/use-today.ts';
import { t } from '../../lib/language/translate.ts';
import { draftMoment } from '../../records/time.ts';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import { isFinished, taskIdOf, useTaskDrafts } from './task-drafts.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/** A link to another unfinished task of the same site, because a site should have only one (`decisions §8`). */
export function SameSiteNote({ name, siteId }: { name: string; siteId: number | null }) {
  const other = useTaskDrafts().find(
    (task) => task.name !== name && !isFinished(task) && siteId !== null && task.form.siteId === siteId,
  );
  const today = useToday();
  if (!other) return null;
  return (
    <p className={styles.warning} role="alert">
      {richSentences(
        t('You started another visit for this site at {moment}.', { moment: draftMoment(other.savedAt, today) }),
        <Link to={`?visit=${taskIdOf(other.name)}`}>{t('Go on with that one')}</Link>,
      )}
    </p>
  );
}

interface TaskDraftNoteProps {
  /** When the restored draft was stored, in milliseconds since 1970; null for a new task. */
  restoredAt: number | null;
  /** How many files of the draft are lost. */
  lost: number;
  /** Whether the task and all its files are stored on this device. */
  isStored: boolean;
  /** How many files of the draft are not stored on this device. */
  unstoredFiles: number;
  /** Whether the draft has something to discard. */
  discardable: boolean;
  /** Whether the task is being saved, so that it cannot be discarded. */
  locked: boolean;
  onDiscard: () => void;
}

/** Says above the form whether the task is stored on this device, and offers to discard it. */
export function TaskDraftNote(props: TaskDraftNoteProps) {
  const { lost, unstoredFiles, discardable, locked, onDiscard } = props;
  const today = useToday();
  return (
    <>
      {lost > 0 && (
        <p className={styles.warning} role="alert">
          {t(
            '{count, plural, one {# file} other {# files}} of this visit could not be kept on this device. Add what is missing again, or press Update to save the visit without.',
            { count: lost },
          )}
        </p>
      )}
      <UnstoredFilesNote files={unstoredFiles} />
      <div className={`${layout.apart} ${styles.note}`}>
        <p role="status" className={`${texts.hint} ${styles.words}`}>
          {draftStateText(props, today)}
        </p>
        {discardable && (
          <ConfirmButton
            label={t('Discard')}
            busy={locked}
            title={t('Discard this visit?')}
            action={t('Discard')}
            variant="danger"
            cancel={t('Keep')}
            onConfirm={onDiscard}
          >
            <p>{t('What you typed and the files uploaded for it are deleted. This cannot be undone.')}</p>
          </ConfirmButton>
        )}
      </div>
    </>
  );
}

/** Says whether the draft was restored, is stored while the person types, or is not stored. */
function draftStateText({ isStored, restoredAt, discardable, unstoredFiles }: TaskDraftNoteProps, today: Date): string {
  if (isStored && restoredAt !== null && discardable)
    return t('Draft from {moment} restored.', { moment: draftMoment(restoredAt, today) });
  if (isStored) return t('A draft is kept on this device as you type.');
  // `UnstoredFilesNote` already says that files are not stored
  return unstoredFiles > 0 ? '' : t('This browser keeps no drafts: what you type is lost when you leave the page.');
}
