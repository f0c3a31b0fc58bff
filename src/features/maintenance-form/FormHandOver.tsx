import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { getSession, onSessionChange } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useUnmounted } from '../../lib/screen/pace.ts';
import { failedChecks, formGaps, gapWords, type FormGap } from '../../records/maintenance-form/form-visit.ts';
import type { MaintenanceForm } from '../../records/maintenance-form/maintenance-form.ts';
import { aboutVisit, visitLines } from '../../records/maintenance-form/visit-lines.ts';
import * as paths from '../../records/portal-paths.ts';
import { handReport, takeReport } from '../../records/task/handed-report.ts';
import { thisMinute } from '../../records/time.ts';
import { shareAction, startReport, useReportRunning, warmReports } from '../../reports/report-job.ts';
import { reportTitle, type ReportRequest } from '../../reports/report-request.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { handOver } from './form-drafts.ts';
import { gapElement, type SectionId } from './FormTable.tsx';
import type { FormClient } from './use-form-client.ts';
import type { useFormDraft } from './use-form-draft.ts';
import styles from './FormTable.module.css';

// a report that was handed over, but not added to a task, is dropped at the end of the session
onSessionChange(() => {
  if (!getSession()) takeReport();
});

type Purpose = 'download' | 'attach';

interface FormHandOver {
  draft: ReturnType<typeof useFormDraft>;
  /** The form as it is shown. */
  form: MaintenanceForm;
  client: FormClient;
  /** Checks the date and shows its error beside it. Returns true if the date is invalid; then no report is made. */
  isDateRefused: () => boolean;
  setOpen: (section: SectionId, isOpen: boolean) => void;
}

/** Hands a form over as a PDF, which is saved or attached to a new task. Before that it asks about missing entries. */
export function useFormHandOver({ draft, form, client, isDateRefused, setOpen }: FormHandOver) {
  const navigate = useNavigate();
  const working = useReportRunning();
  // the missing entries while the dialog asks about them
  const [question, setQuestion] = useState<{ gaps: FormGap[]; purpose: Purpose } | null>(null);
  const unmounted = useUnmounted();
  const { typed } = draft;
  const { site, fromClient } = client;

  const newRequest = (): ReportRequest => ({ kind: 'form', data: { form, madeOn: thisMinute() } });
  const save = (file: File, text: string) => {
    saveFile(file, file.name);
    // a notification, because the person may be on another screen by now
    notify.success(text, shareAction(reportTitle(newRequest()), undefined, file));
    draft.handedOver(typed);
  };
  const attach = (file: File) => {
    handReport({
      file,
      day: form.generalInfo.date,
      siteName: site?.name ?? null,
      title: t('Preventive maintenance'),
      by: form.signatures.salesEngineer.trim(),
      lines: visitLines(form),
      failed: failedChecks(form),
      about: aboutVisit(form),
    });
    void navigate(paths.addTask);
  };
  const make = (purpose: Purpose) => {
    draft.flush();
    startReport(newRequest(), (file) => {
      handOver(draft.client, form, typed, fromClient);
      const { name } = file;
      if (purpose === 'download') save(file, t('Report saved: {file}', { file: name }));
      else if (unmounted.current)
        save(file, t('You left the form, so its PDF was saved instead of attached: {file}', { file: name }));
      else attach(file);
    });
  };
  return {
    working,
    question,
    /** Loads the code that makes the report in advance. */
    warm: () => warmReports(newRequest()),
    press: (purpose: Purpose) => {
      if (isDateRefused()) return;
      const gaps = formGaps(form);
      if (gaps.length > 0) setQuestion({ gaps, purpose });
      else make(purpose);
    },
    goToGap: () => {
      const [first] = question?.gaps ?? [];
      flushSync(() => setQuestion(null));
      if (!first) return;
      setOpen(first.kind === 'finding' ? 'tasks' : 'signatures', true);
      document.getElementById(gapElement(first))?.focus();
    },
    leaveGaps: (purpose: Purpose) => {
      setQuestion(null);
      make(purpose);
    },
  };
}

/** The two ways to hand a form over. */
export function HandOverButtons({ working, warm, press }: ReturnType<typeof useFormHandOver>) {
  return (
    <>
      <Button busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => press('attach')}>
        {t('Attach to a new task')}
      </Button>
      <Button variant="primary" busy={working} onPointerEnter={warm} onFocus={warm} onClick={() => press('download')}>
        <Icon name="download" />
        {t('Download PDF')}
      </Button>
    </>
  );
}

interface GapsDialogProps {
  question: { gaps: readonly FormGap[]; purpose: Purpose } | null;
  onGo: () => void;
  onLeave: (purpose: Purpose) => void;
}

/** The dialog that lists the missing entries of the form, and asks whether to hand it over without them (`decisions §8`). */
export function GapsDialog({ question, onGo, onLeave }: GapsDialogProps) {
  if (!question) return null;
  const { gaps, purpose } = question;
  return (
    <ConfirmDialog
      title={t('{missing, plural, one {One thing is missing in the form} other {# things are missing in the form}}', {
        missing: gaps.length,
      })}
      action={purpose === 'download' ? t('Download anyway') : t('Attach anyway')}
      variant="secondary"
      cancel={t('Go back')}
      onConfirm={() => onLeave(purpose)}
      onClose={onGo}
    >
      <p>{t('Whoever reads the report will ask about:')}</p>
      <ul className={styles.gaps}>
        {gaps.map((gap) => (
          <li key={gapElement(gap)}>{gapWords(gap)}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
