import { Link } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { draftMoment } from '../../records/time.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { readDraftFiles } from '../../records/upload/files-draft.ts';
import { readDraft, removeDraft } from '../../lib/drafts.ts';
import { useStore } from '../../lib/store.ts';
import { ConfirmButton } from '../../ui/message/ConfirmButton.tsx';
import layout from '../../ui/layout.module.css';
import {
  isFinished,
  keptTaskSchema,
  taskIdOf,
  useKeptTasks,
  visitSummary,
  visitUnderWay,
  type KeptTask,
} from './kept-tasks.ts';
import styles from './OutboxList.module.css';
import type { TaskForm } from './task-form.ts';
import { filesText } from './TaskDraftNote.tsx';

/** Deletes a kept task, with what was uploaded for it. The bucket keeps what a saved task has. */
async function discard(name: string): Promise<void> {
  const draft = readDraft(name, keptTaskSchema);
  const queue = new UploadQueue(await readDraftFiles(name, draft?.value.files ?? []));
  queue.discard();
  queue.dispose();
  await removeDraft(name);
}

interface OutboxListProps {
  /** The draft that the form shows. */
  open: string | null;
}

/** Finished visits that wait on this device, and tasks begun for other sites (`decisions §8`). */
export function OutboxList({ open }: OutboxListProps) {
  const tasks = useKeptTasks().filter(({ name }) => name !== open);
  const sites = useQuery({ ...sitesQuery, enabled: tasks.length > 0 });
  const underWay = useStore(visitUnderWay);
  if (tasks.length === 0) return null;
  const siteOf = ({ form }: KeptTask) => sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName;
  return (
    <section className={layout.tight} aria-label="Tasks on this device">
      <ul className={styles.list}>
        {tasks.map((task) => {
          const words = visitSummary(siteOf(task), task.form, task.photos);
          const busy = underWay === task.name;
          return (
            <li key={task.name} className={styles.task}>
              <div className={styles.words}>
                <p className={styles.visit}>{words}</p>
                <p
                  className={task.form.update === 'none' || task.form.update === 'waiting' ? undefined : styles.stopped}
                >
                  {busy ? 'Being saved.' : stateTexts[task.form.update](task)}
                </p>
              </div>
              <div className={layout.row}>
                {!busy && (
                  <Link to={linkTo(paths.addTask, { visit: taskIdOf(task.name) })} aria-label={`Open: ${words}`}>
                    Open
                  </Link>
                )}
                <ConfirmButton
                  label="Discard"
                  busy={busy}
                  title={isFinished(task) ? 'Discard this visit?' : 'Discard this task?'}
                  action="Discard"
                  variant="danger"
                  cancel="Keep"
                  onConfirm={() => void discard(task.name)}
                >
                  <p>{`${words}. It is deleted from this device, and cannot be brought back.`}</p>
                </ConfirmButton>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const stateTexts: Record<TaskForm['update'], (task: KeptTask) => string> = {
  none: ({ savedAt }) => `Not finished, kept at ${draftMoment(savedAt)}.`,
  waiting: () => 'Waits for a connection.',
  incomplete: ({ form }) => `${filesText(form.lost)} could not be kept on this device: open it and decide.`,
  stopped: () => 'A file could not be uploaded: open it and decide.',
  refused: () => 'Could not be saved: open it and decide.',
};
