import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fileStemOf } from '../../../lib/file-names.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { csvOf } from '../../../lib/csv.ts';
import { counted } from '../../../records/counted.ts';
import { ImportUnreadable, type Defect } from '../../../records/import/import-plan.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePick } from '../../../ui/file/FilePick.tsx';
import { LoadError, ErrorNote } from '../../../ui/message/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import texts from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import { fetchCode } from '../../../lib/fetch-code.ts';
import { DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { heldFile } from '../../../lib/upload-file.ts';
import { holdUnsaved } from '../../../lib/unsaved.ts';
import { invalidateSites } from '../../../records/site/site-queries.ts';
import styles from '../SitesRoute.module.css';
import type { AppliedVisits, CheckedVisits } from './check-visits.ts';

const csvType = 'text/csv;charset=utf-8';

async function saveTemplate(): Promise<void> {
  const { visitTemplate } = await fetchCode(() => import('../../../records/import/visit-csv.ts'));
  saveFile(new Blob([visitTemplate()], { type: csvType }), 'visits.csv');
}

/** Imports a CSV of visits with photos, after a preview of what would happen. */
export function ImportDialog({ siteNames, onClose }: { siteNames: readonly string[]; onClose: () => void }) {
  const visitImport = useImport(siteNames);
  const { csv, files, choose, isChecking, fresh, apply, isApplying, hasFailed, applied } = visitImport;
  const isUnfinished = applied !== null && applied.failed.length + applied.unclear.length > 0;
  const isDone = applied !== null && !isUnfinished;

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
          <button type="button" className={`${surface.bare} ${styles.template}`} onClick={() => void saveTemplate()}>
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
          <p className={`${texts.muted} ${texts.breaks}`}>
            {[csv?.name, files.length > 0 && `${counted(files.length, 'file')} for its visits`]
              .filter(Boolean)
              .join(', ')}
          </p>
        )}
        <ImportState {...visitImport} />
        {!isApplying && (hasFailed || isUnfinished) && (
          <ErrorNote>{failedText(applied ?? { failed: [], unclear: [] })}</ErrorNote>
        )}
      </div>
    </Dialog>
  );
}

/** What goes on now, or what the check or the import has found. */
function ImportState(visitImport: ReturnType<typeof useImport>) {
  const { csv, isChecking, checkError, check, checked, fresh, isApplying, done, applied } = visitImport;
  if (isChecking) return <p role="status">Checking…</p>;
  if (checkError instanceof ImportUnreadable) return <ErrorNote>{checkError.message}</ErrorNote>;
  if (checkError) return <LoadError message="Error fetching data." onRetry={check} />;
  if (isApplying)
    return (
      <>
        <p role="status">{`Visit ${Math.min(done + 1, fresh)} of ${fresh}. Keep this page open.`}</p>
        <Progress label="Importing visits" value={fresh === 0 ? 0 : done / fresh} />
      </>
    );
  const remarks = (applied ?? checked)?.defects ?? [];
  const csvName = csv?.name.replace(/\.csv$/iu, '') ?? '';
  return (
    <>
      {checked && <p role="status">{applied ? appliedText(applied) : checkedText(checked)}</p>}
      <ImportRemarks
        remarks={remarks}
        onSave={() =>
          saveFile(new Blob([remarksCsv(remarks)], { type: csvType }), `${fileStemOf(csvName, 'remarks')}.csv`)
        }
      />
    </>
  );
}

/** How many remarks the screen shows; the saved CSV has all. */
const maxShown = 100;
const remarkHeads = ['Where', 'What is wrong', 'What is done about it'];

function ImportRemarks({ remarks, onSave }: { remarks: readonly Defect[]; onSave: () => void }) {
  if (remarks.length === 0) return null;
  return (
    <div className={layout.tight}>
      <DataTable heads={remarkHeads} cardsBelow={720} className={styles.remarks} aria-label="Remarks">
        {remarks.slice(0, maxShown).map(({ row, problem, remedy }) => (
          <tr key={`${row} ${problem}`}>
            <th scope="row">{row}</th>
            <td>{problem}</td>
            <td>{remedy}</td>
          </tr>
        ))}
      </DataTable>
      <div className={layout.row}>
        {remarks.length > maxShown && <p>{`The first ${maxShown} of ${remarks.length}.`}</p>}
        <Button onClick={onSave}>
          <Icon name="download" />
          Save the remarks (CSV)
        </Button>
      </div>
    </div>
  );
}

