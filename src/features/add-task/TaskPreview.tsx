import { KindBadge } from '../../components/task/TaskMarks.tsx';
import { bringIntoView } from '../../lib/screen/bring-into-view.ts';
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
  return (
    // it replaces fields that may be far above the button
    <article ref={bringIntoView} className={`${layout.tight} ${styles.preview}`} aria-label="New task, not saved yet">
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
