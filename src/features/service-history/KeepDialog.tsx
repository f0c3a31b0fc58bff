import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { PersistNote } from '../../components/offline/PersistNote.tsx';
import { fileSize } from '../../lib/file-names.ts';
import { completeShell } from '../../lib/offline/offline-shell.ts';
import { persistStorage } from '../../lib/device/persistent-storage.ts';
import { useStore } from '../../lib/store.ts';
import {
  keepFailures,
  keepFailureText,
  keepWaitsText,
  keepJob,
  keepSites,
  planKeeping,
  stopKeeping,
  type KeepJob,
  type KeepPlan,
} from '../../records/offline/keep-sites.ts';
import { keptAmount, keptText, removeKeptSite, type KeptSite } from '../../records/offline/kept-sites.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { fetchFonts } from '../../reports/fonts/fetch-fonts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { ErrorNote, LoadError } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { t } from '../../lib/language/translate.ts';

interface KeepDialogProps {
  record: SiteRecord;
  site: string | null;
  kept: KeptSite | null;
  onClose: () => void;
}

/** Keeps a site for offline: its size, then the progress, then what is kept. Closing it does not stop the download. */
export function KeepDialog({ record, site, kept, onClose }: KeepDialogProps) {
  const { id } = record;
  const job = useStore(keepJob);
  const running = job?.sites.some((one) => one.id === id) ? job : null;
  const plan = useQuery({
    queryKey: ['offline plan', id],
    queryFn: () => planKeeping(record),
    enabled: !kept && !running,
    meta: { still: true },
    staleTime: 0,
    gcTime: 0,
  });
  const keeping = useMutation({
    mutationFn: () => {
      persistStorage();
      void completeShell();
      return keepSites([{ id, site }], fetchFonts);
    },
  });
  const removing = useMutation({ mutationFn: () => removeKeptSite({ id, site }) });
  const failure = useStore(keepFailures).find((one) => one.id === id);
  const busy = keeping.isPending || removing.isPending;
  const fits = plan.data !== undefined && plan.data.needed <= plan.data.room;
  // files that did not come are said below, also later
  const problem = failure && failure.why !== 'files' ? failure : !kept && plan.data && !fits ? noRoom(plan.data) : null;

  return (
    <Dialog
      open
      title={t('Keep this site for offline')}
      onClose={onClose}
      footer={
        <>
          {running && <Button onClick={stopKeeping}>{t('Stop')}</Button>}
          {!running && kept && (
            <>
              <Button busy={busy} onClick={() => removing.mutate()}>
                {t('Remove')}
              </Button>
              <Button busy={busy || job !== null} onClick={() => keeping.mutate()}>
                {t('Update')}
              </Button>
            </>
          )}
          {!running && !kept && plan.data && fits && (
            <Button variant="primary" busy={busy || job !== null} onClick={() => keeping.mutate()}>
              {t('Keep {size}', { size: fileSize(plan.data.bytes) })}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        <KeepState running={running} id={id} waits={job !== null} kept={kept} plan={plan} />
        {!running && fits && <PersistNote />}
        {problem && !running && <ErrorNote>{keepFailureText(problem)}</ErrorNote>}
      </div>
    </Dialog>
  );
}

const noRoom = ({ needed, room }: KeepPlan) => ({ why: 'room' as const, needed, room });

interface KeepStateProps {
  id: number;
  /** The running download, if it is of this site, maybe among others. */
  running: KeepJob | null;
  /** Whether the download of other sites must end first. */
  waits: boolean;
  kept: KeptSite | null;
  plan: UseQueryResult<KeepPlan>;
}

function KeepState({ id, running, waits, kept, plan }: KeepStateProps) {
  if (running) {
    const { current } = running;
    const { done, total } = current?.id === id ? running.files : { done: 0, total: 0 };
    const waiting = current === null || current.id === id ? t('Keeping the records…') : t('Waiting for its turn…');
    return (
      <>
        <p role="status">
          {running.waits
            ? keepWaitsText()
            : total === 0
              ? waiting
              : t('File {number} of {total}', { number: Math.min(done + 1, total), total })}
        </p>
        <Progress label={t('Keeping this site for offline')} value={total === 0 ? 0 : done / total} />
        <p>{t('You can keep working. Files already downloaded are not fetched again.')}</p>
      </>
    );
  }
  if (kept)
    return (
      <>
        <p role="status">{t('{kept}: {amount}.', { kept: keptText(kept), amount: keptAmount(kept) })}</p>
        {kept.missing > 0 && (
          <p>
            {t('{count, plural, one {# file} other {# files}} could not be downloaded. Press Update to try again.', {
              count: kept.missing,
            })}
          </p>
        )}
        <p>{t('End Session removes it from this device.')}</p>
      </>
    );
  if (hasFailed(plan))
    return (
      <LoadError
        message={t('The size could not be determined.')}
        busy={plan.isFetching}
        onRetry={() => void plan.refetch()}
      />
    );
  if (!plan.data) return <p role="status">{t('Counting the files…')}</p>;
  return (
    <>
      <p>
        {t(
          'The last 12 months: {amount}. They stay on this device, readable without a connection, until you end the session.',
          { amount: keptAmount(plan.data) },
        )}
      </p>
      {waits && <p>{t('Other sites are being downloaded. Wait until they are done.')}</p>}
    </>
  );
}
