import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import { progressText, uploadCountText, type UploadSummary, type WaitsFor } from '../../records/upload/upload.ts';

interface UploadStatusProps {
  summary: UploadSummary;
  waitsFor: WaitsFor;
  arrived: boolean;
  /** The save follows once all files are uploaded. */
  saves: boolean;
  /** Shown when there is nothing to say about files. */
  otherwise: string;
  onRetryAll: () => void;
}

/** The progress of all files together, inline, so that it covers nothing. */
export function UploadStatus({ summary, onRetryAll, ...words }: UploadStatusProps) {
  const { running, failed, done, total, share } = summary;
  return (
    <>
      {failed.length > 0 ? (
        <div className={`${layout.apart} ${texts.problem}`}>
          <p role="alert">{`${capitalised(uploadCountText(failed))} not uploaded: retry or remove.`}</p>
          <Button onClick={onRetryAll}>
            <Icon name="retry" />
            {failed.length === 1 ? 'Retry' : 'Retry all'}
          </Button>
        </div>
      ) : (
        <p role="status">{statusText({ summary, ...words })}</p>
      )}
      {running.length > 0 && <Progress label={`All files, ${done} of ${total} uploaded`} value={share} />}
    </>
  );
}

function statusText({ summary, waitsFor, arrived, saves, otherwise }: Omit<UploadStatusProps, 'onRetryAll'>): string {
  const { running, waitingForSite } = summary;
  if (running.length > 0) {
    const next = saves ? 'The task is saved right after' : 'You can keep working';
    return `${progressText(summary, waitsFor)}. ${next}.`;
  }
  if (waitingForSite.length > 0) return `${capitalised(uploadCountText(waitingForSite))} waiting for the site.`;
  return [arrived && 'File uploaded successfully!', otherwise].filter(Boolean).join(' ');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