function checkedText({ sites, defects }: CheckedVisits): string {
  const fresh = freshVisits({ sites });
  const known = sites.reduce((sum, { diff }) => sum + diff.known, 0);
  const into = sites.filter(({ diff }) => diff.visits.length > 0).length;
  return [
    fresh === 0 ? 'No visits to import.' : `${counted(fresh, 'visit')} to import into ${counted(into, 'site')}.`,
    known > 0 && `${counted(known, 'visit')} imported earlier, left as they are.`,
    defects.length > 0 && `${counted(defects.length, 'remark')}:`,
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function freshVisits({ sites }: Pick<CheckedVisits, 'sites'>): number {
  return sites.reduce((sum, { diff }) => sum + diff.visits.length, 0);
}

function appliedText({ added, sites, known, defects }: AppliedVisits): string {
  const taken = `${counted(added, 'visit')} imported into ${counted(sites, 'site')}.`;
  const done = known > 0 ? `${taken} ${counted(known, 'visit')} imported earlier, left as they are.` : taken;
  return defects.length > 0 ? `${done} ${counted(defects.length, 'remark')}:` : done;
}

/** What was not imported, as far as is known. */
function failedText({ failed, unclear }: Pick<AppliedVisits, 'failed' | 'unclear'>): string {
  return [
    'Error updating data.',
    failed.length > 0 && `Nothing was imported for: ${failed.join(', ')}.`,
    unclear.length > 0 && `It is not known whether the visits of these sites were imported: ${unclear.join(', ')}.`,
    'Press Import again; nothing is imported twice.',
  ]
    .filter((part) => part !== false)
    .join(' ');
}

function remarksCsv(defects: readonly Defect[]): string {
  return csvOf([remarkHeads, ...defects.map(({ row, problem, remedy }) => [row, problem, remedy])]);
}

// Checking and importing the chosen files

interface ChosenFiles {
  csv: File | null;
  /** Photos and PDFs named by the CSV. */
  files: readonly File[];
}

/** Loads the code with the CSV parser, once a file is chosen. */
const loadCheckVisits = () => fetchCode(() => import('./check-visits.ts'));

/** Checks files as soon as they are chosen, and imports them on request; pressing again imports nothing twice. */
function useImport(siteNames: readonly string[]) {
  const [chosen, setChosen] = useState<ChosenFiles>({ csv: null, files: [] });
  const [done, setDone] = useState(0);
  const checking = useMutation({
    mutationFn: async ({ csv, files }: ChosenFiles) => {
      if (!csv) return null;
      const held = await heldFile(csv);
      // a CSV that is saved again can no longer be read; the photos are not held: they can be more than the memory
      setChosen((before) => (before.csv === csv ? { ...before, csv: held } : before));
      return (await loadCheckVisits()).checkVisits(held, files, siteNames);
    },
    onError: (error) => {
      if (!(error instanceof ImportUnreadable)) console.error('The CSV could not be checked', error);
    },
  });
  const applying = useMutation({
    mutationFn: async ({ checked, doubted }: { checked: CheckedVisits; doubted: readonly string[] }) => {
      setDone(0);
      const safe = holdUnsaved('Visits are being imported.');
      try {
        return await (await loadCheckVisits()).applyVisits(checked, chosen.files, doubted, setDone);
      } finally {
        safe();
      }
    },
    onSuccess: invalidateSites,
    onError: (error) => console.error('The visits could not be taken over', error),
  });

  const { data: outcome } = applying;
  const unfinishedSites = outcome && [...outcome.failed, ...outcome.unclear];
  // doubts remain when not even the code could be loaded
  const doubted = outcome?.unclear ?? applying.variables?.doubted ?? [];
  // imported sites are left alone
  const remaining = checking.data && {
    ...checking.data,
    sites: checking.data.sites.filter(({ plan }) => unfinishedSites?.includes(plan.name) ?? true),
  };

  const choose = (values: Partial<ChosenFiles>) => {
    const next = { ...chosen, ...values };
    setChosen(next);
    applying.reset();
    checking.mutate(next);
  };

  return {
    ...chosen,
    choose,
    check: () => checking.mutate(chosen),
    isChecking: checking.isPending,
    checkError: checking.error,
    checked: checking.data ?? null,
    /** How many visits are still to be imported. */
    fresh: remaining ? freshVisits(remaining) : 0,
    apply: () => remaining && applying.mutate({ checked: remaining, doubted }),
    isApplying: applying.isPending,
    hasFailed: applying.isError,
    applied: applying.data ?? null,
    /** Visits whose files are uploaded. */
    done,
  };
}
