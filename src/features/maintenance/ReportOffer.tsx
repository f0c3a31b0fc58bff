import { useId } from 'react';
import { canReport, type TaskFilter } from '../../domain/tasks.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './ReportOffer.module.css';

/** 'Download Report' where the rule of `spec §2` allows it, otherwise a line that says the rule. */
export function ReportOffer({ filter, visible }: { filter: TaskFilter; visible: number }) {
  const noteId = useId();
  if (!canReport(filter, visible))
    return (
      <p className={styles['note']}>Choose a year and a month with at least 5 tasks to download one combined report.</p>
    );
  return (
    <div className={styles['offer']}>
      <Button variant="primary" disabled aria-describedby={noteId}>
        <Icon name="download" />
        Download Report
      </Button>
      <p id={noteId} className={styles['note']}>
        Report download is not available in this version yet.
      </p>
    </div>
  );
}
