import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusKey } from './focus-target.ts';
import layout from '../../../ui/layout.module.css';
import styles from './RemovedPost.module.css';

interface RemovedPostProps {
  post: string;
  entries: readonly FailureEntry[];
  saving: boolean;
  onUndo: () => void;
}

export function RemovedPost({ post, entries, saving, onUndo }: RemovedPostProps) {
  const count = entries.length;
  return (
    <section className={`${layout.apart} ${styles.plate}`} aria-label={`${post}, removed`}>
      <p className={styles.mark}>
        Not saved: <s>{post}</s> removed, with {count} {count === 1 ? 'entry' : 'entries'}
      </p>
      <Button
        data-focus={focusKey('undo-post', post)}
        busy={saving}
        aria-label={`Undo: ${post} removed`}
        onClick={onUndo}
      >
        Undo
      </Button>
    </section>
  );
}
