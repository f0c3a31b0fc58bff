import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { firstPhotos, groupByMonth, type Task } from '../../records/task/task.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import type { OwnVisits } from '../task-edit/use-own-visits.ts';
import { TaskCard } from './TaskCard.tsx';
import layout from '../../ui/layout.module.css';
import styles from './TaskList.module.css';

interface TaskListProps {
  /** Newest first. */
  tasks: readonly Task[];
  /** The task that the URL names. */
  linked?: number | null;
  /** Ids of those that were added since the last visit. */
  added: ReadonlySet<number>;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  /** Those that can still be corrected here, and how. */
  visits: Pick<OwnVisits, 'ids' | 'own'>;
}

/** All thumbnails are signed together. */
export function TaskList({ tasks, linked = null, added, onPhoto, onPdf, visits }: TaskListProps) {
  const photos = useMemo(() => tasks.flatMap((task) => firstPhotos(task)), [tasks]);
  const groups = useMemo(() => groupByMonth(tasks), [tasks]);
  const signing = useQuery({
    ...thumbnailsQuery(photos),
    // keeps what is signed while another filter's photos are being signed
    placeholderData: (before) => before,
  });
  const failed = signing.isError;

  return (
    <>
      {failed && (
        <Notice
          role="alert"
          message="The photos could not be loaded."
          action="Try again"
          onAction={() => void signing.refetch()}
        />
      )}
      {groups.map(({ month, tasks: ofMonth }) => (
        <section key={`${month} ${ofMonth[0]?.id}`} className={layout.tight}>
          <h2 className={styles.month}>
            {month} <span className={styles.count}>{taskCount(ofMonth.length)}</span>
          </h2>
          <div className={layout.plate}>
            {ofMonth.map((task) => (
              <TaskCard
                key={task.id}
                task={task}
                linked={task.id === linked}
                isNew={added.has(task.id)}
                thumbnails={signing.data}
                signed={signing.isSuccess || failed}
                onPhoto={onPhoto}
                onPdf={onPdf}
                own={visits.ids.has(task.id) ? visits.own : undefined}
              />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

function taskCount(count: number): string {
  return count === 1 ? '1 task' : `${count} tasks`;
}
