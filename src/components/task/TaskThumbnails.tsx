import { firstPhotos, type Task } from '../../records/task/task.ts';
import styles from './TaskThumbnails.module.css';
import { Thumbnail } from '../photo/Thumbnail.tsx';

interface TaskThumbnailsProps {
  task: Task;
  urls: ReadonlyMap<string, string> | undefined;
  signed: boolean;
  onOpen: (task: number, index: number) => void;
}

/** The first photos, and how many more there are. By keyboard, one button opens all of them. */
export function TaskThumbnails({ task, urls, signed, onOpen }: TaskThumbnailsProps) {
  const first = firstPhotos(task);
  const more = task.urls.length - first.length;
  return (
    <ul className={styles.strip}>
      {first.map((photo, index) => {
        const name = `Photo ${index + 1} of ${task.urls.length}: ${task.title}`;
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a task may hold the same photo twice
          <li key={`${index} ${photo}`}>
            <button
              type="button"
              className={styles.open}
              tabIndex={-1}
              aria-label={name}
              onClick={() => onOpen(task.id, index)}
            >
              <Thumbnail photo={photo} url={urls?.get(photo)} settled={signed} alt={name} />
            </button>
          </li>
        );
      })}
      {more > 0 && (
        <li>
          <button
            type="button"
            className={`${styles.open} ${styles.more}`}
            tabIndex={-1}
            aria-label={`+${more} more photos: ${task.title}`}
            onClick={() => onOpen(task.id, first.length)}
          >
            {`+${more}`}
          </button>
        </li>
      )}
    </ul>
  );
}
