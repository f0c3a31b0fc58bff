import type { ReactNode } from 'react';
import { csvFile } from '../../../lib/csv.ts';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { rich } from '../../../lib/language/rich.tsx';
import { said, t } from '../../../lib/language/translate.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useWhen } from '../../../lib/screen/timing.ts';
import { plainList } from '../../../records/counted.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { visitColumns } from '../../../records/import/visit-columns.ts';
import type { TableReading } from '../../../records/import/visit-table.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePick } from '../../../ui/file/FilePick.tsx';
import { ErrorNote, LoadError } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { ColumnRoleChoices } from './ColumnRoleChoices.tsx';
import { UnreadSheets } from './FileFields.tsx';
import { appliedText, checkedText, failedText, importLabel } from './import-texts.ts';
import { ImportRemarks } from './ImportRemarks.tsx';
import { useLeaveQuestion } from './LeaveQuestion.tsx';
import { OtherTable } from './OtherTable.tsx';
import { useUndoImport, type UndoState } from './past-imports.ts';
import { PastImports, UndoButton, UndoOutcome } from './PastImports.tsx';
import { ReadingFields } from './ReadingFields.tsx';
import { RowRepairs } from './RowRepairs.tsx';
import { SameDayVisits } from './SameDayVisits.tsx';
import { useImport, type ImportState } from './use-import.ts';
import { VisitPreview } from './VisitPreview.tsx';
import { VisitUpdates } from './VisitUpdates.tsx';
import { WordChoices } from './WordChoices.tsx';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './ImportDialog.module.css';

async function saveTemplate(): Promise<void> {
  const { visitTemplate } = await fetchCode(() => import('./visit-template.ts'));
  saveFile(csvFile(visitTemplate()), 'visits.csv');
}

const templateButton = (text: ReactNode) => (
  <button type="button" className={`${surface.bare} ${styles.template}`} onClick={() => void saveTemplate()}>
    {text}
  </button>
);

/** The file types that can be chosen as a table. */
const tableTypes = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface ImportDialogProps {
  sites: readonly EditedSite[];
  /** The file that was chosen in the import of sites, although it has visits; null if the dialog starts without a file. */
  initialFile: File | null;
  /** Imports the file as a table of sites. */
  onSites: (file: File) => void;
  onClose: () => void;
}

/**
 * Imports a table of visits with their photos. It shows how the file was understood and what would be saved. Every choice can be
 * changed and every row repaired here, before anything is saved.
 */
export function ImportDialog({ sites, initialFile, onSites, onClose }: ImportDialogProps) {
  const visitImport = useImport(sites);
  useWhen(initialFile, (file) => visitImport.choose({ file }));
  const { file, photos, isChecking, checked, toImport, toUpdate, apply, isApplying, hasFailed, applied } = visitImport;
  const importUndo = useUndoImport(visitImport.checkAgain);
  const { isUndoing } = importUndo;
  const isBusy = isApplying || isUndoing;
  const isUnfinished = applied !== null && applied.failed.length + applied.unclear.length > 0;
  const isDone = applied !== null && !isUnfinished;
  // what was decided matters as long as something can still be imported or repaired
  const isPending = !isDone && checked !== null && toImport + toUpdate + checked.defects.length > 0;
  const [leave, leaveQuestions] = useLeaveQuestion(visitImport.hasDecisions && isPending);
  /** The same import, but a new table or a new reading asks first if it would discard decisions. */
  const guardedImport: ImportState = {
    ...visitImport,
    choose: (files) => {
      const choose = () => {
        if (files.file) importUndo.forgetUndone();
        visitImport.choose(files);
      };
      // photos are added to the table, so no decision is lost
      if (files.file) leave({ to: 'read anew', act: choose });
      else choose();
    },
    changeOptions: (changed) => {
      // another encoding leaves the rows and columns as they are, so no decision is lost
      if (changed.encoding) visitImport.changeOptions(changed);
      else leave({ to: 'read anew', act: () => visitImport.changeOptions(changed) });
    },
  };

  const close = () => {
    // a running import would continue in the background
    if (isBusy) return;
    leave({ to: 'close', act: onClose });
  };

  return (
    <Dialog
      open
      size={checked ? 'full' : 'large'}
      title={t('Import visits')}
      onClose={close}
      footer={
        <>
          <Button onClick={close} busy={isBusy}>
            {isDone ? t('Close') : t('Cancel')}
          </Button>
          {toImport + toUpdate > 0 && !isDone && (
            <Button
              variant="primary"
              busy={isBusy || isChecking}
              onClick={() => {
                importUndo.forgetUndone();
                apply();
              }}
            >
              {isApplying ? t('Importing…') : importLabel(toImport, toUpdate)}
            </Button>
          )}
        </>
      }
    >
      <div className={layout.gap4}>
        <p className={texts.measure}>
          {rich(
            'A CSV or an Excel workbook with one visit per row, under a row that names the columns. You see what would happen before anything is written. <save>Save a template</save>',
            {
              save: templateButton,
            },
          )}
        </p>
        {!isBusy && !isDone && <TableChoice {...guardedImport} />}
        {(file || photos.length > 0) && (
          <p className={`${texts.muted} ${texts.breaks}`}>{plainList(chosenFiles(visitImport))}</p>
        )}
        <UndoOutcome {...importUndo} />
        {!isBusy && applied === null && checked?.isOfSites === true && file && (
          <OtherTable
            text={t('These columns are those of sites, not of visits.')}
            onTake={() => leave({ to: 'read anew', act: () => onSites(file) })}
          >
            {t('Import sites instead')}
          </OtherTable>
        )}
        {!isUndoing && <ImportProgress {...guardedImport} undo={importUndo.undo} />}
        {!file && <PastImports {...importUndo} />}
        {!isBusy && (hasFailed || isUnfinished) && (
          <ErrorNote>{failedText(applied ?? { failed: [], unclear: [] })}</ErrorNote>
        )}
      </div>
      {leaveQuestions}
    </Dialog>
  );
}

