import { memo } from 'react';
import { siteTime } from '../domain/site-time.ts';
import { hasPdf, hasPhotos, languageOf, type Task } from '../domain/tasks.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from './TaskCard.module.css';
import { TaskThumbnails } from './TaskThumbnails.tsx';

interface TaskCardProps {
  task: Task;
  /** Signed addresses by stored address. */
  thumbnails: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** One visible task (`spec §2`). Remembered: a list has thousands of them, and its filters change often. */
export const TaskCard = memo(function TaskCard({ task, thumbnails, signed, onPhoto, onPdf }: TaskCardProps) {
  const titleId = `task-${task.id}`;
  const { day, month, clock } = siteTime(task.time);
  return (
    <article className={styles['card']}>
      <time className={styles['time']} dateTime={task.time}>
        <span className={styles['day']}>{day}</span> <span>{`${month} at ${clock}`}</span>
      </time>
      <div className={styles['words']}>
        <div className={styles['head']}>
          <h3 id={titleId} lang={languageOf(task.title)}>
            {task.title}
          </h3>
          <Badge tone="ok" icon="check">
            Completed
          </Badge>
        </div>
        <p className={styles['text']} lang={languageOf(task.tasks)}>
          {task.tasks}
        </p>
        {hasPhotos(task) && <TaskThumbnails task={task} addresses={thumbnails} signed={signed} onOpen={onPhoto} />}
      </div>
      <div className={styles['actions']}>
        {hasPdf(task) ? (
          <Button onClick={() => onPdf(task.id)} aria-describedby={titleId}>
            <Icon name="pdf" />
            Preview PDF
          </Button>
        ) : (
          <span className={styles['none']}>No PDF available</span>
        )}
        {hasPhotos(task) && (
          <Button onClick={() => onPhoto(task.id, 0)} aria-describedby={titleId}>
            <Icon name="photo" />
            View Photos ({task.urls.length})
          </Button>
        )}
      </div>
    </article>
  );
});
