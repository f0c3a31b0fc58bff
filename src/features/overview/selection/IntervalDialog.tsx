import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { refetchOnOpening } from '../../../lib/query-client.ts';
import { sitesQuery, type EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { intervalPlan, intervalText, type IntervalChoice, type IntervalPlan } from './interval-plan.ts';
import { IntervalChoices } from './IntervalChoices.tsx';
import { SitesSavedList } from './SitesSavedList.tsx';
import { useSiteSaving, type SavingOutcome } from './use-site-saving.ts';
import layout from '../../../ui/layout.module.css';

interface IntervalDialogProps {
  /** Of the selected sites. */
  ids: readonly number[];
  onClose: () => void;
}

const asSuggested: IntervalChoice = { kind: 'suggested', others: 'as they are' };

/** Sets the visit interval of many sites (`decisions §8`): what the text of each suggests, or one for all. */
export function IntervalDialog({ ids, onClose }: IntervalDialogProps) {
  const reading = useQuery({ ...sitesQuery, ...refetchOnOpening });
  // what is chosen is about one reading; a save notices what others change after it
  const [sites, setSites] = useState<readonly EditedSite[] | null>(null);
  if (sites === null && reading.data && !reading.isFetching && !reading.isError)
    setSites(reading.data.filter(({ id }) => ids.includes(id)));
  const [chosen, setChosen] = useState<IntervalChoice | null>(null);
  const { step, outcome, save, cancel, repeat, undo } = useSiteSaving(() => t('Visit intervals are being saved.'));

  const suggested = useMemo(() => sites && intervalPlan(sites, asSuggested), [sites]);
  const canSuggest = suggested !== null && suggested.changes.length > 0;
  const choice = chosen ?? (canSuggest ? asSuggested : null);
  const plan = useMemo(() => sites && choice && intervalPlan(sites, choice), [sites, choice]);

  return (
    <Dialog
      open
      title={t('{count, plural, one {Visit interval of # site} other {Visit interval of # sites}}', {
        count: ids.length,
      })}
      // a stray key press must not end what takes a while
      onClose={() => step === null && onClose()}
      footer={
        step ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : outcome ? (
          <>
            <Button onClick={onClose}>{t('Close')}</Button>
            {!outcome.isUndone && outcome.done.length > 0 && <Button onClick={undo}>{t('Undo')}</Button>}
            {outcome.remaining.length > 0 && (
              <Button variant="primary" onClick={repeat}>
                {outcome.cancelled ? t('Go on') : t('Try again')}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            {sites && (
              <Button
                variant="primary"
                disabled={!plan || plan.changes.length === 0}
                onClick={() => plan && save(plan.changes)}
              >
                {setText(plan)}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={layout.gap3}>
        {step ? (
          <>
            <p role="status">
              {t('Site {number} of {total}: {site}', { number: step.done + 1, total: step.total, site: step.name })}
            </p>
            <Progress label={t('Saving intervals')} value={step.done / step.total} />
          </>
        ) : outcome ? (
          <IntervalsSaved outcome={outcome} />
        ) : (
          <Loaded
            query={{ ...reading, data: sites ?? undefined }}
            error={t('Error fetching data.')}
            skeleton={<p role="status">{t('Loading sites…')}</p>}
          >
            {() => <IntervalChoices choice={choice} canSuggest={canSuggest} plan={plan} onChoose={setChosen} />}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}

/** How setting the intervals, or taking it back, has ended. */
function IntervalsSaved({ outcome }: { outcome: SavingOutcome }) {
  const count = outcome.done.length;
  return (
    <SitesSavedList
      outcome={outcome}
      done={
        outcome.isUndone
          ? t('{count, plural, one {# interval is as before.} other {# intervals are as before.}}', { count })
          : t('{count, plural, one {# interval is set.} other {# intervals are set.}}', { count })
      }
      failed={t('{count, plural, one {# interval could not be saved:} other {# intervals could not be saved:}}', {
        count: outcome.remaining.length,
      })}
      now={(site) => intervalText(site.visit_every_months)}
    />
  );
}

function setText(plan: IntervalPlan | null): string {
  if (!plan) return t('Set intervals');
  return plan.changes.length === 0
    ? t('Nothing to set')
    : t('{count, plural, one {Set # interval} other {Set # intervals}}', { count: plan.changes.length });
}
