import { fileSize } from '../../lib/file-names.ts';
import { t } from '../../lib/language/translate.ts';
import { bringIntoView } from '../../lib/screen/viewport.ts';
import { sentences } from '../../records/sentences.ts';
import {
  progressText,
  uploadCounts,
  type UploadSummary,
  type WaitsFor,
  uploadProblem,
  uploadState,
  type Upload,
} from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { richSentences } from '../rich-sentences.tsx';
import type { FieldNote } from './use-task-files.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './FileFields.module.css';

interface UploadStatusProps {
  summary: UploadSummary;
  waitsFor: WaitsFor;
  /** Whether the last files were all uploaded without an error. */
  arrived: boolean;
  /** Whether the task is saved once all files are uploaded. */
  savesAfter: boolean;
  /** Follows when no file waits, is being uploaded or has failed; may be empty. */
  otherwise: string;
  onRetryAll: () => void;
}

/** The progress of all files together. It is inline, so that it covers nothing. */
export function UploadStatus({ summary, onRetryAll, ...words }: UploadStatusProps) {
  const { running, failed, done, total, share } = summary;
  return (
    <>
      {failed.length > 0 ? (
        <div className={`${layout.apart} ${texts.problem}`}>
          <p role="alert">
            {t(
              '{files, select, photos {{photos, plural, one {# photo} other {# photos}}} pdf {The PDF report} other {{photos, plural, one {# photo} other {# photos}} and the PDF report}} not uploaded: retry or remove.',
              uploadCounts(failed),
            )}
          </p>
          <Button onClick={onRetryAll}>
            <Icon name="retry" />
            {failed.length === 1 ? t('Retry') : t('Retry all')}
          </Button>
        </div>
      ) : (
        <p role="status">{statusText({ summary, ...words })}</p>
      )}
      {running.length > 0 && (
        <Progress label={t('All files, {done} of {total} uploaded', { done, total })} value={share} />
      )}
    </>
  );
}

/** Warns of files that are not stored on this device: they are lost when the page is closed. */
export function UnstoredFilesNote({ files }: { files: number }) {
  if (files === 0) return null;
  return (
    <p className={styles.unstored} role="alert">
      {t(
        'This device does not keep {count, plural, one {# file} other {# files}}. Keep this page open until the visit is saved.',
        { count: files },
      )}
    </p>
  );
}

function statusText({
  summary,
  waitsFor,
  arrived,
  savesAfter,
  otherwise,
}: Omit<UploadStatusProps, 'onRetryAll'>): string {
  const { running, waitingForSite } = summary;
  if (running.length > 0) {
    const nextText = savesAfter ? t('The visit is saved right after.') : t('You can keep working.');
    return sentences(progressText(summary, waitsFor), nextText);
  }
  if (waitingForSite.length > 0)
    return t(
      '{files, select, photos {{photos, plural, one {# photo} other {# photos}}} pdf {The PDF report} other {{photos, plural, one {# photo} other {# photos}} and the PDF report}} waiting for the site.',
      uploadCounts(waitingForSite),
    );
  return sentences(arrived && t('File uploaded successfully!'), otherwise);
}

interface UploadProgressProps {
  upload: Upload;
  waitsFor: WaitsFor;
  onRetry: () => void;
}

/** The progress of one file. */
export function UploadProgress({ upload, waitsFor, onRetry }: UploadProgressProps) {
  const { name, sizeBefore, sizeAfter, progress } = upload;
  const state = uploadState(upload);
  if (upload.saved && state !== 'preparing')
    return (
      <div className={`${layout.gap4} ${texts.small} ${styles.progress}`}>
        <p className={texts.faint}>{t('Saved with the visit')}</p>
      </div>
    );
  const isShrunk = sizeAfter !== null && fileSize(sizeAfter) !== fileSize(sizeBefore);
  return (
    <div className={`${layout.gap4} ${texts.small} ${styles.progress}`}>
      {/* the size of a saved photo that is being turned is unknown */}
      {sizeBefore > 0 && (
        <p className={texts.faint}>
          {fileSize(sizeBefore)}
          {isShrunk && ` → ${fileSize(sizeAfter)}`}
        </p>
      )}
      {state === 'failed' ? (
        <>
          <p className={texts.problem}>{uploadProblem(upload)}</p>
          {/* a file that was uploaded but has no URL counts as failed too, and cannot be retried */}
          {upload.state === 'failed' && (
            <Button onClick={onRetry} aria-label={t('Retry: {name}', { name })}>
              <Icon name="retry" />
              {t('Retry')}
            </Button>
          )}
        </>
      ) : state === 'done' ? (
        <p className={`${layout.line} ${texts.medium} ${styles.done}`}>
          <Icon name="check" />
          {t('Uploaded')}
        </p>
      ) : (
        <>
          <p>{uploadStateText(state, progress, waitsFor)}</p>
          <Progress label={t('Upload of {name}', { name })} value={progress} />
        </>
      )}
    </div>
  );
}

function uploadStateText(state: Upload['state'], progress: number, waitsFor: WaitsFor): string {
  if (state === 'preparing') return t('Preparing…');
  if (state === 'uploading') return t('Uploading {percent} %', { percent: Math.round(progress * 100) });
  if (waitsFor === null) return t('Waiting');
  return waitsFor === 'site' ? t('Waiting for the site') : t('Waiting for the network');
}

/** Lists the files that were refused before upload, beside the field that they were chosen for. */
export function RefusedFiles({ files, onDismiss }: { files: readonly Upload[]; onDismiss: (id: string) => void }) {
  if (files.length === 0) return null;
  return (
    <ul className={layout.gap2}>
      {files.map((file) => (
        // scrolled into view: a file can be dropped or pasted anywhere, far from this field
        <li key={file.id} ref={bringIntoView} className={styles.refusedFile}>
          <Icon name="warning" />
          <p className={`${texts.breaks} ${styles.reason}`} role="alert">
            {richSentences(<strong>{t('Not added.')}</strong>, <span>{uploadProblem(file)}</span>)}
          </p>
          <Button
            variant="ghost"
            aria-label={t('Dismiss: {name}', { name: file.name })}
            onClick={() => onDismiss(file.id)}
          >
            <Icon name="close" />
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface FieldNoteLineProps {
  note: FieldNote | null;
  /** Called before a removal is undone, for the focus. */
  beforeUndo?: () => void;
  onDismiss: () => void;
}

/** A message about the files of a field. It offers to undo a removal, and is inline, so that it covers nothing. */
export function FieldNoteLine({ note, beforeUndo, onDismiss }: FieldNoteLineProps) {
  if (!note) return null;
  const { text, undo } = note;
  return (
    <div className={`${styles.refusedFile} ${undo ? styles.removed : ''}`}>
      <Icon name={undo ? 'check' : 'warning'} />
      <p className={`${texts.breaks} ${styles.reason}`} role={undo ? 'status' : 'alert'}>
        {text}
      </p>
      {undo ? (
        <Button
          onClick={() => {
            beforeUndo?.();
            undo();
          }}
        >
          {t('Undo')}
        </Button>
      ) : (
        <Button variant="ghost" aria-label={t('Dismiss this message')} onClick={onDismiss}>
          <Icon name="close" />
        </Button>
      )}
    </div>
  );
}
