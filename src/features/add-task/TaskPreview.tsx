import { useEffect, useRef } from 'react';
import { isMonth, monthLabel, longDate, siteTime } from '../../records/time.ts';
import type { TypedTask } from '../../records/task/new-task.ts';
import { languageOf } from '../../records/task/task.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './TaskPreview.module.css';

interface TaskPreviewProps {
  typed: TypedTask;
  /** As tasks keep it. */
  addedAt: string;
  onEdit: () => void;
}

/** The task of the local list, as it will read on the dashboard (`spec §4`). */
export function TaskPreview({ typed, addedAt, onEdit }: TaskPreviewProps) {
  const preview = useRef<HTMLElement>(null);
  // it takes the place of fields that may be far above the button
  useEffect(() => {
    // not its answer: some browsers return a promise, which is no cleanup
    preview.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const period = isMonth(typed.month) ? `${monthLabel(typed.month)} ${typed.year}` : typed.year;
  return (
    <article ref={preview} className={styles.preview} aria-label="New task, not saved yet">
      <div className={styles.head}>
        <h2 lang={languageOf(typed.title)}>{typed.title.trim()}</h2>
        <Badge tone="warn" icon="info">
          Not saved yet
        </Badge>
      </div>
      <p className={styles.when}>{`For ${period}. Dated ${longDate(addedAt)} at ${siteTime(addedAt).clock}.`}</p>
      <p className={styles.text} lang={languageOf(typed.text)}>
        {typed.text.trim()}
      </p>
      <div>
        <Button onClick={onEdit}>Edit</Button>
      </div>
    </article>
  );
}
