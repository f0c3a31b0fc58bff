import type { Upload } from './upload-queue.ts';
import { fileSize } from '../../lib/file-names.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { uploadProblem, uploadState } from './task-files.ts';
import styles from './UploadProgress.module.css';

interface UploadProgressProps {
  upload: Upload;
  siteKnown: boolean;
  onRetry: () => void;
}

export function UploadProgress({ upload, siteKnown, onRetry }: UploadProgressProps) {
  const { name, sizeBefore, sizeAfter, progress } = upload;
  const state = uploadState(upload);
  const shrunk = sizeAfter !== null && fileSize(sizeAfter) !== fileSize(sizeBefore);
  return (
    <div className={styles.progress}>
      <p className={styles.size}>
        {fileSize(sizeBefore)}
        {shrunk && ` → ${fileSize(sizeAfter)}`}
      </p>
      {state === 'failed' ? (
        <>
          <p className={styles.failed}>{uploadProblem(upload)}</p>
          {upload.state === 'failed' && (
            <Button onClick={onRetry} aria-label={`Retry: ${name}`}>
              <Icon name="retry" />
              Retry
            </Button>
          )}
        </>
      ) : state === 'done' ? (
        <p className={styles.done}>
          <Icon name="check" />
          Uploaded
        </p>
      ) : (
        <>
          <p>{uploadStateText(state, progress, siteKnown)}</p>
          <Progress label={`Upload of ${name}`} value={progress} />
        </>
      )}
    </div>
  );
}

function uploadStateText(state: Upload['state'], progress: number, siteKnown: boolean): string {
  if (state === 'checking') return 'Preparing…';
  if (state === 'uploading') return `Uploading ${Math.round(progress * 100)} %`;
  return siteKnown ? 'Waiting' : 'Waiting for the site';
}
