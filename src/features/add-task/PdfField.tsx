import type { Upload } from './upload-queue.ts';
import { Button } from '../../ui/Button.tsx';
import { FilePick } from '../../ui/file/FilePick.tsx';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PdfField.module.css';
import { UploadProgress } from './UploadProgress.tsx';

interface PdfFieldProps {
  pdf: Upload | null;
  siteKnown: boolean;
  onFiles: (files: File[]) => void;
  onRemove: (upload: Upload) => void;
  onRetry: (id: string) => void;
}

export function PdfField({ pdf, siteKnown, onFiles, onRemove, onRetry }: PdfFieldProps) {
  return (
    <section className={styles.field} aria-labelledby="pdf-heading">
      <h2 id="pdf-heading">PDF report</h2>
      {pdf && (
        <div className={styles.file}>
          <span className={styles.sign}>
            <Icon name="pdf" />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>{pdf.name}</p>
            <UploadProgress upload={pdf} siteKnown={siteKnown} onRetry={() => onRetry(pdf.id)} />
          </div>
        </div>
      )}
      <div className={styles.actions}>
        <FilePick accept="application/pdf,.pdf" onFiles={onFiles}>
          {!pdf && <Icon name="pdf" />}
          {pdf ? 'Replace' : 'Choose a PDF'}
        </FilePick>
        {pdf ? (
          <Button aria-label={`Remove: ${pdf.name}`} onClick={() => onRemove(pdf)}>
            Remove
          </Button>
        ) : (
          <p className={styles.hint}>Optional. One file of at most 10 MB.</p>
        )}
      </div>
    </section>
  );
}
