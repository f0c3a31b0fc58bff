import { uploadProblem, uploadState, type Upload, type WaitsFor } from '../../records/upload/upload.ts';
import { fileSize } from '../../lib/file-names.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import texts from '../../ui/text.module.css';
import styles from './UploadProgress.module.css';

interface UploadProgressProps {
  upload: Upload;
  waitsFor: WaitsFor;
  onRetry: () => void;
}

export function UploadProgress({ upload, waitsFor, onRetry }: UploadProgressProps) {
  const { name, sizeBefore, sizeAfter, progress } = upload;
  const state = uploadState(upload);
  if (upload.saved)
    return (
      <div className={styles.progress}>
        <p className={texts.faint}>Saved with the task</p>
      </div>
    );
  const shrunk = sizeAfter !== null && fileSize(sizeAfter) !== fileSize(sizeBefore);
  return (
    <div className={styles.progress}>
      <p className={texts.faint}>
        {fileSize(sizeBefore)}
        {shrunk && ` → ${fileSize(sizeAfter)}`}
      </p>
      {state === 'failed' ? (
        <>
          <p className={texts.problem}>{uploadProblem(upload)}</p>
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
          <p>{uploadStateText(state, progress, waitsFor)}</p>
          <Progress label={`Upload of ${name}`} value={progress} />
        </>
      )}
    </div>
  );
}

function uploadStateText(state: Upload['state'], progress: number, waitsFor: WaitsFor): string {
  if (state === 'checking') return 'Preparing…';
  if (state === 'uploading') return `Uploading ${Math.round(progress * 100)} %`;
  return waitsFor === null ? 'Waiting' : `Waiting for the ${waitsFor}`;
}
