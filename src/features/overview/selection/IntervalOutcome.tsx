import { counted } from '../../../records/counted.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { intervalText } from './interval-plan.ts';
import styles from './Selection.module.css';
import type { SavingOutcome } from './use-interval-saving.ts';

/** How setting the intervals, or taking it back, has ended. */
export function IntervalOutcome({ outcome }: { outcome: SavingOutcome }) {
  const { done, left, overtaken, cancelled, isUndone } = outcome;
  const set = isUndone
    ? `${counted(done.length, 'interval')} ${done.length === 1 ? 'is' : 'are'} as before.`
    : `${counted(done.length, 'interval')} ${done.length === 1 ? 'is' : 'are'} set.`;
  return (
    <>
      <p role="status">{cancelled ? `Cancelled. ${set}` : set}</p>
      {left.length > 0 && (
        <>
          {cancelled ? (
            <p>{`${counted(left.length, 'site')} not reached:`}</p>
          ) : (
            <ErrorNote>{`${counted(left.length, 'interval')} could not be saved:`}</ErrorNote>
          )}
          <ul className={styles.sites}>
            {left.map(({ site }) => (
              <li key={site.id}>{site.name}</li>
            ))}
          </ul>
        </>
      )}
      {overtaken.length > 0 && (
        <>
          <ErrorNote>{`Somebody else has just changed ${counted(overtaken.length, 'site')}, which stayed so:`}</ErrorNote>
          <ul className={styles.sites}>
            {overtaken.map((site) => (
              <li key={site.id}>{`${site.name}: ${intervalText(site.visit_every_months)}`}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
