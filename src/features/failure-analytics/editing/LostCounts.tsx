import type { FailureEntry } from '../../../records/failure/failure-record.ts';
import { lossWords } from './count-words.ts';
import { sumsByYear } from '../draft/counts-by-year.ts';
import styles from './TypeDialog.module.css';

export function LostCounts({ lost }: { lost: readonly { post: string; entries: readonly FailureEntry[] }[] }) {
  const rows = lost.flatMap(({ post, entries }) => sumsByYear(entries).map((sum) => ({ ...sum, post })));
  return (
    <div aria-live="polite" className={styles.body}>
      {rows.length === 0 ? (
        <p>No counts are removed with it.</p>
      ) : (
        <>
          <p>These counts are removed with it:</p>
          <ul className={styles.sums}>
            {rows.map((row) => (
              <li key={`${row.year} ${row.post}`}>
                <strong>
                  {row.post}, {row.year}:
                </strong>{' '}
                <span className={styles.loss}>{lossWords(row)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p>It is saved at once. You can undo it, and the change log can restore it later.</p>
    </div>
  );
}
