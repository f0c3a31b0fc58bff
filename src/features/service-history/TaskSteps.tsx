import { useEffect } from 'react';
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

  useEffect(() => {
    if (still) return undefined;
    const targets: Record<string, number | undefined> = { ArrowLeft: previous, ArrowRight: next };
    const onKey = (event: KeyboardEvent) => {
      const target = targets[event.key];
      if (target === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      onShow(target);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [previous, next, still, onShow]);

  if (place === -1 || among.length < 2) return null;
  const step = (target: number | undefined) => () => {
    if (target !== undefined) onShow(target);
  };
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
