import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { PersistNote } from '../../components/offline/PersistNote.tsx';
import { persistStorage } from '../../lib/device/persistent-storage.ts';
import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { completeShell } from '../../lib/offline/offline-shell.ts';
import { useStore } from '../../lib/store.ts';
import {
  downloadFailures,
  downloadJob,
  downloadSites,
  planDownload,
  stopDownload,
  type DownloadJob,
  type DownloadPlan,
} from '../../records/offline/download-sites.ts';
import { downloadFailureText, downloadWaitsText } from '../../records/offline/download-words.ts';
import { pinnedAmount, pinnedText, unpinSiteByHand, type PinnedSite } from '../../records/offline/pinned-sites.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { fetchFonts } from '../../reports/fonts/fetch-fonts.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { hasFailed } from '../../ui/message/Loaded.tsx';
import { ErrorNote, LoadError } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import layout from '../../ui/layout.module.css';

interface OfflineCopyDialogProps {
  record: SiteRecord;
  site: string | null;
  pinned: PinnedSite | null;
  onClose: () => void;
}

/**
 * Downloads the offline copy of a site. The dialog shows the size first, then the progress, then the copy. Closing it does not stop the
 * download.
 */
export function OfflineCopyDialog({ record, site, pinned, onClose }: OfflineCopyDialogProps) {
  const { id } = record;
  const job = useStore(downloadJob);
  const running = job?.sites.some((candidate) => candidate.id === id) ? job : null;
  const plan = useQuery({
    queryKey: ['offline plan', id],
    queryFn: () => planDownload(record),
    enabled: !pinned && !running,
    meta: { still: true },
    staleTime: 0,
    gcTime: 0,
  });
  const downloading = useMutation({
    mutationFn: () => {
      persistStorage();
      void completeShell();
      return downloadSites([{ id, site }], fetchFonts);
    },
  });
  const removing = useMutation({ mutationFn: () => unpinSiteByHand({ id, site }) });
  const failure = useStore(downloadFailures).find((candidate) => candidate.id === id);
  const busy = downloading.isPending || removing.isPending;
  const fits = plan.data !== undefined && plan.data.needed <= plan.data.room;
  // missing files are not an error here: the state of the copy says how many there are
  const downloadProblem = failure && failure.why !== 'files' ? failure : null;
  const problem = downloadProblem ?? (!pinned && plan.data && !fits ? noRoom(plan.data) : null);

  return (
    <Dialog
      open
      title={t('Keep this site for offline')}
      onClose={onClose}
      footer={
        <>
          {running && <Button onClick={stopDownload}>{t('Stop')}</Button>}
          {!running && pinned && (
            <>
              <Button busy={busy} onClick={() => removing.mutate()}>
                {t('Remove')}
              </Button>
              <Button busy={busy || job !== null} onClick={() => downloading.mutate()}>
                {t('Update')}
              </Button>
            </>
          )}
          {!running && !pinned && plan.data && fits && (
            <Button variant="primary" busy={busy || job !== null} onClick={() => downloading.mutate()}>
              {t('Keep {size}', { size: fileSize(plan.data.bytes) })}
            </Button>
          )}
          <Button onClick={onClose} data-autofocus>
            {t('Close')}
          </Button>
        </>
      }
    >
      <div className={layout.gap3}>
        <OfflineCopyState running={running} id={id} waits={job !== null} pinned={pinned} plan={plan} />
        {!running && fits && <PersistNote />}
        {problem && !running && <ErrorNote>{downloadFailureText(problem)}</ErrorNote>}
      </div>
    </Dialog>
  );
}

const noRoom = ({ needed, room }: DownloadPlan) => ({ why: 'room' as const, needed, room });

interface OfflineCopyStateProps {
  id: number;
  /** The running download, if this site is part of it. */
  running: DownloadJob | null;
  /** Whether the download of other sites must end first. */
  waits: boolean;
  pinned: PinnedSite | null;
  plan: UseQueryResult<DownloadPlan>;
}

function OfflineCopyState({ id, running, waits, pinned, plan }: OfflineCopyStateProps) {
  if (running) {
    const { current } = running;
    const { done, total } = current?.id === id ? running.files : { done: 0, total: 0 };
    const waitingText = current === null || current.id === id ? t('Keeping the records…') : t('Waiting for its turn…');
    return (
      <>
        <p role="status">
          {running.waits
            ? downloadWaitsText()
            : total === 0
              ? waitingText
              : t('File {number} of {total}', { number: Math.min(done + 1, total), total })}
        </p>
        <Progress label={t('Keeping this site for offline')} value={total === 0 ? 0 : done / total} />
        <p>{t('You can keep working. Files already downloaded are not fetched again.')}</p>
      </>
    );
  }
  if (pinned)
    return (
      <>
        <p role="status">{t('{kept}: {amount}.', { kept: pinnedText(pinned), amount: pinnedAmount(pinned) })}</p>
        {pinned.missing > 0 && (
          <p>
            {t('{count, plural, one {# file} other {# files}} could not be downloaded. Press Update to try again.', {
              count: pinned.missing,
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
          { amount: pinnedAmount(plan.data) },
        )}
      </p>
      {waits && <p>{t('Other sites are being downloaded. Wait until they are done.')}</p>}
    </>
  );
}
