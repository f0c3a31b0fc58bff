import { useState, type ReactNode } from 'react';
import { SitesSavedList } from '../../../components/sites-saving/SitesSavedList.tsx';
import { useSiteSaving, type SavingOutcome } from '../../../components/sites-saving/use-site-saving.ts';
import { rich } from '../../../lib/language/rich.tsx';
import { said, t } from '../../../lib/language/translate.ts';
import { useWhen } from '../../../lib/screen/timing.ts';
import { ImportUnreadable } from '../../../records/import/import-plan.ts';
import { isRefusedChange } from '../../../records/site/save-sites.ts';
import { siteColumns } from '../../../records/site/site-columns.ts';
import type { EditedSite } from '../../../records/site/site-queries.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePick } from '../../../ui/file/FilePick.tsx';
import { ErrorNote, LoadError } from '../../../ui/message/Notice.tsx';
import { OutcomeButtons } from '../../../ui/OutcomeButtons.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { ColumnRoleChoices } from '../import/ColumnRoleChoices.tsx';
import { UnreadSheets } from '../import/FileFields.tsx';
import { ImportRemarks } from '../import/ImportRemarks.tsx';
import { useLeaveQuestion } from '../import/LeaveQuestion.tsx';
import { OtherTable } from '../import/OtherTable.tsx';
import { leftOutRemarks, plannedChanges, waitingRows, type SitePlans } from './plan-sites.ts';
import { PlannedSites, SameSites } from './PlannedSites.tsx';
import type { SiteTableReading } from './read-site-table.ts';
import { nowText, plannedText, saveFailureText, siteImportLabel, siteOutcomeText } from './site-import-texts.ts';
import { saveSiteTemplate } from './site-template.ts';
import { SiteQuestions } from './SiteQuestions.tsx';
import { SiteReadingFields } from './SiteReadingFields.tsx';
import { SiteRepairs } from './SiteRepairs.tsx';
import { useSiteImport, type SiteImportState } from './use-site-import.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from '../import/ImportDialog.module.css';

/** The file types that can be chosen as a table. */
const tables = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const templateButton = (text: ReactNode) => (
  <button type="button" className={`${surface.bare} ${styles.template}`} onClick={saveSiteTemplate}>
    {text}
  </button>
);

interface SiteImportDialogProps {
  sites: readonly EditedSite[];
  /** The file that was chosen in the import of visits, although it has sites; null if the dialog starts without a file. */
  initialFile: File | null;
  /** Imports the file as a table of visits. */
  onVisits: (file: File) => void;
  onClose: () => void;
}

/**
 * Imports a table of sites. It shows how the file was understood and what would be added and changed. Every choice can be changed and
 * every cell repaired here, before anything is saved. One button undoes the whole import.
 */
export function SiteImportDialog({ sites, initialFile, onVisits, onClose }: SiteImportDialogProps) {
  const siteImport = useSiteImport(sites);
  useWhen(initialFile, siteImport.choose);
  const saving = useSiteSaving(() => t('Sites are being saved.'));
  const { step, outcome } = saving;
  const { plan } = siteImport;
  // the table is shown again after a save: for rows that are not imported yet, or for another sheet
  const [isContinuing, setContinuing] = useState(false);
  const isReviewing = outcome === null || isContinuing;
  const changes = plan && isReviewing ? plannedChanges(plan) : [];
  const isPending = changes.length > 0 || (plan !== null && waitingRows(plan).size > 0);
  const [leave, leaveQuestions] = useLeaveQuestion(siteImport.hasDecisions && isPending);

  const close = () => {
    // Escape must not stop a running import: only Cancel does
    if (step !== null) return;
    if (isReviewing) leave({ to: 'close', act: onClose });
    else onClose();
  };
  /** The same import, but a new file or a new reading asks first if it would discard decisions. */
  const guardedImport: SiteImportState = {
    ...siteImport,
    choose: (file) => leave({ to: 'read anew', act: () => siteImport.choose(file) }),
    changeOptions: (changed) => {
      // another encoding leaves the rows and columns as they are, so no decision is lost
      if (changed.encoding) siteImport.changeOptions(changed);
      else leave({ to: 'read anew', act: () => siteImport.changeOptions(changed) });
    },
  };
  const continueImport = () => setContinuing(true);

  return (
    <Dialog
      open
      size={plan && isReviewing && step === null ? 'full' : 'large'}
      title={t('Import sites')}
      onClose={close}
      footer={
        step ? (
          <Button onClick={saving.cancel}>{t('Cancel')}</Button>
        ) : outcome && !isContinuing ? (
          <OutcomeButtons outcome={outcome} onClose={onClose} onUndo={saving.undo} onRepeat={saving.repeat} />
        ) : (
          <>
            <Button onClick={close}>{outcome ? t('Close') : t('Cancel')}</Button>
            {plan && changes.length > 0 && (
              <Button
                variant="primary"
                onClick={() => {
                  setContinuing(false);
                  saving.saveInstead(changes);
                }}
              >
                {siteImportLabel(plan)}
              </Button>
            )}
          </>
        )
      }
    >
      {step ? (
        <div className={layout.gap3}>
          <p role="status">
            {t('Site {number} of {total}: {site}', { number: step.done + 1, total: step.total, site: step.name })}
          </p>
          <Progress label={t('Saving sites')} value={step.done / step.total} />
        </div>
      ) : outcome && !isContinuing ? (
        <SavedSites
          {...siteImport}
          outcome={outcome}
          onGoOn={continueImport}
          onSheet={(options) =>
            leave({
              to: 'read anew',
              act: () => {
                siteImport.changeOptions(options);
                continueImport();
              },
            })
          }
        />
      ) : (
        <SiteTable {...guardedImport} onVisits={(file) => leave({ to: 'read anew', act: () => onVisits(file) })} />
      )}
      {leaveQuestions}
    </Dialog>
  );
}

