import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toVisit } from '../../records/portal-links.ts';
import { movedVisitsQuery } from '../../records/task/moved-visits.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import { hasPdf, type StoredTask, type Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import type { OpenedFile } from '../task/TaskDialogs.tsx';
import { useRight } from '../use-right.ts';
import { EditTask } from './EditTask.tsx';
import { useMovedMessage } from './use-moved-message.ts';
import { useUnfinishedCorrections } from './use-unfinished-corrections.ts';

interface MissingTaskNoticeProps {
  taskId: number | null;
  /** The photo or PDF of the task that the link opens; null if the link opens none. */
  opened: OpenedFile | null;
  tasks: readonly Task[];
  site: { id: number; name: string };
  onDismiss: () => void;
}

/**
 * Says that a linked task, or its photo or PDF, is not there. A person who may correct visits is told where it was
 * moved to, and can continue an unfinished correction of it; a client is not told whether it was deleted or never
 * existed.
 */
export function MissingTaskNotice({ taskId, opened, tasks, site, onDismiss }: MissingTaskNoticeProps) {
  if (taskId === null) return null;
  const foundTask = tasks.find(({ id }) => id === taskId);
  if (!foundTask) return <MissingTask key={taskId} taskId={taskId} site={site} onDismiss={onDismiss} />;
  const missingText = opened && missingFileText(foundTask, opened);
  return missingText && <Notice role="status" message={missingText} action={t('Dismiss')} onAction={onDismiss} />;
}

/** A message that the visit does not have the photo or PDF of the link; null if it has. */
function missingFileText(task: Task, opened: OpenedFile): string | null {
  if (opened.kind === 'pdf') return hasPdf(task) ? null : t('The visit of this link has no PDF report.');
  const photos = task.urls.length;
  return opened.index < photos
    ? null
    : t(
        'The visit of this link has no photo {number}: it has {photos, plural, =0 {none} one {# photo} other {# photos}}.',
        { number: opened.index + 1, photos },
      );
}

function MissingTask({
  taskId,
  site,
  onDismiss,
}: { taskId: number } & Pick<MissingTaskNoticeProps, 'site' | 'onDismiss'>) {
  const canCorrectAll = useRight('correctVisits');
  const canCorrectOwn = useRight('correctOwnVisits');
  const navigate = useNavigate();
  const moved = useQuery({ ...movedVisitsQuery(site.id), enabled: canCorrectAll || canCorrectOwn });
  const there = moved.data?.get(taskId) ?? null;
  const isUnfinished = useUnfinishedCorrections().some(
    (correction) => correction.site === site.name && correction.id === taskId,
  );
  const [editedTask, setEditedTask] = useState<StoredTask | null>(null);
  const notifyMoved = useMovedMessage();

  const continueCorrection = async () => {
    try {
      const storedTask = (await queryClient.fetchQuery(tasksQuery(site.name)))?.find(({ id }) => id === taskId);
      if (storedTask) setEditedTask(storedTask);
      else notify.error(t('This visit no longer exists.'));
    } catch (error) {
      console.error('The visit could not be read', error);
      notify.error(t('Failed to fetch tasks.'));
    }
  };

  if (moved.isLoading) return null;
  return (
    <>
      <Notice
        role="status"
        message={
          there
            ? t('The visit of this link was moved to {site}.', { site: there.site })
            : t('The task of this link is not shown here: it was removed or belongs to another site.')
        }
        action={there?.showing ? t('Show it there') : t('Dismiss')}
        onAction={there?.showing ? () => void navigate(toVisit(there.id, there.site)) : onDismiss}
      />
      {isUnfinished && (
        <Notice
          role="status"
          message={t('Your correction of it is not finished.')}
          action={t('Go on with it')}
          onAction={() => void continueCorrection()}
        />
      )}
      {editedTask && (
        <EditTask
          site={site.name}
          task={editedTask}
          onDone={onDismiss}
          onMoved={(filed) => {
            notifyMoved({ ...filed, title: visitTitle(editedTask), to: toVisit(filed.id, filed.site) });
            onDismiss();
          }}
          onCancel={() => setEditedTask(null)}
        />
      )}
    </>
  );
}
