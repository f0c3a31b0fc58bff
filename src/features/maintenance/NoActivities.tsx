import { Link, useSearchParams } from 'react-router-dom';
import { monthLabel } from '../../records/time.ts';
import { inPeriod, type Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './NoActivities.module.css';

/** Nothing within the filter: what to do about it. `visible` are all tasks that could be shown, newest first. */
export function NoActivities({ visible }: { visible: readonly Task[] }) {
  const [params, setParams] = useSearchParams();
  const without = new URLSearchParams(params);
  for (const key of ['year', 'month', 'has']) without.delete(key);
  const filtered = without.size < params.size;

  const latest = visible[0];
  const toLatest = new URLSearchParams(without);
  if (latest) {
    toLatest.set('year', latest.year);
    toLatest.set('month', latest.month);
  }
  const count = latest ? inPeriod(visible, latest).length : 0;

  return (
    <div className={styles.empty}>
      <p className={styles.text} role="status">
        No activities during requested period
      </p>
      <div className={styles.ways}>
        {filtered && <Button onClick={() => setParams(without, { replace: true })}>Clear filters</Button>}
        {latest && (
          <Link to={{ search: toLatest.toString() }} replace>
            {`Latest: ${monthLabel(latest.month)} ${latest.year} (${count} ${count === 1 ? 'task' : 'tasks'})`}
          </Link>
        )}
      </div>
    </div>
  );
}
