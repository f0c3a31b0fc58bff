import { useQuery } from '@tanstack/react-query';
import { t } from '../../lib/language/translate.ts';
import type { VisitElsewhere } from '../../records/task/moved-visits.ts';
import { tasksQuery } from '../../records/task/task-queries.ts';
import { visibleTasks } from '../../records/task/task.ts';
import { officeWords } from '../../records/task/visit-actions.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { LoadFailure, hasFailed } from '../../ui/message/Loaded.tsx';
import { MoveVisit, type FiledVisit } from './MoveVisit.tsx';
import { changeShowing } from './use-showing.ts';
import { VisitName } from './VisitName.tsx';
import texts from '../../ui/text.module.css';
import styles from './TaskEdit.module.css';

interface MovedAwayProps {
  /** The site that the visit was moved from. */
  site: string;
  there: VisitElsewhere;
  /** Called once the visit is back at `site`. */
  onMoved: (to: FiledVisit) => void;
  onClose: () => void;
}

/**
 * Asks before a visit that was moved to another site is moved back. If it was deleted at the other site, it is restored there
 * instead: a visit is shown at one site only (`decisions §8`).
 */
export function MovedAway({ site, there, onMoved, onClose }: MovedAwayProps) {
  const tasks = useQuery(tasksQuery(there.site));
  const visits = tasks.data ?? [];
  const task = visits.find(({ id }) => id === there.id);
  if (!task)
    return (
      <Dialog open title={t('Moved to {site}', { site: there.site })} onClose={onClose}>
        {tasks.isFetching && !hasFailed(tasks) ? (
          <p role="status">{t('Loading the visit…')}</p>
        ) : (
          <LoadFailure query={tasks} error={t('Failed to fetch tasks.')} />
        )}
      </Dialog>
    );
  if (task.showing === 'True')
    return (
      <MoveVisit
        site={there.site}
        task={task}
        visits={visibleTasks(visits)}
        back={site}
        onMoved={onMoved}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t('Restore this visit at {site}?', { site: there.site })}
      action={t('Restore there')}
      variant="primary"
      onClose={onClose}
      onConfirm={() => {
        onClose();
        changeShowing(there.site, there.id, 'True', officeWords.outcome);
      }}
    >
      <VisitName task={task} />
      <p className={`${texts.muted} ${styles.after}`}>
        {t('It was moved from {from} to {site}, and deleted there. The client of {site} will see it again.', {
          from: site,
          site: there.site,
        })}
      </p>
    </ConfirmDialog>
  );
}
