import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { handReport } from '../../records/task/handed-report.ts';
import { liveTime, thisMinute } from '../../records/time.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import type { ReportRequest } from '../../reports/report-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ClientChoice } from './ClientChoice.tsx';
import { FormDraftNote } from './FormDraftNote.tsx';
import { FormTables } from './FormTables.tsx';
import styles from './MaintenanceFormRoute.module.css';
import { useFormDraft } from './use-form-draft.ts';

/** The Maintenance Report form: filled in on site, handed over as a PDF (`spec §2`). */
export function MaintenanceFormRoute({ title }: { title: string }) {
  const navigate = useNavigate();
  const draft = useFormDraft();
  const working = useReportJob() !== null;
  const [dateMissing, setDateMissing] = useState(false);
  const dateInput = useRef<HTMLInputElement>(null);
  const { form, client } = draft;

  const request = (): ReportRequest => ({ kind: 'form', data: { form, madeOn: thisMinute() } });
  const warm = () => warmReports(request());
  const make = (onFile?: (file: File) => void) => {
    const missing = form.generalInfo.date === '';
    setDateMissing(missing);
    if (missing) dateInput.current?.focus();
    else startReport(request(), onFile);
  };
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  const attach = (file: File) => {
    // whoever went on to another screen must not be taken away from it, and the new task may be open already
    if (left.current) {
      saveFile(file, file.name);
      notify.success(`The form was left, so its PDF was saved and not attached: ${file.name}`);
      return;
    }
    handReport({ file, day: form.generalInfo.date, siteName: null, title: null });
    void navigate('/DataEditor');
  };

  return (
    <div className={styles.page}>
      <PageHeading title={title}>
        <LiveClock className={styles.clock} />
      </PageHeading>
      <div className={styles.choice}>
        <ClientChoice
          client={client}
          form={form}
          untouched={draft.untouched}
          onOpen={(next) => {
            setDateMissing(false);
            draft.open(next);
          }}
          onMove={(next, replace) => {
            setDateMissing(false);
            draft.moveTo(next, replace);
          }}
        />
        <FormDraftNote restoredAt={draft.restoredAt} kept={draft.kept} />
      </div>
      <FormTables
        // another client's form is another form: nothing of the old one stays in its fields
        key={client}
        form={form}
        onChange={draft.change}
        dateInput={dateInput}
        dateError={dateMissing && form.generalInfo.date === '' ? 'ERROR: Please Insert Date!' : null}
      />
      <div className={styles.actions}>
        <Button variant="primary" busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => make()}>
          <Icon name="download" />
          Download PDF
        </Button>
        <Button busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => make(attach)}>
          Attach to a new task
        </Button>
        <ClearForm
          onClear={() => {
            setDateMissing(false);
            draft.clear();
          }}
        />
      </div>
    </div>
  );
}

/** The time at the site, second by second (`spec §2`). Silent for screen readers, who can read it when they want. */
function LiveClock({ className }: { className?: string | undefined }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={className} dateTime={now.toISOString()} aria-live="off">
      {liveTime(now)}
    </time>
  );
}

function ClearForm({ onClear }: { onClear: () => void }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Clear form</Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Clear everything typed for this client?"
        footer={
          <>
            <Button
              onClick={() => {
                setAsking(false);
                onClear();
              }}
            >
              Yes
            </Button>
            <Button variant="primary" onClick={() => setAsking(false)} data-autofocus>
              No
            </Button>
          </>
        }
      >
        <p>The form goes back to the client's template. This cannot be undone.</p>
      </Dialog>
    </>
  );
}
