import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRight } from '../../../components/use-right.ts';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { fileSize, fileStemOf } from '../../../lib/file-names.ts';
import { t } from '../../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../../lib/request-error.ts';
import { fileSizes } from '../../../lib/stored-files.ts';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import type { ZipProgress } from '../../../lib/zip/files-in-order.ts';
import { chooseTarget, type ZipTarget } from '../../../lib/zip/zip-target.ts';
import { readDocuments } from '../../../records/site-documents/document-calls.ts';
import { handedOnDocuments, type SiteDocument } from '../../../records/site-documents/document.ts';
import type { SiteRecord } from '../../../records/site/site-queries.ts';
import { visibleTasks } from '../../../records/task/task.ts';
import { visitTitle } from '../../../records/task/visit.ts';
import { siteStamp } from '../../../records/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import type { ExportResult } from './export-site.ts';
import layout from '../../../ui/layout.module.css';
import styles from '../ProfileRoute.module.css';

/** Exports a site. It shows the contents first, then the progress, and then the outcome, with a retry if files are missing. */
export function ExportDialog({ record, onClose }: { record: SiteRecord; onClose: () => void }) {
  const withChanges = useRight('changeRecords');
  const [progress, setProgress] = useState<ZipProgress | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const size = useQuery({
    queryKey: ['export size', record.id],
    queryFn: async ({ signal }) =>
      bytesToSave(await fileSizes(record.id)) + bytesOf(await readDocuments(record.id, signal)),
    meta: { still: true },
    staleTime: 0,
    gcTime: 0,
  });
  const exporting = useMutation({
    mutationFn: async (target: ZipTarget): Promise<ExportResult | null> => {
      const { signal } = (controllerRef.current = new AbortController());
      const removeNote = noteUnsaved(t('A site is being exported.'));
      try {
        const { exportSite } = await fetchCode(() => import('./export-site.ts'));
        return await exportSite({ siteId: record.id, withChanges, target, signal, onProgress: setProgress });
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      } finally {
        removeNote();
        setProgress(null);
      }
    },
  });
  // stops when the screen is left or the session ends
  useEffect(() => () => controllerRef.current?.abort(), []);

  const start = async () => {
    const name = `${fileStemOf(record.name, 'Export', siteStamp(new Date()).slice(0, 10))}.zip`;
    const target = await chooseTarget(name);
    if (target) exporting.mutate(target);
  };
  const busy = exporting.isPending;
  const result = exporting.data;
  return (
    <Dialog
      open
      title={t('Export this site')}
      // Escape must not stop an export that takes minutes: only Cancel does
      onClose={() => busy || onClose()}
      footer={
        busy ? (
          <Button onClick={() => controllerRef.current?.abort()}>{t('Cancel')}</Button>
        ) : (
          <>
            <Button variant={result ? 'secondary' : 'primary'} onClick={() => void start()}>
              {t(result?.missing.length === 0 ? 'Export again' : result || exporting.isError ? 'Try again' : 'Export')}
            </Button>
            <Button onClick={onClose} data-autofocus>
              {t('Close')}
            </Button>
          </>
        )
      }
    >
      <div className={layout.gap3}>
        {busy ? (
          <>
            <p role="status">{progress ? exportStepText(progress) : t('Reading the record…')}</p>
            <Progress
              label={t('Export of this site')}
              value={progress && progress.total > 0 ? progress.done / progress.total : 0}
            />
            <p>{t('Keep this page open until it is done.')}</p>
          </>
        ) : result ? (
          <Outcome result={result} />
        ) : (
          <>
            <p>{contentsText(record, withChanges, size.data)}</p>
            <p>{t('Unpack it and open index.html: it needs no connection and no portal. The tables open in Excel.')}</p>
          </>
        )}
        {!busy && result === null && <p role="status">{t('Cancelled. No file was kept.')}</p>}
        {exporting.isError && (
          <ErrorNote>
            {t(
              isNoService(exporting.error)
                ? 'The connection was lost, and no file was kept. Try again when it is back.'
                : exporting.error instanceof RequestError
                  ? 'The export could not be made, and no file was kept. Try again.'
                  : 'The export could not be made, and no file was kept. Make sure that the device has enough space, and try again.',
            )}
          </ErrorNote>
        )}
      </div>
    </Dialog>
  );
}

/** Lists the contents of the ZIP, and its size once it is known. */
function contentsText(record: SiteRecord, withChanges: boolean, bytes: number | null | undefined): string {
  const site = record.name;
  const visits = visibleTasks(record.tasks2024).length;
  const rest = withChanges ? 'all' : 'counts';
  return bytes
    ? t(
        'One ZIP with the record of {site}, {visits, plural, one {# visit} other {# visits}} with photos and PDFs, {rest, select, all {the reported faults, the failure counts, hidden visits and the change log} other {the reported faults and the failure counts}}: about {size}.',
        { site, visits, rest, size: fileSize(bytes) },
      )
    : t(
        'One ZIP with the record of {site}, {visits, plural, one {# visit} other {# visits}} with photos and PDFs, {rest, select, all {the reported faults, the failure counts, hidden visits and the change log} other {the reported faults and the failure counts}}.',
        { site, visits, rest },
      );
}

function Outcome({ result }: { result: ExportResult }) {
  const { visits, photos, pdfs, bytes, missing } = result;
  return (
    <>
      <p role="status">
        {t(
          'Done: {visits, plural, one {# visit} other {# visits}}, {photos, plural, one {# photo} other {# photos}} and {pdfs, plural, one {# PDF} other {# PDFs}}, {size} of files.',
          { visits, photos, pdfs, size: fileSize(bytes) },
        )}
      </p>
      {missing.length > 0 && (
        <>
          <ErrorNote>
            {t('{count, plural, one {# file} other {# files}} could not be downloaded. See missing.txt in the ZIP:', {
              count: missing.length,
            })}
          </ErrorNote>
          <ul className={styles.missing}>
            {missing.map(({ path, visit, reason }) => (
              <li key={path}>
                {visit
                  ? t('{visit}: {path}. {reason}', { visit: visitTitle(visit), path, reason })
                  : t('{path}: {reason}', { path, reason })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The bytes to download. The export omits the small renditions of photos. */
function bytesToSave(sizes: ReadonlyMap<string, number>): number {
  return Array.from(sizes).reduce((sum, [name, bytes]) => (name.endsWith('.small.jpg') ? sum : sum + bytes), 0);
}

const bytesOf = (documents: readonly SiteDocument[]) =>
  handedOnDocuments(documents).reduce((sum, { bytes }) => sum + bytes, 0);

function exportStepText({ done, total, bytes }: ZipProgress): string {
  return t('File {place} of {total}, {size} so far', {
    place: Math.min(done + 1, total),
    total,
    size: fileSize(bytes),
  });
}
