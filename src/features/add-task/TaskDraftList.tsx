import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useToday } from '../../components/use-today.ts';
import { readDraft, removeDraft } from '../../lib/device/drafts.ts';
import { t } from '../../lib/language/translate.ts';
import { useStore } from '../../lib/store.ts';
import { linkTo } from '../../records/portal-links.ts';
import * as paths from '../../records/portal-paths.ts';
import { sentences } from '../../records/sentences.ts';
import { sitesQuery } from '../../records/site/site-queries.ts';
import { draftMoment } from '../../records/time.ts';
import { readDraftFiles } from '../../records/upload/files-draft.ts';
import { UploadQueue } from '../../records/upload/upload-queue.ts';
import { ConfirmButton } from '../../ui/message/ConfirmDialog.tsx';
import {
  taskDraftSchema,
  taskIdOf,
  useTaskDrafts,
  visitBeingSaved,
  visitSummary,
  type DraftTask,
} from './task-drafts.ts';
import { saveRefusalText, type TaskForm } from './task-form.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './AddTaskRoute.module.css';

/** Deletes a task draft and the files that were uploaded for it. The bucket retains files that a saved task names. */
async function discard(name: string): Promise<void> {
  const draft = readDraft(name, taskDraftSchema);
  const { files } = await readDraftFiles(name, draft?.value.files ?? []);
  const queue = new UploadQueue(files);
  queue.discard();
  queue.dispose();
  await removeDraft(name);
}

interface TaskDraftListProps {
  /** The name of the draft in the form, which is not listed; null while the form shows none. */
  nameInForm: string | null;
  /** Called with the name of a draft when its link is pressed. */
  onOpen: (name: string) => void;
}

/** The task drafts of this device that are not in the form: finished visits that wait, and unfinished ones (`decisions §8`). */
export function TaskDraftList({ nameInForm, onOpen }: TaskDraftListProps) {
  const tasks = useTaskDrafts().filter(({ name }) => name !== nameInForm);
  const sites = useQuery({ ...sitesQuery, enabled: tasks.length > 0 });
  const savingName = useStore(visitBeingSaved);
  const today = useToday();
  if (tasks.length === 0) return null;
  const siteOf = ({ form }: DraftTask) => sites.data?.find(({ id }) => id === form.siteId)?.name ?? form.siteName;
  return (
    <section className={layout.gap3} aria-label={t('Visits on this device')}>
      <ul className={layout.gap2}>
        {tasks.map((task) => {
          const summary = visitSummary(siteOf(task), task.form, task.photos);
          const busy = savingName === task.name;
          const { update: saveState } = task.form;
          const needsPerson = saveState !== 'none' && saveState !== 'waiting';
          return (
            <li key={task.name} className={`${layout.row} ${surface.box} ${styles.task}`}>
              <div className={`${texts.hint} ${styles.taskWords}`}>
                <p className={`${texts.medium} ${styles.visit}`}>{summary}</p>
                <p className={needsPerson ? styles.stopped : undefined}>
                  {busy ? t('Being saved.') : stateTexts[saveState](task, today)}
                </p>
              </div>
              <div className={layout.row}>
                {!busy && (
                  <Link
                    to={linkTo(paths.addTask, { visit: taskIdOf(task.name) })}
                    aria-label={t('Open: {visit}', { visit: summary })}
                    onClick={() => onOpen(task.name)}
                  >
                    {t('Open')}
                  </Link>
                )}
                <ConfirmButton
                  label={t('Discard')}
                  busy={busy}
                  title={t('Discard this visit?')}
                  action={t('Discard')}
                  variant="danger"
                  cancel={t('Keep')}
                  onConfirm={() => void discard(task.name)}
                >
                  <p>{t('{visit}. It is deleted from this device, and cannot be brought back.', { visit: summary })}</p>
                </ConfirmButton>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The texts for the states of a visit, with what the person has to do. */
const stateTexts: Record<TaskForm['update'], (task: DraftTask, today: Date) => string> = {
  none: ({ savedAt }, today) => t('Not finished, kept at {moment}.', { moment: draftMoment(savedAt, today) }),
  waiting: () => t('Waits for a connection.'),
  incomplete: ({ form }) =>
    t('{count, plural, one {# file} other {# files}} could not be kept on this device: open it and decide.', {
      count: form.lost,
    }),
  stopped: () => t('A file could not be uploaded: open it and decide.'),
  refused: ({ form }) => sentences(t('Could not be saved: open it and decide.'), saveRefusalText(form)),
};
