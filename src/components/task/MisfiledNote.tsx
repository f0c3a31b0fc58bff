import { misfiledText } from '../../records/task/typed-task.ts';
import { isMisfiled, type FiledPeriod } from '../../records/task/visit-time.ts';
import styles from './MisfiledNote.module.css';

/** Said of a task that stands under another month than it is dated (`decisions §8`); nothing of the others. */
export function MisfiledNote({ task }: { task: FiledPeriod & { time: string } }) {
  return isMisfiled(task) ? <p className={styles.note}>{misfiledText(task)}</p> : null;
}