type ChosenFiles = Pick<ImportState, 'file' | 'photos'>;

/** Two file inputs: for a table, and for the photos and PDFs that the table names. */
function TableChoice({ file, photos, choose }: ChosenFiles & Pick<ImportState, 'choose'>) {
  return (
    <div className={layout.row}>
      <FilePick accept={tableTypes} onFiles={([chosen]) => chosen && choose({ file: chosen })}>
        {file ? t('Choose another table') : t('Choose a table')}
      </FilePick>
      <FilePick
        accept="image/*,.heic,.heif,.pdf,application/pdf"
        multiple
        onFiles={(added) => choose({ photos: [...photos, ...added] })}
      >
        {t('Add photos and PDFs')}
      </FilePick>
    </div>
  );
}

/** The chosen files as members of a list: `visits.csv`, `12 files for its visits`. */
function chosenFiles({ file, photos }: ChosenFiles): string[] {
  const files = photos.length;
  return [
    ...(file ? [file.name] : []),
    ...(files > 0 ? [t('{files, plural, one {# file for its visits} other {# files for its visits}}', { files })] : []),
  ];
}

/** The progress of a check or an import, or else its result: how the file was read, or what was imported. */
function ImportProgress({ undo, ...visitImport }: ImportState & Pick<UndoState, 'undo'>) {
  const { file, isChecking, checkError, check, checked, toImport, toUpdate, isApplying, done, applied } = visitImport;
  const total = toImport + toUpdate;
  if (checkError instanceof ImportUnreadable) return <ErrorNote>{checkError.message}</ErrorNote>;
  if (checkError) return <LoadError message={t('Error fetching data.')} onRetry={check} />;
  if (isApplying)
    return (
      <>
        <p role="status">
          {t('Visit {visit, number} of {fresh, number}. Keep this page open.', {
            visit: Math.min(done + 1, total),
            fresh: total,
          })}
        </p>
        <Progress label={t('Importing visits')} value={total === 0 ? 0 : done / total} />
      </>
    );
  if (!checked) return isChecking ? <p role="status">{t('Checking…')}</p> : null;
  const name = file?.name ?? '';
  if (applied)
    return (
      <>
        <p role="status">{appliedText(applied)}</p>
        {applied.added + applied.updated > 0 && <UndoButton run={applied.run.id} undo={undo} />}
        <UnreadSheets options={checked.options} changeOptions={visitImport.changeOptions} />
        <ImportRemarks remarks={applied.defects} allRemarks={applied.defects} name={name} />
      </>
    );
  return <CheckedFile {...visitImport} checked={checked} name={name} />;
}

/** Says which time visits get if the table has none; null if a column has the times. */
function timelessNote({ roles }: TableReading): string | null {
  const isTimeless = ![...roles.values()].some((role) => role === 'time' || role === 'arrived');
  return isTimeless ? t('A visit without a time is stored at 00:00.') : null;
}

function CheckedFile({
  checked,
  name,
  isChecking,
  toImport,
  toUpdate,
  ...visitImport
}: ImportState & { checked: NonNullable<ImportState['checked']>; name: string }) {
  const { reading, options, unreadable } = checked;
  const { changeOptions, decideTable, repair, sites } = visitImport;
  return (
    <>
      <ReadingFields
        options={options}
        reading={reading}
        sites={sites}
        changeOptions={changeOptions}
        decideTable={decideTable}
      />
      {unreadable !== null && <ErrorNote>{unreadable}</ErrorNote>}
      {reading && (
        <>
          <ColumnRoleChoices
            columns={reading.columns}
            roles={reading.roles}
            choices={visitColumns.map(({ value, label }) => ({ value, label: said(label) }))}
            onChoose={(index, column) => decideTable({ role: [index, column] })}
            note={timelessNote(reading)}
          />
          <p role="status">{isChecking ? t('Reading the file again…') : checkedText(checked, toImport, toUpdate)}</p>
          <VisitPreview reading={reading} sites={sites} />
          <WordChoices reading={reading} sites={sites} decideTable={decideTable} repair={repair} />
          <RowRepairs reading={reading} repaired={visitImport.repaired} repair={repair} />
          <VisitUpdates
            checked={checked}
            rowsToUpdate={visitImport.rowsToUpdate}
            setRowsToUpdate={visitImport.setRowsToUpdate}
          />
          <SameDayVisits
            checked={checked}
            addedAnyway={visitImport.addedAnyway}
            setAddedAnyway={visitImport.setAddedAnyway}
          />
          <ImportRemarks remarks={checked.remarks} allRemarks={checked.defects} name={name} />
        </>
      )}
    </>
  );
}
