import { useEffect, useRef } from 'react';
import { KindBadge } from '../../components/task/TaskMarks.tsx';
import { languageOf } from '../../records/task/task.ts';
import { periodText, visitText, type TypedTask } from '../../records/task/typed-task.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskPreview.module.css';

interface TaskPreviewProps {
  typed: TypedTask;
  onEdit: () => void;
}

/** The task in the local list, as the dashboard will show it (`spec §4`). */
export function TaskPreview({ typed, onEdit }: TaskPreviewProps) {
  const preview = useRef<HTMLElement>(null);
  // it replaces fields that may be far above the button
  useEffect(() => {
    // returns nothing: in some browsers `scrollIntoView` returns a promise, which is no cleanup
    preview.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <article ref={preview} className={`${layout.tight} ${styles.preview}`} aria-label="New task, not saved yet">
      <div className={`${layout.row} ${styles.head}`}>
        <h2 lang={languageOf(typed.title)}>{typed.title.trim()}</h2>
        <Badge tone="warn" icon="info">
          Not saved yet
        </Badge>
        <KindBadge kind={typed.kind || undefined} />
      </div>
      <p className={texts.hint}>{`Visit on ${visitText(typed)}, filed under ${periodText(typed)}.`}</p>
      <p className={styles.text} lang={languageOf(typed.text)}>
        {typed.text.trim()}
      </p>
      <div>
        <Button onClick={onEdit}>Edit</Button>
      </div>
    </article>
  );
}
