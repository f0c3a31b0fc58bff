import { t } from '../../lib/language/translate.ts';
import { toVisit } from '../../records/portal-links.ts';
import { siteTitle } from '../../records/site/site-columns.ts';
import type { SiteRecord } from '../../records/site/site-queries.ts';
import { hasPdf, hasPhotos, type Task } from '../../records/task/task.ts';
import { visitFileName, visitTitle } from '../../records/task/visit.ts';
import { longDate } from '../../records/time.ts';
import { visitReportOf } from '../../reports/report-data.ts';
import { reportFile, startReport, useReportRunning, warmReports } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { useVisitsZip } from '../chosen/use-visits-zip.tsx';
import { useLinkMaking } from '../links/use-link-making.tsx';
import { useSharing } from '../ShareButton.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './TaskCard.module.css';

/** The element id of the title of a visit. Its buttons refer to it as their description. */
export function titleIdOf({ id }: Pick<Task, 'id'>): string {
  return `task-${id}`;
}

/**
 * The ways to pass a visit on: its PDF, the link to it (or the PDF itself, where the device can share files), a ZIP of
 * its photos, and a link that opens it without a login.
 */
export function useVisitSharing(site: SiteRecord, task: Task) {
  const busy = useReportRunning();
  const request = () => ({ kind: 'visit', data: visitReportOf(site, task) }) as const;
  const link = () => toVisit(task.id, site.name);
  const sharing = useSharing({
    title: t('{title}, {day}', { title: visitTitle(task), day: longDate(task.time) }),
    link,
    file: {
      name: visitFileName(site.name, task, 'pdf'),
      type: 'application/pdf',
      busy,
      load: async () => (await reportFile(request())).file,
    },
  });
  const photos = usePhotosZip(site, task);
  const linking = useLinkMaking({
    site: { id: site.id, title: siteTitle(site) },
    ids: [task.id],
    counts: { visits: 1, photos: task.urls.length, pdfs: hasPdf(task) ? 1 : 0 },
  });
  return {
    busy,
    link,
    sharing,
    warm: () => warmReports(request()),
    make: () => startReport(request()),
    photos,
    linking,
  };
}

/** Offers all photos of a visit in full size, as a ZIP. Null for fewer than two photos: the photo dialog can save a single photo. */
function usePhotosZip(site: SiteRecord, visit: Task) {
  const { start, dialog } = useVisitsZip(() => Promise.resolve({ chosen: [{ site, visit }], unread: [] }), 'photos');
  const count = visit.urls.length;
  if (count < 2) return null;
  const title = t('Photos of {title}', { title: visitTitle(visit) });
  return {
    label: t('All photos'),
    line: t('{count} photos in full size, as one ZIP', { count }),
    start: () => void start({ title, name: visitFileName(site.name, visit, 'zip', 'Photos') }),
    dialog,
  };
}

/** Says what the PDF of *Visit as PDF* contains. */
export function paperLine(task: Task): string {
  const count = task.urls.length;
  return hasPdf(task)
    ? t(
        '{count, plural, =0 {This visit, with its service report behind it} one {This visit with its photo, and its service report behind it} other {This visit with all # photos, and its service report behind it}}',
        { count },
      )
    : t(
        '{count, plural, =0 {This visit on paper, made by the portal} one {This visit with its photo, made by the portal} other {This visit with all # photos, made by the portal}}',
        { count },
      );
}

interface OpenFilesProps {
  task: Task;
  titleId: string;
  onPhoto: (task: number, index: number) => void;
  onPdf: (task: number) => void;
}

/** The buttons that open the service report and the photos of a visit. */
export function OpenFiles({ task, titleId, onPhoto, onPdf }: OpenFilesProps) {
  return (
    <>
      {hasPdf(task) ? (
        <Button onClick={() => onPdf(task.id)} aria-describedby={titleId}>
          <Icon name="pdf" />
          {t('Preview PDF')}
          {/* distinguishes this PDF from the portal's own PDF; the specification prescribes the label "Preview PDF" */}
          <span className={`${texts.fine} ${styles.whichPdf}`} aria-hidden="true">
            {t('service report')}
          </span>
        </Button>
      ) : (
        <span className={`${layout.centred} ${texts.faint} ${styles.noPdf}`}>{t('No PDF available')}</span>
      )}
      {hasPhotos(task) && (
        <Button onClick={() => onPhoto(task.id, 0)} aria-describedby={titleId}>
          <Icon name="photo" />
          {t('View Photos ({count})', { count: task.urls.length })}
        </Button>
      )}
    </>
  );
}