interface SavedSitesProps extends SiteImportState {
  outcome: SavingOutcome;
  /** Shows the table again, with the rows that are not imported yet. */
  onGoOn: () => void;
  /** Shows the table of another sheet. */
  onSheet: SiteImportState['changeOptions'];
}

/** The outcome of the save, or of its undo, and buttons for the rows and sheets that are not imported yet. */
function SavedSites({ outcome, plan, readFile, onGoOn, onSheet }: SavedSitesProps) {
  const refusedChanges = outcome.remaining.filter((change) => isRefusedChange(outcome, change));
  // a refused row counts as waiting too, if the table still has it: it can be changed there
  const refusedNames = new Set(refusedChanges.map(({ site }) => site.name));
  const refusedRows = plan ? plannedChanges(plan).filter(({ site }) => refusedNames.has(site.name)).length : 0;
  const waitingCount = plan ? waitingRows(plan).size + refusedRows : 0;
  return (
    <div className={layout.gap4}>
      <SitesSavedList
        outcome={outcome}
        done={siteOutcomeText(outcome)}
        failed={t('{count, plural, one {# site could not be saved:} other {# sites could not be saved:}}', {
          count: outcome.remaining.length,
        })}
        now={(site) => nowText(site, outcome.overtakenChanges.get(site))}
        why={saveFailureText}
      />
      {!outcome.isUndone && waitingCount > 0 && (
        <div className={layout.row}>
          <Button onClick={onGoOn}>
            {t('{rows, plural, one {Go on with # row that waits} other {Go on with # rows that wait}}', {
              rows: waitingCount,
            })}
          </Button>
        </div>
      )}
      {!outcome.isUndone && refusedChanges.length === outcome.remaining.length && readFile && (
        <UnreadSheets options={readFile.options} changeOptions={onSheet} />
      )}
    </div>
  );
}

type SiteTableProps = SiteImportState & { onVisits: (file: File) => void };

/** The choice of a table, how it was read, and what importing it would do. */
function SiteTable({ onVisits, ...siteImport }: SiteTableProps) {
  const { file, choose, readFile, isOpening, openError, openAgain, plan } = siteImport;
  return (
    <div className={layout.gap4}>
      <p className={texts.measure}>
        {rich(
          'A CSV or an Excel workbook with one site per row, under a row that names the columns. You see what would happen before anything is written. <save>Save an empty table</save>',
          { save: templateButton },
        )}
      </p>
      <div className={layout.row}>
        <FilePick accept={tables} onFiles={([chosen]) => chosen && choose(chosen)}>
          {file ? t('Choose another table') : t('Choose a table')}
        </FilePick>
      </div>
      {file && <p className={`${texts.muted} ${texts.breaks}`}>{file.name}</p>}
      {isOpening ? (
        <p role="status">{t('Checking…')}</p>
      ) : openError instanceof ImportUnreadable ? (
        <ErrorNote>{openError.message}</ErrorNote>
      ) : openError ? (
        <LoadError message={t('Error fetching data.')} onRetry={openAgain} />
      ) : (
        <>
          {readFile?.isOfVisits === true && file && (
            <OtherTable text={t('These columns are those of visits, not of sites.')} onTake={() => onVisits(file)}>
              {t('Import visits instead')}
            </OtherTable>
          )}
          {readFile && <SiteReadingFields {...siteImport} options={readFile.options} reading={readFile.reading} />}
          {readFile && readFile.unreadable !== null && <ErrorNote>{readFile.unreadable}</ErrorNote>}
          {readFile?.reading && plan && (
            <SitePreview {...siteImport} reading={readFile.reading} plan={plan} name={file?.name ?? ''} />
          )}
        </>
      )}
    </div>
  );
}

interface SitePreviewProps extends SiteImportState {
  reading: SiteTableReading;
  plan: SitePlans;
  /** The name of the file. */
  name: string;
}

/** The sites that would be added and changed, the open questions and the cells to repair. */
function SitePreview({ reading, plan, name, ...siteImport }: SitePreviewProps) {
  const { setRole, setLeftOut } = siteImport;
  // this line gets the focus when the part with the pressed button has disappeared
  const [status, setStatus] = useState<HTMLElement | null>(null);
  const remarks = leftOutRemarks(plan);
  const hasName = [...reading.roles.values()].includes('name');
  return (
    <>
      <ColumnRoleChoices
        columns={reading.columns}
        roles={reading.roles}
        choices={siteColumns.map(({ column, label }) => ({ value: column, label: said(label) }))}
        onChoose={setRole}
        note={t('An empty cell erases nothing that is stored, and no site is renamed.')}
      />
      {hasName ? (
        <>
          <p role="status" ref={setStatus} tabIndex={-1}>
            {plannedText(plan)}
          </p>
          <SiteQuestions {...siteImport} plan={plan} status={status} />
          <SiteRepairs {...siteImport} plan={plan} status={status} />
          <PlannedSites kind="changed" planned={plan.changed} setLeftOut={setLeftOut} />
          <PlannedSites
            kind="added"
            planned={plan.added.filter(({ row }) => !row.isNameOnly)}
            setLeftOut={setLeftOut}
          />
          <PlannedSites kind="named" planned={plan.added.filter(({ row }) => row.isNameOnly)} setLeftOut={setLeftOut} />
          <SameSites planned={plan.same} />
          <ImportRemarks remarks={remarks} allRemarks={remarks} name={name} />
        </>
      ) : (
        <p role="status" className={texts.warning}>
          {t('No column names the site. Choose above which one does.')}
        </p>
      )}
    </>
  );
}
