import { useSearchParams } from 'react-router-dom';
import type { countTasks } from '../../records/task/task.ts';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import styles from './TaskCounts.module.css';
import { toggleAttachment, type Attachment } from './task-filter.ts';

interface TaskCountsProps {
  counts: ReturnType<typeof countTasks>;
  has: readonly Attachment[];
}

/** `spec §2`. The last two are buttons: whoever reads them usually wants to see those tasks. */
export function TaskCounts({ counts, has }: TaskCountsProps) {
  const [params, setParams] = useSearchParams();
  const toggle = (kind: Attachment) => setParams(toggleAttachment(params, kind), { replace: true });
  const toggles: { kind: Attachment; label: string; count: number }[] = [
    { kind: 'pdf', label: 'Tasks with PDF', count: counts.withPdf },
    { kind: 'photos', label: 'Tasks with Photos', count: counts.withPhotos },
  ];
  return (
    <div className={layout.figures}>
      <p className={styles.card}>
        <span>
          Total Tasks
          {counts.total > counts.visible && <span className={styles.note}>includes removed entries</span>}
        </span>
        <span className={styles.figure}>{counts.total}</span>
      </p>
      <p className={styles.card}>
        Visible Tasks <span className={styles.figure}>{counts.visible}</span>
      </p>
      {toggles.map(({ kind, label, count }) => (
        <button
          key={kind}
          type="button"
          className={`${styles.card} ${styles.toggle}`}
          aria-pressed={has.includes(kind)}
          onClick={() => toggle(kind)}
        >
          <span>{label}</span> <span className={styles.figure}>{count}</span>{' '}
          <span className={styles.action}>
            {has.includes(kind) && <Icon name="check" />}
            {has.includes(kind) ? 'Only these shown' : 'Show only these'}
          </span>
        </button>
      ))}
    </div>
  );
}
