import type { Upload, WaitsFor } from '../../records/upload/upload.ts';
import { Button } from '../../ui/Button.tsx';
import { maxPdfMegabytes } from '../../records/upload/file-limits.ts';
import { FilePick } from '../../ui/file/FilePick.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './PdfField.module.css';
import { FieldNoteLine, RefusedFiles } from './RefusedFiles.tsx';
import { UploadProgress } from './UploadProgress.tsx';
import type { FieldNote } from './use-task-files.ts';

interface PdfFieldProps {
  pdf: Upload | null;
  refused: readonly Upload[];
  note: FieldNote | null;
  waitsFor: WaitsFor;
  onFiles: (files: File[]) => void;
  onRemove: (upload: Upload) => void;
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
  onDismissNote: () => void;
}

export function PdfField({ pdf, refused, note, waitsFor, ...on }: PdfFieldProps) {
  return (
    <section className={layout.tight} aria-labelledby="pdf-heading">
      <h2 id="pdf-heading">PDF report</h2>
      {pdf && (
        <div className={styles.file}>
          <span className={styles.sign}>
            <Icon name="pdf" />
          </span>
          <div className={styles.words}>
            <p className={styles.name}>{pdf.name}</p>
            <UploadProgress upload={pdf} waitsFor={waitsFor} onRetry={() => on.onRetry(pdf.id)} />
          </div>
        </div>
      )}
      <RefusedFiles files={refused} onDismiss={on.onDismiss} />
      <FieldNoteLine note={note} onDismiss={on.onDismissNote} />
      <div className={`${layout.row} ${styles.actions}`}>
        <FilePick accept="application/pdf,.pdf" onFiles={on.onFiles}>
          {!pdf && <Icon name="pdf" />}
          {pdf ? 'Replace' : 'Choose a PDF'}
        </FilePick>
        {pdf ? (
          <Button aria-label={`Remove: ${pdf.name}`} onClick={() => on.onRemove(pdf)}>
            Remove
          </Button>
        ) : (
          <p className={texts.hint}>{`Optional. One file of at most ${maxPdfMegabytes} MB.`}</p>
        )}
      </div>
    </section>
  );
}
