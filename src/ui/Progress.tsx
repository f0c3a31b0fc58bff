import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** The completed share, from 0 to 1. */
  value: number;
}

/** A progress bar, drawn as the arm of a boom gate. */
export function Progress({ label, value }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span className={styles.arm} style={{ width: `${percent}%` }} />
    </div>
  );
}
