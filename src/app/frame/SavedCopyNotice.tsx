import { useEffect, useState } from 'react';
import { useServiceAway, useCopyTime, useHasUnanswered } from '../../lib/device/query-copies.ts';
import { useConfirmed } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { refetchUnanswered, refetchUntilAnswered } from '../../lib/query-client.ts';
import { useWhen } from '../../lib/screen/timing.ts';
import { shortDay, siteStamp, siteTime } from '../../records/time.ts';
import { Notice } from '../../ui/message/Notice.tsx';
import styles from './SignedInFrame.module.css';

/** Says how old the copies are that a screen shows, and repeats the queries that the service has not answered. */
export function SavedCopyNotice() {
  const copyTime = useCopyTime();
  const isLost = useServiceAway();
  const confirmed = useConfirmed();
  const [isRetrying, setRetrying] = useState(false);
  const hasUnanswered = useHasUnanswered();

  useEffect(() => {
    if (!hasUnanswered) return undefined;
    const controller = new AbortController();
    void refetchUntilAnswered(controller.signal);
    return () => controller.abort();
  }, [hasUnanswered]);
  // the service has just confirmed the session, so it answers again
  useWhen(confirmed || null, () => void refetchUnanswered());

  if (copyTime === null) return null;
  const retry = async () => {
    setRetrying(true);
    await refetchUnanswered();
    setRetrying(false);
  };
  const copiedAt = new Date(copyTime);
  const [day, time] = [shortDay(siteStamp(copiedAt).slice(0, 10)), siteTime(copiedAt).clock];
  return (
    <div className={styles.copy}>
      <Notice
        role="status"
        tone="info"
        message={
          isLost
            ? t('Saved copy of {day}, {time}. There is no connection.', { day, time })
            : t('Saved copy of {day}, {time}', { day, time })
        }
        action={isRetrying ? t('Trying…') : t('Try again')}
        busy={isRetrying}
        onAction={() => void retry()}
      />
    </div>
  );
}
