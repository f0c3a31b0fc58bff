import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { intervalText } from './interval-plan.ts';
import styles from './Selection.module.css';
import type { SavingOutcome } from './use-interval-saving.ts';
import { t } from '../../../lib/language/translate.ts';
import { sentences } from '../../../records/sentences.ts';

/** How setting the intervals, or taking it back, has ended. */
export function IntervalOutcome({ outcome }: { outcome: SavingOutcome }) {
  const { done, left, overtaken, cancelled, isUndone } = outcome;
  const set = isUndone
    ? t('{count, plural, one {# interval is as before.} other {# intervals are as before.}}', { count: done.length })
    : t('{count, plural, one {# interval is set.} other {# intervals are set.}}', { count: done.length });
  return (
    <>
      <p role="status">{sentences(cancelled && t('Cancelled.'), set)}</p>
      {left.length > 0 && (
        <>
          {cancelled ? (
            <p>
              {t('{count, plural, one {# site not reached:} other {# sites not reached:}}', { count: left.length })}
            </p>
          ) : (
            <ErrorNote>
              {t('{count, plural, one {# interval could not be saved:} other {# intervals could not be saved:}}', {
                count: left.length,
              })}
            </ErrorNote>
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
          <ErrorNote>
            {t(
              '{count, plural, one {Somebody else has just changed # site, which stayed so:} other {Somebody else has just changed # sites, which stayed so:}}',
              { count: overtaken.length },
            )}
          </ErrorNote>
          <ul className={styles.sites}>
            {overtaken.map((site) => (
              <li key={site.id}>
                {t('{site}: {text}', { site: site.name, text: intervalText(site.visit_every_months) })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
