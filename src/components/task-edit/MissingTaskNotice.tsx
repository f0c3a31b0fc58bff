import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { queryClient } from '../../lib/query-client.ts';
import { t } from '../../lib/language/translate.ts';
import { toVisit } from '../../records/portal-links.ts';
import { movedVisitsQuery } from '../../records/task/moved-visits.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import type { StoredTask, Task } from '../../records/task/task.ts';
import { visitTitle } from '../../records/task/visit.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import { useRight } from '../use-right.ts';
import { EditTask } from './EditTask.tsx';
import { useMovedMessage } from './use-moved-message.ts';
import { useUnfinishedCorrections } from './use-unfinished-corrections.ts';

interface MissingTaskNoticeProps {
  task: number | null;
  tasks: readonly Task[];
  site: { id: number; name: string };
  onDismiss: () => void;
}

/**
 * Says that a linked task is not there. Who may correct visits is told where it was moved to, and goes on with a correction of it that is
 * not finished; a client is not told whether it was deleted or never existed.
 */
export function MissingTaskNotice({ task, tasks, site, onDismiss }: MissingTaskNoticeProps) {
  const isMissing = task !== null && !tasks.some(({ id }) => id === task);
  return isMissing ? <MissingTask key={task} task={task} site={site} onDismiss={onDismiss} /> : null;
}

function MissingTask({ task, site, onDismiss }: { task: number } & Pick<MissingTaskNoticeProps, 'site' | 'onDismiss'>) {
  const all = useRight('correctVisits');
  const own = useRight('correctOwnVisits');
  const navigate = useNavigate();
  const moved = useQuery({ ...movedVisitsQuery(site.id), enabled: all || own });
  const there = moved.data?.get(task) ?? null;
  const isUnfinished = useUnfinishedCorrections().some((one) => one.site === site.name && one.id === task);
  const [edited, setEdited] = useState<StoredTask | null>(null);
  const sayMoved = useMovedMessage();

  const goOn = async () => {
    try {
      const found = (await queryClient.fetchQuery(tasksQuery(site.name)))?.find(({ id }) => id === task);
      if (found) setEdited(found);
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
          onAction={() => void goOn()}
        />
      )}
      {edited && (
        <EditTask
          site={site.name}
          task={edited}
          onDone={onDismiss}
          onMoved={(at) => {
            sayMoved({ ...at, title: visitTitle(edited), to: toVisit(at.id, at.site) });
            onDismiss();
          }}
          onCancel={() => setEdited(null)}
        />
      )}
    </>
  );
}
