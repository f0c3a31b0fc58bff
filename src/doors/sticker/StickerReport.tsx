import { useState, type ReactNode } from 'react';
import { ReportDetails, SendReport } from '../../components/fault/ReportFields.tsx';
import { ReportSent } from '../../components/fault/ReportSent.tsx';
import { SymptomChoice } from '../../components/fault/SymptomChoice.tsx';
import { useReportEnd } from '../../components/fault/use-report-end.ts';
import { useReportForm } from '../../components/fault/use-report-form.ts';
import { inEnglish, message, t } from '../../lib/language/translate.ts';
import { useLater, useWhen } from '../../lib/screen/timing.ts';
import { useStore } from '../../lib/store.ts';
import { joinedReport, limitText, otherChoice, readReport } from '../../records/fault/report-form.ts';
import type { ReportEnd, ReportOutcome } from '../../records/fault/report-queue.ts';
import { Button } from '../../ui/Button.tsx';
import { CompanyName, hotline, HotlineButton } from './HotlineButton.tsx';
import type { StickerQueue } from './sticker-queue.ts';
import type { StickerFault, StickerState } from './sticker.ts';
import { EndedFaults, OpenFaults } from './StickerFaults.tsx';
import { StuckSteps } from './StuckSteps.tsx';
import { UnsentReports } from './UnsentReports.tsx';
import styles from './ReportPage.module.css';

interface StickerReportProps {
  sticker: StickerState;
  queue: StickerQueue;
  /** Called when the state of the post has changed. */
  onReported: () => void;
}

/** The text of a report that joins a fault of which this page does not show the words. The office reads it. */
const sameFault = message('The same fault');

/** How long (ms) the form waits for the state of the post, which is above it and would otherwise move it while somebody presses it. */
const maxWaitMs = 3_000;

/** The state of a sticker's post and the form to report a fault, or the result of a report. */
export function StickerReport({ sticker, queue, onReported }: StickerReportProps) {
  const { form, change, reset, whenRead } = useReportForm();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Extract<ReportOutcome, { attempt: string }> | null>(null);
  const [waitsForState, setWaitsForState] = useState(true);
  const end = useReportEnd(queue, outcome);
  const storesNothing = useStore(queue.storesNothing);
  useLater(sticker.kind === 'asking' ? maxWaitMs : null, () => setWaitsForState(false));
  // `UnsentReports` already says that there is no connection while a report waits
  const hasWaitingReport = useStore(queue.reports).some(({ answer, refused }) => answer === null && refused === null);
  // a report that waited was sent meanwhile
  useWhen(useStore(queue.received), onReported);
  // if the report was refused later, the form comes back, with a note about it above
  useWhen(outcome !== null && end === null ? outcome : null, () => setOutcome(null));

  /** Sends the form as a new report, or as a report that joins an open fault. */
  const send = async (fault?: StickerFault) => {
    setBusy(true);
    // waits for photos that are still being read
    const input = await whenRead();
    // a report that joins a fault says what it is as that fault does, or in general if this page does not show that
    const checked = readReport(
      fault
        ? { ...joinedReport(input, fault.what), choice: otherChoice, other: fault.what ?? inEnglish(sameFault) }
        : input,
    );
    if ('problem' in checked) {
      setBusy(false);
      setProblem(checked.problem);
      return;
    }
    setProblem(null);
    const report = fault ? { ...checked.said, fault: fault.fault } : checked.said;
    const newOutcome = await queue.submit(
      { secret: sticker.secret },
      report,
      input.photos.map(({ content }) => content),
    );
    setBusy(false);
    if (newOutcome.kind === 'limited' || newOutcome.kind === 'refused') setProblem(notSent(newOutcome));
    else {
      reset();
      setOutcome(newOutcome);
    }
  };

  if (end) return <SentReport sent={end} queue={queue} onMore={() => setOutcome(null)} />;
  const faults = sticker.opened?.faults ?? [];
  if (sticker.kind === 'asking' && waitsForState)
    return (
      <main className={styles.main}>
        <div className={styles.single}>
          <StateNote kind="asking" storesNothing={false} />
        </div>
      </main>
    );
  return (
    <Columns
      first={
        <>
          <UnsentReports queue={queue} />
          <StateNote
            kind={hasWaitingReport && sticker.kind === 'silent' ? 'open' : sticker.kind}
            storesNothing={storesNothing}
          />
          <OpenFaults faults={faults} busy={busy} onJoin={(fault) => void send(fault)} />
        </>
      }
      form={
        <>
          <SymptomChoice form={form} onChange={change} hotline={hotline} problem={problem} />
          <ReportDetails form={form} onChange={change} />
          <StuckSteps folded />
        </>
      }
      last={<EndedFaults faults={faults} />}
      bar={<SendReport busy={busy} problem={problem} onSend={() => void send()} />}
    />
  );
}

function notSent(outcome: Extract<ReportOutcome, { kind: 'limited' | 'refused' }>): string {
  if (outcome.kind === 'refused')
    return outcome.status === 404
      ? t('Not sent: this sticker is not valid (any more). Please call {number}.', { number: hotline.number })
      : t('Not sent: the report was refused. Please call {number}.', { number: hotline.number });
  return limitText(outcome.times, hotline.number);
}

/** A note for somebody who is about to write a report: the device stores nothing, or the service does not answer. */
function StateNote({ kind, storesNothing }: Pick<StickerState, 'kind'> & { storesNothing: boolean }) {
  if (storesNothing)
    return (
      <p className={styles.warning} role="status">
        {t(
          'This phone keeps nothing: without a connection a report is lost when this page is closed. Then please call {number}.',
          { number: hotline.number },
        )}
      </p>
    );
  const isAsking = kind === 'asking';
  const isSilent = kind === 'silent';
  return (
    <p className={isSilent ? styles.warning : styles.asking} role="status">
      {isAsking && t('Reading the sticker…')}
      {isSilent &&
        t(
          'There is no connection now. Report it all the same: it is kept on this phone, and sent when there is one and this page is open.',
        )}
    </p>
  );
}

interface ColumnsProps {
  first: ReactNode;
  form: ReactNode;
  last: ReactNode;
  bar: ReactNode;
}

/** The layout of the page. On a wide window the state of the post is beside the form, else above it. */
function Columns({ first, form, last, bar }: ColumnsProps) {
  return (
    <main className={styles.main}>
      <div className={styles.columns}>
        <div className={styles.first}>{first}</div>
        <div className={styles.form}>{form}</div>
        <div className={styles.last}>
          {last}
          <CompanyName />
        </div>
      </div>
      <div className={styles.bar}>
        <div className={styles.barInner}>{bar}</div>
      </div>
    </main>
  );
}

interface SentReportProps {
  sent: ReportEnd;
  queue: StickerQueue;
  /** Called to report another fault. */
  onMore: () => void;
}

function SentReport({ sent, queue, onMore }: SentReportProps) {
  const progress = useStore(queue.progress);
  return (
    <Columns
      first={<UnsentReports queue={queue} except={sent.attempt} />}
      form={
        <ReportSent outcome={sent} progress={progress} heading="h2">
          <StuckSteps />
        </ReportSent>
      }
      last={null}
      bar={
        <>
          <HotlineButton />
          <Button className={styles.more} onClick={onMore}>
            {t('Report something else')}
          </Button>
        </>
      }
    />
  );
}
