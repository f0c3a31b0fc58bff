import styles from './Waiting.module.css';

/** While a part of the portal is fetched. Stays unseen for the first moment, so that quick loads do not flash. */
export function Waiting() {
  return (
    <p className={styles.waiting} role="status">
      Loading…
    </p>
  );
}
