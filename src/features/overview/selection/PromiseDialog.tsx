import { useCallback } from 'react';
import { SitesSavedList } from '../../../components/sites-saving/SitesSavedList.tsx';
import type { SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { useToday } from '../../../components/use-today.ts';
import { t } from '../../../lib/language/translate.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { siteStamp } from '../../../records/time.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { promisePlan, promiseTextOn, type PromisePlan } from './promise-plan.ts';
import { siteAndText, SiteGroup } from './SiteGroup.tsx';
import texts from '../../../ui/text.module.css';
import styles from './Selection.module.css';

interface PromiseDialogProps {
  /** The ids of the selected sites. */
  ids: readonly number[];
  onClose: () => void;
}

/** Sets the promises of many sites for emergency calls, as the text *Emergency Visits* of each suggests (`decisions §14`). */
export function PromiseDialog({ ids, onClose }: PromiseDialogProps) {
  const today = siteStamp(useToday()).slice(0, 10);
  const planOf = useCallback((sites: readonly EditedSite[]) => promisePlan(sites, today), [today]);
  return (
    <ColumnsDialog
      ids={ids}
      title={t(
        '{count, plural, one {Promise for emergency calls of # site} other {Promise for emergency calls of # sites}}',
        {
          count: ids.length,
        },
      )}
      saving={t('Saving promises')}
      unsaved={() => t('Promises are being saved.')}
      planOf={planOf}
      saveLabel={saveLabel}
      Saved={PromisesSaved}
      onClose={onClose}
    >
      {(plan) => <PlannedPromises plan={plan} />}
    </ColumnsDialog>
  );
}

/** Shows which sites get which promise. */
function PlannedPromises({ plan: { groups, withoutSuggestion, unchanged } }: { plan: PromisePlan }) {
  return (
    <>
      <ul className={styles.groups} aria-label={t('What will be set')}>
        {groups.map(({ promise, sites }) => (
          <SiteGroup
            key={promise}
            text={t('{count, plural, one {# site} other {# sites}}: {promise}', { count: sites.length, promise })}
            sites={sites.map(siteWithText)}
          />
        ))}
        <SiteGroup
          text={t(
            '{count, plural, one {# site with nothing to go by: left as they are} other {# sites with nothing to go by: left as they are}}',
            { count: withoutSuggestion.length },
          )}
          sites={withoutSuggestion.map(siteWithText)}
        />
        <SiteGroup
          text={t('{count, plural, one {# site: as agreed already} other {# sites: as agreed already}}', {
            count: unchanged.length,
          })}
          sites={unchanged.map(({ site, promise }) =>
            t('{site}: {text}', { site: site.name, text: promise ?? t('nothing agreed') }),
          )}
        />
      </ul>
      <p className={texts.note}>
        {t(
          'Calls of these sites are held against it at once, those of past years too. In Sites it can be changed one by one.',
        )}
      </p>
    </>
  );
}

/** The outcome of setting the promises, or of its undo. */
function PromisesSaved({ outcome }: { outcome: SavingOutcome }) {
  const today = siteStamp(useToday()).slice(0, 10);
  const count = outcome.done.length;
  return (
    <SitesSavedList
      outcome={outcome}
      done={
        outcome.isUndone
          ? t('{count, plural, one {# promise is as before.} other {# promises are as before.}}', { count })
          : t('{count, plural, one {# promise is set.} other {# promises are set.}}', { count })
      }
      failed={t('{count, plural, one {# promise could not be saved:} other {# promises could not be saved:}}', {
        count: outcome.remaining.length,
      })}
      now={(site) => promiseTextOn(site, today) ?? t('nothing agreed')}
    />
  );
}

function saveLabel(count: number | null): string {
  return count === null || count === 0
    ? t('Nothing to set')
    : t('{count, plural, one {Set # promise} other {Set # promises}}', { count });
}

const siteWithText = ({ name, emergency_visit }: EditedSite) => siteAndText(name, emergency_visit);
