import { useQuery } from '@tanstack/react-query';
import { ReportDialog } from '../../../components/fault-report/ReportDialog.tsx';
import { t } from '../../../lib/language/translate.ts';
import { failureSiteQuery } from '../../../records/failure/failure-queries.ts';
import { siteTitle } from '../../../records/site/site-columns.ts';
import { siteRecordQuery } from '../../../records/site/site-queries.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { hasFailed, LoadFailure } from '../../../ui/message/Loaded.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import layout from '../../../ui/layout.module.css';

/** The dialog in which a client reports a fault of its own site. The form is shown when the site and its posts are loaded. */
export function OwnReportDialog({ onClose }: { onClose: () => void }) {
  const record = useQuery(siteRecordQuery(null));
  const failures = useQuery(failureSiteQuery(null));
  // without the posts the fault can still be reported for the whole site
  const isReady = record.data && (failures.data !== undefined || hasFailed(failures));
  if (isReady && record.data)
    return (
      <ReportDialog
        site={{ id: record.data.id, title: siteTitle(record.data), posts: [...(failures.data?.posts.keys() ?? [])] }}
        onClose={onClose}
      />
    );
  return (
    <Dialog open title={t('Report a fault')} size="large" onClose={onClose}>
      {hasFailed(record) || record.data === null ? (
        // a key without a record (null) gets the same message as a failed request
        <LoadFailure
          query={{ ...record, isError: true, data: undefined }}
          error={t('Your site could not be loaded, so nothing can be reported here. Please call the hotline.')}
        />
      ) : (
        <div className={layout.gap3} role="status" aria-label={t('Loading…')}>
          <Skeleton width="12rem" height="1.5rem" />
          <Skeleton width="100%" height="3.5rem" />
          <Skeleton width="100%" height="12rem" />
        </div>
      )}
    </Dialog>
  );
}
