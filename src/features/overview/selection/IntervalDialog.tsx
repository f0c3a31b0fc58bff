import { useCallback, useState } from 'react';
import { SitesSavedList } from '../../../components/sites-saving/SitesSavedList.tsx';
import type { SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { t } from '../../../lib/language/translate.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import { intervalPlan, intervalText, type IntervalChoice } from './interval-plan.ts';
import { IntervalChoices } from './IntervalChoices.tsx';

interface IntervalDialogProps {
  /** The ids of the selected sites. */
  ids: readonly number[];
  onClose: () => void;
}

const asSuggested: IntervalChoice = { kind: 'suggested', others: 'as they are' };

/** Sets the visit interval of many sites (`decisions §8`): the same for all, or what the text *Preventive Maintenance* of each suggests. */
export function IntervalDialog({ ids, onClose }: IntervalDialogProps) {
  const [chosen, setChosen] = useState<IntervalChoice | null>(null);
  const planOf = useCallback(
    (sites: readonly EditedSite[]) => {
      const canSuggest = intervalPlan(sites, asSuggested).changes.length > 0;
      const choice = chosen ?? (canSuggest ? asSuggested : null);
      const plan = choice && intervalPlan(sites, choice);
      return { choice, canSuggest, plan, changes: plan?.changes ?? null };
    },
    [chosen],
  );
  return (
    <ColumnsDialog
      ids={ids}
      title={t('{count, plural, one {Visit interval of # site} other {Visit interval of # sites}}', {
        count: ids.length,
      })}
      saving={t('Saving intervals')}
      unsaved={() => t('Visit intervals are being saved.')}
      planOf={planOf}
      saveLabel={saveLabel}
      Saved={IntervalsSaved}
      onClose={onClose}
    >
      {({ choice, canSuggest, plan }) => (
        <IntervalChoices choice={choice} canSuggest={canSuggest} plan={plan} onChoose={setChosen} />
      )}
    </ColumnsDialog>
  );
}

/** The outcome of setting the intervals, or of its undo. */
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

function saveLabel(count: number | null): string {
  if (count === null) return t('Set intervals');
  return count === 0
    ? t('Nothing to set')
    : t('{count, plural, one {Set # interval} other {Set # intervals}}', { count });
}
