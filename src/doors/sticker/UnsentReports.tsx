import { said, t } from '../../lib/language/translate.ts';
import { useStore } from '../../lib/store.ts';
import { symptoms } from '../../records/fault/symptoms.ts';
import { Button } from '../../ui/Button.tsx';
import { hotline } from './HotlineButton.tsx';
import type { StickerQueue } from './sticker-queue.ts';
import styles from './ReportPage.module.css';

interface UnsentReportsProps {
  queue: StickerQueue;
  /** The attempt of a report that is left out while it waits, because the screen shows it elsewhere. */
  except?: string;
}

/** The reports of this phone that the service has not received: those that wait to be sent, and those that were refused after they had waited. */
export function UnsentReports({ queue, except }: UnsentReportsProps) {
  const reports = useStore(queue.reports);
  const submittingSince = useStore(queue.submittingSince);
  const storesNothing = useStore(queue.storesNothing);
  // the report that is being submitted is in the queue already, but does not count as waiting yet
  const unsent = reports.filter(
    ({ attempt, answer, refused, noticedAt }) =>
      answer === null &&
      (attempt !== except || refused !== null) &&
      (submittingSince === null || noticedAt < submittingSince),
  );
  const waiting = unsent.filter(({ refused }) => refused === null).length;
  return (
    <>
      <p className={waiting > 0 ? styles.warning : styles.asking} role="status">
        {waiting > 0 && waitingText(waiting, storesNothing)}
      </p>
      {unsent.map(
        ({ attempt, refused, said: { what, text } }) =>
          refused !== null && (
            <div key={attempt} className={styles.refused} role="alert">
              <p>
                {refused === 404
                  ? t('Not sent: this sticker is not valid (any more). Please call {number}.', {
                      number: hotline.number,
                    })
                  : t('Not sent: the report was refused. Please call {number}.', { number: hotline.number })}
              </p>
              <p className={styles.words}>{symptoms[what] ? said(symptoms[what]) : what}</p>
              {text !== undefined && <p className={styles.words}>{text}</p>}
              <Button onClick={() => queue.dismiss(attempt)}>{t('I have seen it')}</Button>
            </div>
          ),
      )}
    </>
  );
}

function waitingText(count: number, storesNothing: boolean): string {
  return storesNothing
    ? t(
        '{count, plural, one {# report not sent} other {# reports not sent}}. Leave this page open until there is a connection, or call {number}.',
        { count, number: hotline.number },
      )
    : t(
        '{count, plural, one {# report not sent} other {# reports not sent}}: kept on this phone, and sent when there is a connection and this page is open.',
        { count },
      );
}
