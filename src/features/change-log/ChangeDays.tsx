import type { Change, KeyLabel } from '../../records/change-log/change-log.ts';
import { longDate } from '../../records/time.ts';
import layout from '../../ui/layout.module.css';
import styles from './ChangeDays.module.css';
import { ChangeItem } from './ChangeItem.tsx';

interface ChangeDaysProps {
  changes: readonly Change[];
  labelOf: KeyLabel;
  onRestore: (change: Change) => void;
}

export function ChangeDays({ changes, labelOf, onRestore }: ChangeDaysProps) {
  return daysOf(changes).map(([day, some]) => (
    <section key={day} className={`${layout.stack} ${styles.day}`} aria-label={day}>
      <h2 className={styles.date}>{day}</h2>
      <ul className={styles.list}>
        {some.map((change) => (
          <ChangeItem key={change.id} change={change} labelOf={labelOf} onRestore={() => onRestore(change)} />
        ))}
      </ul>
    </section>
  ));
}

function daysOf(changes: readonly Change[]): [string, Change[]][] {
  const days = new Map<string, Change[]>();
  for (const change of changes) {
    const day = longDate(change.at);
    const some = days.get(day);
    if (some) some.push(change);
    else days.set(day, [change]);
  }
  return [...days];
}
