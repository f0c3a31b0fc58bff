import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import type { PhotoProgress, ReportEnd } from '../../records/fault/report-queue.ts';
import { siteTime } from '../../records/time.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Progress } from '../../ui/Progress.tsx';
import texts from '../../ui/text.module.css';
import styles from './ReportFields.module.css';

interface ReportSentProps {
  outcome: ReportEnd;
  progress: PhotoProgress | null;
  /** The level of the heading, which depends on the headings above it. */
  heading?: 'h2' | 'h3';
  /** Shown at the end, for example the hotline. */
  children?: ReactNode;
}

/** Says whether a report was sent or is waiting. The heading takes the focus. */
export function ReportSent({ outcome, progress, heading: Heading = 'h3', children }: ReportSentProps) {
  const isReported = outcome.kind !== 'waiting';
  return (
    <div className={styles.sent}>
      <span className={`${styles.sentMark} ${isReported ? '' : styles.waitingMark}`}>
        <Icon name={isReported ? 'check' : 'clock'} />
      </span>
      <div role="status">
        <Heading className={styles.sentTitle} tabIndex={-1} ref={takeFocus} data-autofocus>
          {sentTitle(outcome)}
        </Heading>
      </div>
      {sentNote(outcome) !== null && <p>{sentNote(outcome)}</p>}
      {progress?.attempt === outcome.attempt && <PhotoState progress={progress} />}
      {children}
    </div>
  );
}

function takeFocus(heading: HTMLHeadingElement | null): void {
  heading?.focus();
}

function sentTitle(outcome: ReportSentProps['outcome']): string {
  if (outcome.kind === 'waiting') return outcome.stored ? t('Kept here') : t('Not sent yet');
  // another tab sent it, so its number is not known here
  if (outcome.kind === 'sent') return t('Sent. The office has it.');
  const { answer } = outcome;
  const parts = { clock: siteTime(answer.at).clock, number: answer.fault };
  return answer.joined
    ? t('Added at {clock} to number {number}. The office has it.', parts)
    : t('Reported at {clock}, number {number}. The office has it.', parts);
}

function sentNote(outcome: ReportSentProps['outcome']): string | null {
  if (outcome.kind !== 'waiting') return null;
  return outcome.stored
    ? t('Kept on this device, sent by itself when there is a connection and this page is open.')
    : t('This device keeps nothing. Leave this page open until the report is sent, or call.');
}

/** The progress of the photos of a report. The report itself is sent already, so a person who leaves the page loses photos only. */
function PhotoState({ progress }: { progress: PhotoProgress }) {
  const { count, arrived, lost, share } = progress;
  const finishedCount = arrived + lost;
  if (finishedCount === count)
    return (
      <p role="status">
        {lost === 0
          ? t('{count, plural, one {The photo has arrived.} other {All # photos have arrived.}}', { count })
          : t('{lost} of {count} photos could not be sent. The report stands without.', { lost, count })}
      </p>
    );
  const label = t('Photo {number} of {count}', { number: finishedCount + 1, count });
  return (
    <div className={styles.progress}>
      <p className={styles.progressWords}>
        <span className={texts.bold}>{label}</span>
        <span className={texts.small}>{t('Leaving now loses photos only')}</span>
      </p>
      <Progress label={label} value={(finishedCount + share) / count} />
    </div>
  );
}
