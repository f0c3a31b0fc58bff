import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { fetchCode } from '../../lib/fetch-code.ts';
import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { isNoService, RequestError } from '../../lib/request-error.ts';
import { noteUnsaved } from '../../lib/unsaved.ts';
import type { ZipProgress } from '../../lib/zip/files-in-order.ts';
import { chooseTarget, type ZipTarget } from '../../lib/zip/zip-target.ts';
import type { ReadChosen } from '../../records/task/chosen-visit.ts';
import { chosenCsv } from '../../records/task/task-csv.ts';
import type { ZippedVisits } from '../../records/task/zip-visits.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { ReadingStep, UnreadNote, type SiteStep } from './ReadingStep.tsx';
import layout from '../../ui/layout.module.css';

interface VisitsZipControl {
  /** Asks where to save the ZIP, and makes it. Call it from a click: browsers open the file dialog only then. */
  start: (zip: ZipRequest) => Promise<void>;
  /** Shows the progress, the outcome and what could not be downloaded. The caller renders it. */
  dialog: ReactElement | null;
}

interface ZipRequest {
  /** The title of the dialog. */
  title: string;
  /** The name of the file, with its extension. */
  name: string;
}

/**
 * Reads the chosen visits and makes a ZIP of their files. A dialog shows the progress and the outcome.
 * @param parts `all` means the photos, the service reports and a table of the visits
 */
export function useVisitsZip(read: ReadChosen, parts: 'all' | 'photos' = 'all'): VisitsZipControl {
  const [requestedZip, setRequestedZip] = useState<ZipRequest | null>(null);
  const [step, setStep] = useState<SiteStep | null>(null);
  const [progress, setProgress] = useState<ZipProgress | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const making = useMutation({
    mutationFn: async (target: ZipTarget) => {
      const { signal } = (controllerRef.current = new AbortController());
      const removeNote = noteUnsaved(t('A ZIP of visits is being made.'));
      try {
        const { zipVisits } = await fetchCode(() => import('../../records/task/zip-visits.ts'));
        const visits = await read({ signal, onSite: (done, total, name) => setStep({ done, total, name }) });
        setStep(null);
        const isAll = parts === 'all';
        const zip = { ...visits, csv: isAll ? chosenCsv(visits.chosen) : null, withReports: isAll };
        return await zipVisits({ ...zip, target, signal, onProgress: setProgress });
      } catch (error) {
        if (signal.aborted) return null;
        console.error('The ZIP of visits could not be made', error);
        throw error;
      } finally {
        removeNote();
        setStep(null);
        setProgress(null);
      }
    },
  });
  // the work stops when the screen or the session changes
  useEffect(() => () => controllerRef.current?.abort(), []);

  const start = async (zip: ZipRequest) => {
    const target = await chooseTarget(zip.name);
    if (!target) return;
    setRequestedZip(zip);
    making.mutate(target);
  };
  const close = () => {
    setRequestedZip(null);
    making.reset();
  };
  const busy = making.isPending;
  const result = making.data;
  const isComplete = result?.missing.length === 0 && result.unread.length === 0;
  const dialog = requestedZip && (
    <Dialog
      open
      title={requestedZip.title}
      // while the ZIP is made, only *Cancel* ends it: an accidental press of Escape would lose the progress
      onClose={() => busy || close()}
      footer={
        busy ? (
          <Button onClick={() => controllerRef.current?.abort()}>{t('Cancel')}</Button>
        ) : (
          <>
            {!isComplete && (
              <Button variant="primary" onClick={() => void start(requestedZip)}>
                {t('Try again')}
              </Button>
            )}
            <Button onClick={close} data-autofocus>
              {t('Close')}
            </Button>
          </>
        )
      }
    >
      <div className={layout.gap3}>
        {busy && (step ? <ReadingStep step={step} /> : <ZipStep progress={progress} />)}
        {!busy && result && <ZipOutcome result={result} />}
        {!busy && result === null && <p role="status">{t('Cancelled. No file was kept.')}</p>}
        {making.isError && <ErrorNote>{problemText(making.error)}</ErrorNote>}
      </div>
    </Dialog>
  );
  return { start, dialog };
}

function ZipStep({ progress }: { progress: ZipProgress | null }) {
  const { done, total, bytes } = progress ?? { done: 0, total: 0, bytes: 0 };
  return (
    <>
      <p role="status">
        {total === 0
          ? t('Writing the file')
          : t('File {place} of {total}, {size} so far', {
              place: Math.min(done + 1, total),
              total,
              size: fileSize(bytes),
            })}
      </p>
      <Progress label={t('ZIP of visits')} value={total === 0 ? 0 : done / total} />
      <p>{t('Keep this page open until it is done.')}</p>
    </>
  );
}

function ZipOutcome({ result: { isEmpty, files, bytes, missing, unread } }: { result: ZippedVisits }) {
  return (
    <>
      <p role="status">
        {isEmpty
          ? t('No visit could be read, and no file was kept.')
          : t('Done: {files, plural, one {# file} other {# files}}, {size}.', { files, size: fileSize(bytes) })}
      </p>
      <UnreadNote unread={unread} />
      {missing.length > 0 && (
        <>
          <ErrorNote>
            {t('{count, plural, one {# file} other {# files}} could not be downloaded. See missing.txt in the ZIP:', {
              count: missing.length,
            })}
          </ErrorNote>
          <ul>
            {missing.map(({ path, reason }) => (
              <li key={path}>{t('{path}: {reason}', { path, reason })}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function problemText(error: Error): string {
  if (isNoService(error)) return t('The connection was lost, and no file was kept. Try again when it is back.');
  return error instanceof RequestError
    ? t('The ZIP could not be made, and no file was kept. Try again.')
    : t('The ZIP could not be made, and no file was kept. Make sure that the device has enough space, and try again.');
}
