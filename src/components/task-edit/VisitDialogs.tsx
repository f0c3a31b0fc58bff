import { said } from '../../lib/language/translate.ts';
import { faultsOpenedAgainText } from '../../records/fault/answers.ts';
import { sentences } from '../../records/sentences.ts';
import { openedAgainText } from '../../records/task/follow-up-words.ts';
import type { StoredTask, Task } from '../../records/task/task.ts';
import type { VisitAction, VisitWords } from '../../records/task/visit-actions.ts';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { EditTask } from './EditTask.tsx';
import { MoveVisit, type FiledVisit } from './MoveVisit.tsx';
import { changeShowing } from './use-showing.ts';
import { VisitName } from './VisitName.tsx';
import texts from '../../ui/text.module.css';
import styles from './TaskEdit.module.css';

/** The action that was pressed, with the visit and its site. */
export interface OpenedAction {
  site: string;
  task: StoredTask;
  action: Exclude<VisitAction, 'restore' | 'moved'>;
}

interface VisitDialogsProps {
  opened: OpenedAction | null;
  /** All visits of the site. The dialog says which of their recommendations and which faults are open again without this visit. */
  visits: readonly Task[];
  words: VisitWords;
  /** Called when the dialog is closed without a change. */
  onClose: () => void;
  /** Called with the visit as the server saved it. */
  onEdited: (saved: StoredTask) => void;
  /** Called once hiding is confirmed, before the server has done it. */
  onHidden: () => void;
  /** Called once the visit is at another site, with its site and id there. */
  onMoved: (to: FiledVisit) => void;
}

/** The dialog of the opened action: the form of the visit, the choice of another site, or the question before the visit is hidden. */
export function VisitDialogs({ opened, visits, words, onClose, onEdited, onHidden, onMoved }: VisitDialogsProps) {
  if (opened === null) return null;
  const { site, task, action } = opened;
  if (action === 'edit')
    return (
      <EditTask
        key={task.id}
        site={site}
        task={task}
        onDone={(saved) => (saved ? onEdited(saved) : onClose())}
        onMoved={onMoved}
        onCancel={onClose}
      />
    );
  if (action === 'move')
    return <MoveVisit key={task.id} site={site} task={task} visits={visits} onMoved={onMoved} onClose={onClose} />;
  return (
    <HideDialog
      task={task}
      visits={visits}
      title={said(words.question.title)}
      action={said(words.question.action)}
      after={said(words.question.after)}
      onCancel={onClose}
      onHide={() => {
        onHidden();
        changeShowing(site, task.id, 'False', words.outcome);
      }}
    />
  );
}

interface HideDialogProps {
  task: StoredTask;
  /** All visits of the site. The dialog says which of their recommendations and which faults are open again without this visit. */
  visits: readonly Task[];
  title: string;
  action: string;
  /** What happens to the visit when it is hidden. */
  after: string;
  onCancel: () => void;
  onHide: () => void;
}

export function HideDialog({ task, visits, title, action, after, onCancel, onHide }: HideDialogProps) {
  return (
    <ConfirmDialog title={title} action={action} variant="danger" onConfirm={onHide} onClose={onCancel}>
      <VisitName task={task} />
      <p className={`${texts.muted} ${styles.after}`}>
        {sentences(after, openedAgainText(visits, task.id), faultsOpenedAgainText(visits, task.id))}
      </p>
    </ConfirmDialog>
  );
}
