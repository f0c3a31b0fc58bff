import type { ReactNode } from 'react';
import { typeLabel, type FailureEntry, type Side } from '../../../records/failure/failure-record.ts';
import { CountEditor } from '../editing/CountEditor.tsx';
import type { FailureSum } from '../../../records/failure/failure-totals.ts';
import { countText } from '../../../records/failure/figure-texts.ts';
import texts from '../../../ui/text.module.css';
import styles from './TypeCard.module.css';

interface TypeCardProps {
  post: string;
  entry: FailureEntry;
  /** Null until it is stored. */
  saved: FailureEntry | null;
  compared: (FailureSum & { year: number }) | null;
  onCount: ((side: Side, count: number) => void) | null;
  tools: ReactNode;
}

const sides = [
  { side: 'entrance', label: 'Entrance' },
  { side: 'exit', label: 'Exit' },
] as const;

/** The counts of a failure type in a post and a year (`spec §2`). */
export function TypeCard({ post, entry, saved, compared, onCount, tools }: TypeCardProps) {
  const type = typeLabel(entry.type);
  return (
    <li className={styles.card}>
      <h3 className={styles.type} title={type}>
        {type}
      </h3>
      <dl className={styles.counts}>
        {sides.map(({ side, label }) => (
          <div key={side}>
            <dt className={`${styles.label} ${styles[side]}`}>{label}</dt>
            <dd className={styles.figure}>
              {onCount ? (
                <CountEditor
                  label={`${label} failures, ${type}, ${post}, ${entry.year}`}
                  value={entry[side]}
                  saved={saved?.[side] ?? null}
                  onChange={(count) => onCount(side, count)}
                />
              ) : (
                countText(entry[side])
              )}
            </dd>
          </div>
        ))}
      </dl>
      {compared && (
        <p className={texts.small}>
          {compared.year}: entrance {countText(compared.entrance)}, exit {countText(compared.exit)}
        </p>
      )}
      {tools}
    </li>
  );
}
