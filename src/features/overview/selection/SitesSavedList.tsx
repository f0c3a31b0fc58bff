import { t } from '../../../lib/language/translate.ts';
import { sentences } from '../../../records/sentences.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import type { SavingOutcome } from './use-site-saving.ts';
import styles from './Selection.module.css';

interface SitesSavedListProps {
  outcome: SavingOutcome;
  /** `3 intervals are set.` */
  done: string;
  /** `2 intervals could not be saved:` */
  failed: string;
  /** What a site that somebody else has changed says now. */
  now: (site: EditedSite) => string;
}

/** How saving many sites, or taking it back, has ended. */
export function SitesSavedList({ outcome, done, failed, now }: SitesSavedListProps) {
  const { remaining, overtaken, cancelled } = outcome;
  return (
    <>
      <p role="status">{sentences(cancelled && t('Cancelled.'), done)}</p>
      {remaining.length > 0 && (
        <>
          {cancelled ? (
            <p>
              {t('{count, plural, one {# site not reached:} other {# sites not reached:}}', {
                count: remaining.length,
              })}
            </p>
          ) : (
            <ErrorNote>{failed}</ErrorNote>
          )}
          <ul className={styles.sites}>
            {remaining.map(({ site }) => (
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
              <li key={site.id}>{t('{site}: {text}', { site: site.name, text: now(site) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
