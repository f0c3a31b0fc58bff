import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { t } from '../../lib/language/translate.ts';
import type { ChosenVisit, ReadChosen } from '../../records/task/chosen-visit.ts';
import { chosenReportOf } from '../../reports/report-data.ts';
import { startReport } from '../../reports/report-job.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/message/Notice.tsx';
import { ReadingStep, UnreadNote, type SiteStep } from './ReadingStep.tsx';
import layout from '../../ui/layout.module.css';

interface ChosenPdf {
  start: () => void;
  isReading: boolean;
  /** Shows the progress of reading and what could not be read. The caller renders it. */
  dialog: ReactElement | null;
}

/** Makes one PDF of the chosen visits. If some cannot be read, a dialog names their sites and asks whether to make the PDF without them. */
export function useChosenPdf(readChosen: ReadChosen): ChosenPdf {
  // null until the first site takes a noticeable time to read
  const [step, setStep] = useState<SiteStep | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  const reading = useMutation({
    mutationFn: async () => {
      const { signal } = (controllerRef.current = new AbortController());
      try {
        return await readChosen({ signal, onSite: (done, total, name) => setStep({ done, total, name }) });
      } catch (error) {
        if (signal.aborted) return null;
        console.error('The chosen visits could not be read', error);
        throw error;
      } finally {
        setStep(null);
      }
    },
    onSuccess: (visits) => {
      if (visits?.unread.length === 0) make(visits.chosen);
    },
  });
  // reading stops when the screen or the session changes
  useEffect(() => () => controllerRef.current?.abort(), []);

  const make = (chosen: readonly ChosenVisit[]) => {
    if (chosen.length > 0) startReport({ kind: 'chosen', data: chosenReportOf(chosen) });
    reading.reset();
  };
  const result = reading.data;
  const busy = reading.isPending;
  const isOpen = busy ? step !== null : reading.isError || (result?.unread.length ?? 0) > 0;
  const dialog = isOpen ? (
    <Dialog
      open
      title={t('PDF of the chosen visits')}
      // while it reads, only *Cancel* ends it: an accidental press of Escape would lose the progress
      onClose={() => busy || reading.reset()}
      footer={
        busy ? (
          <Button data-autofocus onClick={() => controllerRef.current?.abort()}>
            {t('Cancel')}
          </Button>
        ) : (
          <>
            <Button onClick={() => reading.reset()}>{t('Close')}</Button>
            {result && result.chosen.length > 0 && (
              <Button onClick={() => make(result.chosen)}>{t('Make it without them')}</Button>
            )}
            <Button variant="primary" data-autofocus onClick={() => reading.mutate()}>
              {t('Try again')}
            </Button>
          </>
        )
      }
    >
      <div className={layout.gap3}>
        {busy && step && <ReadingStep step={step} />}
        {!busy && <UnreadNote unread={result?.unread ?? []} />}
        {reading.isError && <ErrorNote>{t('Error fetching data.')}</ErrorNote>}
      </div>
    </Dialog>
  ) : null;
  return { start: () => reading.mutate(), isReading: busy, dialog };
}
