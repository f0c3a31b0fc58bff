import { useMutation, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { counted } from '../../../records/counted.ts';
import { fileSize } from '../../../lib/file-names.ts';
import { pinnedFilesLimit } from '../../../lib/device/copies.ts';
import {
  DeviceFull,
  keepSite,
  planKeeping,
  removeKeptSite,
  stopKeeping,
  type KeepJob,
  type KeepPlan,
  type KeptSite,
} from './keep-site.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { LoadError, ErrorNote } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import layout from '../../../ui/layout.module.css';
import { shortDay, siteStamp } from '../../../records/time.ts';

interface KeepDialogProps {
  record: SiteRecord;
  site: string | null;
  kept: KeptSite | null;
  /** The running download, maybe of another site. */
  job: KeepJob | null;
  onClose: () => void;
}

/** Keeps a site for offline: its size, then the progress, then what is kept. Closing it does not stop the download. */
export function KeepDialog({ record, site, kept, job, onClose }: KeepDialogProps) {
  const running = job?.siteId === record.id ? job : null;
  const plan = useQuery({
    queryKey: ['offline plan', record.id],
    queryFn: () => planKeeping(record),
    enabled: !kept && !running,
    staleTime: 0,
    gcTime: 0,
  });
  const keeping = useMutation({
    mutationFn: async (planned: KeepPlan | undefined) => {
      const wanted = planned ?? (await planKeeping(record));
      if (!wanted.fits) return wanted;
      await keepSite(site, record, wanted);
      return null;
    },
  });
  const removing = useMutation({ mutationFn: () => removeKeptSite(site, record.id) });
  const tooLarge = keeping.data ?? (plan.data?.fits === false ? plan.data : null);
  const busy = keeping.isPending || removing.isPending;

  return (
    <Dialog
      open
      title="Keep this site for offline"
      onClose={onClose}
      footer={
        <>
          {running ? (
            <Button onClick={stopKeeping}>Stop</Button>
          ) : kept ? (
            <>
              <Button busy={busy} onClick={() => removing.mutate()}>
                Remove
              </Button>
              <Button busy={busy || job !== null} onClick={() => keeping.mutate(undefined)}>
                Update
              </Button>
            </>
          ) : plan.data?.fits ? (
            <Button variant="primary" busy={busy || job !== null} onClick={() => keeping.mutate(plan.data)}>
              {`Keep ${fileSize(plan.data.bytes)}`}
            </Button>
          ) : null}
          <Button onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        <KeepState running={running} waits={job !== null} kept={kept} plan={plan} />
        {tooLarge && !running && (
          <ErrorNote>
            {`That does not fit: a device keeps at most ${fileSize(pinnedFilesLimit)} of files for a key, and this is ${fileSize(tooLarge.bytes)}. If another site is kept, remove it first.`}
          </ErrorNote>
        )}
        {keeping.isError && (
          <ErrorNote>
            {keeping.error instanceof DeviceFull
              ? 'This device is full. Free some space and try again: files already downloaded are not fetched again.'
              : 'The download failed. Check the connection and try again.'}
          </ErrorNote>
        )}
      </div>
    </Dialog>
  );
}

interface KeepStateProps {
  /** The running download of this site. */
  running: KeepJob | null;
  /** Whether the download of another site must end first. */
  waits: boolean;
  kept: KeptSite | null;
  plan: UseQueryResult<KeepPlan>;
}

function KeepState({ running, waits, kept, plan }: KeepStateProps) {
  if (running)
    return (
      <>
        <p role="status">{`File ${Math.min(running.done + 1, running.total)} of ${running.total}`}</p>
        <Progress
          label="Keeping this site for offline"
          value={running.total === 0 ? 0 : running.done / running.total}
        />
        <p>You can keep working. Files already downloaded are not fetched again.</p>
      </>
    );
  if (kept)
    return (
      <>
        <p role="status">{`${keptText(kept)}: ${amountText(kept)}.`}</p>
        {kept.missing > 0 && (
          <p>{`${counted(kept.missing, 'file')} could not be downloaded. Press Update to try again.`}</p>
        )}
        <p>End Session removes it from this device.</p>
      </>
    );
  if (plan.isError && !plan.isFetching)
    return <LoadError message="The size could not be determined." onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <p role="status">Counting the files…</p>;
  return (
    <>
      <p>
        {`The last 12 months: ${amountText(plan.data)}. They stay on this device, readable without a connection, until you end the session.`}
      </p>
      {waits && <p>Another site is being downloaded. Wait until it is done.</p>}
    </>
  );
}

/** How much is kept: `54 visits with 210 photos and 48 PDFs, 31.4 MB` */
function amountText({ visits, photos, pdfs, bytes }: Omit<KeptSite, 'at' | 'missing'>): string {
  return `${counted(visits, 'visit')} with ${counted(photos, 'photo')} and ${counted(pdfs, 'PDF')}, ${fileSize(bytes)}`;
}

/** `Kept for offline, 21 Nov 2026`, in Singapore. */
export function keptText({ at, missing }: KeptSite): string {
  return `${missing > 0 ? 'Partly kept' : 'Kept'} for offline, ${shortDay(siteStamp(new Date(at)).slice(0, 10))}`;
}
