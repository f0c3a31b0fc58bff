import { fileStemOf } from '../../../lib/file-names.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { counted } from '../../../records/counted.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePick } from '../../../ui/file/FilePick.tsx';
import { LoadError } from '../../../ui/message/LoadError.tsx';
import { ErrorNote } from '../../../ui/message/ErrorNote.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import layout from '../../../ui/layout.module.css';
import styles from './ImportDialog.module.css';
import { ImportRemarks } from './ImportRemarks.tsx';
import { appliedText, checkedText, failedText, freshVisits, remarksCsv } from './import-words.ts';
import { useImport } from './use-import.ts';
import { fetchCode } from '../../../lib/fetch-code.ts';

interface ImportDialogProps {
  siteNames: readonly string[];
  onClose: () => void;
}

const csvType = 'text/csv;charset=utf-8';

async function saveTemplate(): Promise<void> {
  const { visitTemplate } = await fetchCode(() => import('../../../records/import/visit-csv.ts'));
  saveFile(new Blob([visitTemplate()], { type: csvType }), 'visits.csv');
}

/** A CSV of visits with photos: a preview row by row, then the import. */
export function ImportDialog({ siteNames, onClose }: ImportDialogProps) {
  const {
    csv,
    files,
    choose,
    check,
    isChecking,
    checkError,
    checked,
    left,
    apply,
    isApplying,
    hasFailed,
    applied,
    done,
  } = useImport(siteNames);
  const fresh = left ? freshVisits(left) : 0;
  const isUnfinished = applied !== null && applied.failed.length + applied.unclear.length > 0;
  const isDone = applied !== null && !isUnfinished;
  const remarks = applied ? applied.defects : (checked?.defects ?? []);

  return (
    <Dialog
      open
      size="large"
      title="Import visits"
      onClose={() => {
        // the running import would continue unseen
        if (!isApplying) onClose();
      }}
      footer={
        <>
          <Button onClick={onClose} busy={isApplying}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          {fresh > 0 && !isDone && !isChecking && (
            <Button variant="primary" busy={isApplying} onClick={apply}>
              {isApplying ? 'Importing…' : `Import ${counted(fresh, 'visit')}`}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.stack}>
        <p>
          A CSV with one visit per row; the first row names the columns. You see what would happen before anything is
          written.{' '}
          <button type="button" className={styles.template} onClick={() => void saveTemplate()}>
            Save a template
          </button>
        </p>
        {!isApplying && !isDone && (
          <div className={layout.row}>
            <FilePick accept=".csv,text/csv" onFiles={([file]) => file && choose({ csv: file })}>
              {csv ? 'Choose another CSV' : 'Choose a CSV'}
            </FilePick>
            <FilePick
              accept="image/*,.heic,.heif,.pdf,application/pdf"
              multiple
              onFiles={(added) => choose({ files: [...files, ...added] })}
            >
              Add photos and PDFs
            </FilePick>
          </div>
        )}
        {(csv || files.length > 0) && (
          <p className={styles.chosen}>
            {[csv?.name, files.length > 0 && `${counted(files.length, 'file')} for its visits`]
              .filter(Boolean)
              .join(', ')}
          </p>
        )}
        {isChecking ? (
          <p role="status">Checking…</p>
        ) : checkError instanceof ImportUnreadable ? (
          <ErrorNote>{checkError.message}</ErrorNote>
        ) : checkError ? (
          <LoadError message="Error fetching data." onRetry={check} />
        ) : isApplying ? (
          <>
            <p role="status">{`Visit ${Math.min(done + 1, fresh)} of ${fresh}. Keep this page open.`}</p>
            <Progress label="Importing visits" value={fresh === 0 ? 0 : done / fresh} />
          </>
        ) : (
          <>
            {checked && <p role="status">{applied ? appliedText(applied) : checkedText(checked)}</p>}
            <ImportRemarks
              remarks={remarks}
              onSave={() =>
                saveFile(
                  new Blob([remarksCsv(remarks)], { type: csvType }),
                  `${fileStemOf(csv?.name.replace(/\.csv$/iu, '') ?? '', 'remarks')}.csv`,
                )
              }
            />
          </>
        )}
        {!isApplying && (hasFailed || isUnfinished) && (
          <ErrorNote>{failedText(applied ?? { failed: [], unclear: [] })}</ErrorNote>
        )}
      </div>
    </Dialog>
  );
}
