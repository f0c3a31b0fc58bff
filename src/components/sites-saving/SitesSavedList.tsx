import { t } from '../../lib/language/translate.ts';
import { sentences } from '../../records/sentences.ts';
import type { SiteChange } from '../../records/site/save-sites.ts';
import type { EditedSite } from '../../records/site/site-queries.ts';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { isOutcomeUnclear, type SavingOutcome } from './use-site-saving.ts';
import styles from './SitesSavedList.module.css';

interface SitesSavedListProps {
  outcome: SavingOutcome;
  /** Says how many changes are saved, for example `3 intervals are set.` */
  done: string;
  /** Says how many changes failed, for example `2 intervals could not be saved:` */
  failed: string;
  /** The present value of a site that somebody else has changed, as text. */
  now: (site: EditedSite) => string;
  /** Why a change failed; null if nothing more is known. */
  why?: (error: unknown, change: SiteChange) => string | null;
}

/** The result of saving changes of many sites, or of undoing them. */
export function SitesSavedList(props: SitesSavedListProps) {
  const { outcome, done: doneText, failed: failedText, now: presentValueOf, why = () => null } = props;
  const { remaining, overtaken, cancelled, errors } = outcome;
  const lineOf = (change: SiteChange) => {
    const text = errors.has(change) ? why(errors.get(change), change) : null;
    return text === null ? change.site.name : t('{site}: {text}', { site: change.site.name, text });
  };
  return (
    <>
      <p role="status">{sentences(cancelled && t('Cancelled.'), doneText)}</p>
      {remaining.length > 0 && (
        <>
          {cancelled ? (
            <p>
              {t('{count, plural, one {# site not reached:} other {# sites not reached:}}', {
                count: remaining.length,
              })}
            </p>
          ) : (
            <ErrorNote>{failedText}</ErrorNote>
          )}
          <ul className={styles.sites}>
            {remaining.map((change) => (
              <li key={change.site.id}>{lineOf(change)}</li>
            ))}
          </ul>
          {!outcome.isUndone && outcome.done.length > 0 && isOutcomeUnclear(outcome) && (
            <p>
              {t('It is not known yet whether all of these were saved. Undo is offered once it is: try again first.')}
            </p>
          )}
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
              <li key={site.id}>{t('{site}: {text}', { site: site.name, text: presentValueOf(site) })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
