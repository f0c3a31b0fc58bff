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

// a form that was handed over, but not taken into a task, belongs to the session that ends
onSessionChange(() => {
  if (!getSession()) takeReport();
});

type Purpose = 'download' | 'attach';

interface FormHandOver {
  draft: ReturnType<typeof useFormDraft>;
  /** As it is shown. */
  form: MaintenanceForm;
  client: FormClient;
  /** Says beside the date what is wrong with it: no report is made then. */
  isDateRefused: () => boolean;
  setOpen: (section: SectionId, isOpen: boolean) => void;
}

/** Hands a form over as a PDF: saved, or attached to a new task. Asks first about what is missing. */
export function useFormHandOver({ draft, form, client, isDateRefused, setOpen }: FormHandOver) {
  const navigate = useNavigate();
  const working = useReportRunning();
  const [asked, setAsked] = useState<{ gaps: FormGap[]; purpose: Purpose } | null>(null);
  const unmounted = useUnmounted();
  const { typed } = draft;
  const { site, fromClient } = client;

  const request = (): ReportRequest => ({ kind: 'form', data: { form, madeOn: thisMinute() } });
  const save = (file: File, text: string) => {
    saveFile(file, file.name);
    // the user may have gone to another screen, or have the new task open already
    notify.success(text, shareAction(reportTitle(request()), undefined, file));
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
    draft.settle();
    startReport(request(), (file) => {
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
    asked,
    /** Prepares what makes the report. */
    warm: () => warmReports(request()),
    press: (purpose: Purpose) => {
      if (isDateRefused()) return;
      const gaps = formGaps(form);
      if (gaps.length > 0) setAsked({ gaps, purpose });
      else make(purpose);
    },
    goToGap: () => {
      const [first] = asked?.gaps ?? [];
      flushSync(() => setAsked(null));
      if (!first) return;
      setOpen(first.kind === 'finding' ? 'tasks' : 'signatures', true);
      document.getElementById(gapElement(first))?.focus();
    },
    leaveGaps: (purpose: Purpose) => {
      setAsked(null);
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
  asked: { gaps: readonly FormGap[]; purpose: Purpose } | null;
  onGo: () => void;
  onLeave: (purpose: Purpose) => void;
}

/** Asks about all that is missing (`decisions §8`), before the readers of the report do. */
export function GapsDialog({ asked, onGo, onLeave }: GapsDialogProps) {
  if (!asked) return null;
  const { gaps, purpose } = asked;
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
