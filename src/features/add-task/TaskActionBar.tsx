import { richSentences } from '../../components/rich-sentences.tsx';
import { UploadStatus } from '../../components/task-files/UploadStatus.tsx';
import { message, said, t } from '../../lib/language/translate.ts';
import type { UploadSummary, WaitsFor } from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { SavePhase } from './use-task-saving.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

interface TaskStateProps {
  /** Whether 'Add Task' was pressed; then the button is 'Update' (`spec §4`). */
  added: boolean;
  phase: SavePhase;
  /** A message that says why the server refused the task, and what the person can do. */
  refusalText: string;
  /** Whether the task and all its files are stored on this device. */
  isStored: boolean;
  summary: UploadSummary;
  waitsFor: WaitsFor;
  /** Whether all uploads have arrived. */
  arrived: boolean;
  onRetryAll: () => void;
}

interface TaskActionBarProps extends TaskStateProps {
  onAdd: () => void;
  onUpdate: () => void;
  onKeepEditing: () => void;
}

/** Texts that say what the task waits for after 'Update' was pressed. */
const waitingTexts = {
  'no service': message(
    'Waiting for a connection. This visit is saved by itself as soon as the portal can be reached; it stays on this device until then.',
  ),
  unstored: message(
    'Waiting for a connection. This device does not keep all of this visit: keep this page open until it is saved.',
  ),
  site: message('Choose the site: this visit is then saved.'),
} as const;

/** The bar with the state of the task and its button. On a phone it stays visible while the page scrolls. */
export function TaskActionBar({ onAdd, onUpdate, onKeepEditing, ...state }: TaskActionBarProps) {
  const { added, phase } = state;
  return (
    <div className={`${layout.line} ${styles.bar}`}>
      <div className={`${texts.note} ${layout.gap2} ${layout.rest}`}>
        <TaskState {...state} />
      </div>
      {isWaiting(phase) ? (
        // the button appears where 'Update' was, so the second click of a double click on 'Update' is ignored
        <Button onClick={({ detail }) => detail <= 1 && onKeepEditing()}>{t('Keep editing')}</Button>
      ) : (
        <Button
          // as the submit button it is also pressed by Enter in a field
          type="submit"
          variant="primary"
          busy={phase === 'files' || phase === 'saving'}
          onClick={({ detail }) => {
            if (!added) onAdd();
            // the second click of a double click on 'Add Task' is ignored: it would save a task that nobody has checked
            else if (detail <= 1) onUpdate();
          }}
        >
          {buttonText(added, phase)}
        </Button>
      )}
    </div>
  );
}

function isWaiting(phase: SavePhase): phase is 'no service' | 'site' {
  return phase === 'no service' || phase === 'site';
}

function buttonText(added: boolean, phase: SavePhase): string {
  if (!added) return t('Add Task');
  return phase === 'saving' ? t('Saving…') : t('Update');
}

function TaskState({ added, phase, refusalText, isStored, ...uploads }: TaskStateProps) {
  if (phase === 'failed')
    return (
      <p role="alert" className={styles.failed}>
        <Icon name="warning" />
        <span>{richSentences(<strong>{t('Error updating data.')}</strong>, refusalText)}</span>
      </p>
    );
  if (phase === 'saving') return <p role="status">{t('Saving the visit.')}</p>;
  if (isWaiting(phase))
    return (
      <p role="status" className={`${texts.medium} ${styles.waits}`}>
        {said(waitingTexts[phase === 'no service' && !isStored ? 'unstored' : phase])}
      </p>
    );
  const notSaved =
    uploads.waitsFor === 'network'
      ? t('Not saved yet, and there is no connection: Update saves it as soon as there is one.')
      : t('Not saved yet: Update stores the visit.');
  return <UploadStatus {...uploads} savesAfter={phase === 'files'} otherwise={added ? notSaved : ''} />;
}
