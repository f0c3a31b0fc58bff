import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { kindText, type HistoryFilter } from './history-filter.ts';
import layout from '../../ui/layout.module.css';
import styles from './HistoryCount.module.css';

interface HistoryCountProps {
  filter: HistoryFilter;
  shown: number;
  total: number;
  /** How many of the tasks shown are new since the last visit. */
  added: number;
  onClear: () => void;
  /** Exports; on a phone behind a button. */
  children: ReactNode;
}

/** The count is a live region, so that screen readers announce what a filter did. */
export function HistoryCount({ filter, shown, total, added, onClear, children }: HistoryCountProps) {
  const [more, setMore] = useState(false);
  const { query, year, month, kind } = filter;
  const filtered = query.trim() !== '' || year !== null || month !== null || kind !== null;
  const also = [kindText(kind), query.trim() && `search “${query.trim()}”`].filter(Boolean);
  return (
    <div className={`${layout.apart} ${styles.bar}`}>
      <div className={shown === 0 ? `${layout.empty} ${styles.empty}` : `${layout.row} ${styles.line}`}>
        <p className={styles.count} role="status">
          {total === 0
            ? 'No activities yet.'
            : shown === 0
              ? 'No tasks found for the selected year and month.'
              : `${shown === total ? '' : `${shown} of `}${total === 1 ? '1 task' : `${total} tasks`}`}
        </p>
        {shown === 0 && also.length > 0 && (
          <p>{`The ${also.join(' and the ')} ${also.length === 1 ? 'applies' : 'apply'} too.`}</p>
        )}
        {added > 0 && (
          <p className={styles.added}>
            {`${added} new`} <span className={styles.since}>since your last visit</span>
          </p>
        )}
        {filtered && (
          <Button className={styles.clear} onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
      <Button
        className={styles.more}
        aria-expanded={more}
        aria-controls="history-actions"
        onClick={() => setMore(!more)}
      >
        <span>
          More <span className={layout.spoken}>export, print and offline</span>
        </span>
        <Icon name="chevron-down" />
      </Button>
      <div id="history-actions" className={`${styles.actions} ${more ? '' : styles.folded}`}>
        {children}
      </div>
    </div>
  );
}
