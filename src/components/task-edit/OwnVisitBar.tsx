import type { Task } from '../../records/task/task.ts';
import { Button } from '../../ui/Button.tsx';
import { NeedsConnection } from '../NeedsConnection.tsx';
import styles from './OwnVisitBar.module.css';
import { useIsChanging } from './use-showing.ts';
import type { OwnVisit } from './use-own-visits.ts';

interface OwnVisitBarProps {
  task: Task;
  own: OwnVisit;
  titleId: string;
}

/** What a technician may still do with a visit added today (`decisions §10`). */
export function OwnVisitBar({ task, own, titleId }: OwnVisitBarProps) {
  const busy = useIsChanging(own.site, task.id);
  return (
    <div className={styles.bar}>
      <p>{'You can correct this visit until tonight,\u00A023:59.'}</p>
      <NeedsConnection what="Changing it" />
      <div className={styles.buttons}>
        <Button onClick={() => own.onEdit(task)} busy={busy} aria-describedby={titleId}>
          Edit
        </Button>
        <Button onClick={() => own.onWithdraw(task)} busy={busy} aria-describedby={titleId}>
          Take back
        </Button>
      </div>
    </div>
  );
}
