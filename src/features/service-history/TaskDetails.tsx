import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { TaskCard } from '../../components/task/TaskCard.tsx';
import { monthLabel } from '../../records/time.ts';
import { firstPhotos, type Task } from '../../records/task/task.ts';
import { thumbnailsQuery } from '../../records/task/task-queries.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { monthReport } from './history-filter.ts';
import styles from './TaskDetails.module.css';

interface TaskDetailsProps {
  task: Task;
  /** The site that an admin picked. */
  site: string | null;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
  onClose: () => void;
}

export function TaskDetails({ task, site, onPhoto, onPdf, onClose }: TaskDetailsProps) {
  const photos = firstPhotos(task);
  const signing = useQuery(thumbnailsQuery(photos));
  return (
    <Dialog
      open
      size="large"
      title="Task details"
      onClose={onClose}
      footer={
        <Link className={styles.month} to={monthReport(task.year, task.month, site)}>
          {`All of ${monthLabel(task.month)} ${task.year} and its report`}
        </Link>
      }
    >
      {signing.isError && !signing.isFetching && (
        <LoadFailed message="The photos could not be loaded." onRetry={() => void signing.refetch()} />
      )}
      <div className={styles.card}>
        <TaskCard
          task={task}
          linked={false}
          thumbnails={signing.data}
          signed={signing.isSuccess || signing.isError}
          onPhoto={onPhoto}
          onPdf={onPdf}
        />
      </div>
    </Dialog>
  );
}
