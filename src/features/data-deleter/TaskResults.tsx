import { useQuery } from '@tanstack/react-query';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { WholeChoice } from './choice.ts';
import styles from './TaskResults.module.css';
import { TaskListing } from './TaskListing.tsx';
import { tasksQuery } from './tasks-query.ts';

/** The tasks of a choice, or why there are none. */
export function TaskResults({ choice }: { choice: WholeChoice }) {
  const tasks = useQuery(tasksQuery(choice.site));
  const again = () => void tasks.refetch();

  if (tasks.data)
    return (
      <>
        {tasks.isError && !tasks.isFetching && <LoadFailed message="Failed to fetch tasks." onRetry={again} />}
        <TaskListing choice={choice} tasks={tasks.data} />
      </>
    );
  if (tasks.isFetching)
    return (
      <div className={styles.loading}>
        <p role="status">Loading tasks…</p>
        <Skeleton width="100%" height="120px" />
        <Skeleton width="100%" height="120px" />
        <Skeleton width="100%" height="120px" />
      </div>
    );
  return (
    <LoadFailed
      message={tasks.isError ? 'Failed to fetch tasks.' : 'No data found for the selected name.'}
      onRetry={again}
    />
  );
}
