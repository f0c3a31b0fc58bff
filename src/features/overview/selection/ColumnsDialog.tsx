import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ComponentType, type ReactNode } from 'react';
import { useSiteSaving, type SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { t } from '../../../lib/language/translate.ts';
import { refetchOnOpening } from '../../../lib/query-client.ts';
import type { SiteChange } from '../../../records/site/save-sites.ts';
import { sitesQuery, type EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Loaded } from '../../../ui/message/Loaded.tsx';
import { OutcomeButtons } from '../../../ui/OutcomeButtons.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import layout from '../../../ui/layout.module.css';

interface ColumnsPlan {
  /** The changes that would be saved now; null while nothing is chosen. */
  changes: readonly SiteChange[] | null;
}

interface ColumnsDialogProps<Plan extends ColumnsPlan> {
  /** The ids of the selected sites. */
  ids: readonly number[];
  title: string;
  /** The label of the progress while changes are saved. */
  saving: string;
  /** A sentence that says what is being saved, for a person who wants to leave the page. */
  unsaved: () => string;
  /** Plans the changes. It is slow for hundreds of sites, so it is called again only if the function itself has changed. */
  planOf: (sites: readonly EditedSite[]) => Plan;
  /** The label of the button that saves this number of changes; null while nothing is chosen. */
  saveLabel: (count: number | null) => string;
  children: (plan: Plan) => ReactNode;
  /** Shows the outcome. */
  Saved: ComponentType<{ outcome: SavingOutcome }>;
  onClose: () => void;
}

/** Changes columns of many sites. It shows the plan before saving, and the saved changes can be undone. */
export function ColumnsDialog<Plan extends ColumnsPlan>({
  ids,
  title,
  saving,
  unsaved,
  planOf,
  saveLabel,
  children,
  Saved,
  onClose,
}: ColumnsDialogProps<Plan>) {
  const reading = useQuery({ ...sitesQuery, ...refetchOnOpening });
  // the plan needs a fixed list of sites; a save notices if somebody changes a site after this reading
  const [sites, setSites] = useState<readonly EditedSite[] | null>(null);
  if (sites === null && reading.data && !reading.isFetching && !reading.isError)
    setSites(reading.data.filter(({ id }) => ids.includes(id)));
  const { step, outcome, save, cancel, repeat, undo } = useSiteSaving(unsaved);
  const plan = useMemo(() => sites && planOf(sites), [sites, planOf]);
  const changes = plan && plan.changes;

  return (
    <Dialog
      open
      title={title}
      // Escape must not stop a running save: only Cancel does
      onClose={() => step === null && onClose()}
      footer={
        step ? (
          <Button onClick={cancel}>{t('Cancel')}</Button>
        ) : outcome ? (
          <OutcomeButtons outcome={outcome} onClose={onClose} onUndo={undo} onRepeat={repeat} />
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            {sites && (
              <Button
                variant="primary"
                disabled={!changes || changes.length === 0}
                onClick={() => changes && save(changes)}
              >
                {saveLabel(changes && changes.length)}
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
            <Progress label={saving} value={step.done / step.total} />
          </>
        ) : outcome ? (
          <Saved outcome={outcome} />
        ) : (
          <Loaded
            query={{ ...reading, data: plan ?? undefined }}
            error={t('Error fetching data.')}
            skeleton={<p role="status">{t('Loading sites…')}</p>}
          >
            {children}
          </Loaded>
        )}
      </div>
    </Dialog>
  );
}
