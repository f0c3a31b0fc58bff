import styles from './Progress.module.css';

interface ProgressProps {
  label: string;
  /** From 0 to 1. */
  value: number;
}

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
