import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { handReport } from '../../components/uploads/handed-report.ts';
import { WorkspaceTabs } from '../../components/WorkspaceTabs.tsx';
import { startReport, useReportJob, warmReports } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ClearForm } from './ClearForm.tsx';
import { ClientChoice } from './ClientChoice.tsx';
import { DraftNote } from './DraftNote.tsx';
import { FormTables } from './FormTables.tsx';
import { LiveClock } from './LiveClock.tsx';
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

  const make = (onFile?: (file: File) => void) => {
    const missing = form.generalInfo.date === '';
    setDateMissing(missing);
    if (missing) dateInput.current?.focus();
    else startReport({ kind: 'form', data: { form, madeOn: new Date().toISOString() } }, onFile);
  };
  const attach = (file: File) => {
    handReport({ file, day: form.generalInfo.date });
    void navigate('/DataEditor');
  };

  return (
    <div className={styles['page']}>
      <WorkspaceTabs />
      <PageHeading title={title}>
        <LiveClock className={styles['clock']} />
      </PageHeading>
      <div className={styles['choice']}>
        <ClientChoice
          client={client}
          form={form}
          untouched={draft.untouched}
          onOpen={draft.open}
          onMove={draft.moveTo}
        />
        <DraftNote restoredAt={draft.restoredAt} kept={draft.kept} />
      </div>
      <FormTables
        // another client's form is another form: nothing of the old one stays in its fields
        key={client}
        form={form}
        onChange={draft.change}
        dateInput={dateInput}
        dateError={dateMissing && form.generalInfo.date === '' ? 'ERROR: Please Insert Date!' : null}
      />
      <div className={styles['actions']}>
        <Button
          variant="primary"
          busy={working}
          onPointerEnter={warmReports}
          onFocus={warmReports}
          onClick={() => make()}
        >
          <Icon name="download" />
          Download PDF
        </Button>
        <Button busy={working} onPointerEnter={warmReports} onFocus={warmReports} onClick={() => make(attach)}>
          Attach to a new task
        </Button>
        <ClearForm onClear={draft.clear} />
      </div>
    </div>
  );
}
