import { siteTime } from '../../records/time.ts';
import styles from './TaskTime.module.css';

export function TaskTime({ time }: { time: string }) {
  const { day, month, clock } = siteTime(time);
  return (
    <time className={styles.time} dateTime={time}>
      <span className={styles.day}>{`${day} `}</span>
      <span>{`${month} at ${clock}`}</span>
    </time>
  );
}
