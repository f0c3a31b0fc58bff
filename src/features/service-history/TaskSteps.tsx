import { useKeys } from '../../lib/screen/use-keys.ts';
import type { Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './TaskSteps.module.css';

interface TaskStepsProps {
  task: number;
  /** In the order of the list. */
  among: readonly Task[];
  /** Leaves the arrow keys to others. */
  still: boolean;
  onShow: (task: number) => void;
}

/** Previous and next in the list, with buttons and arrow keys, and the position; empty for a task outside the list. */
export function TaskSteps({ task, among, still, onShow }: TaskStepsProps) {
  const place = among.findIndex(({ id }) => id === task);
  const previous = among[place - 1]?.id;
  const next = place === -1 ? undefined : among[place + 1]?.id;

  const step = (target: number | undefined) => (target === undefined ? undefined : () => onShow(target));
  useKeys(still ? null : { ArrowLeft: step(previous), ArrowRight: step(next) });

  if (place === -1 || among.length < 2) return null;
  return (
    <div className={styles.steps} role="group" aria-label="Tasks of the list">
      {/* disabled with ARIA at the ends, to keep the focus */}
      <Button aria-disabled={previous === undefined} onClick={step(previous)}>
        <Icon name="chevron-left" />
        Previous
      </Button>
      <span className={styles.place} role="status">{`${place + 1} of ${among.length}`}</span>
      <Button aria-disabled={next === undefined} onClick={step(next)}>
        Next
        <Icon name="chevron-right" />
      </Button>
    </div>
  );
}
