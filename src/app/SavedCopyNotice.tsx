import { useEffect, useState } from 'react';
import { refetchCopies } from '../lib/query-client.ts';
import { useCopyTime } from '../lib/saved/use-copy-time.ts';
import { Connection } from '../lib/connection.ts';
import { useWhen } from '../lib/screen/use-when.ts';
import { useConfirmed } from '../lib/session.ts';
import { shortDay, siteStamp, siteTime } from '../records/time.ts';
import { Notice } from '../ui/message/Notice.tsx';
import styles from './SignedInFrame.module.css';

/** Says that the screen shows saved copies, and keeps asking for newer data. */
export function SavedCopyNotice() {
  const at = useCopyTime();
  const confirmed = useConfirmed();
  const [asking, setAsking] = useState(false);
  const isShown = at !== null;

  useEffect(() => {
    if (!isShown) return undefined;
    const connection = new Connection(refetchCopies);
    void connection.isLost();
    return () => connection.dispose();
  }, [isShown]);
  // the server has just answered about the session
  useWhen(confirmed || null, () => void refetchCopies());

  if (at === null) return null;
  const again = async () => {
    setAsking(true);
    await refetchCopies();
    setAsking(false);
  };
  const then = new Date(at);
  return (
    <div className={styles.copy}>
      <Notice
        role="status"
        tone="info"
        message={`Saved copy of ${shortDay(siteStamp(then).slice(0, 10))}, ${siteTime(then).clock}`}
        action={asking ? 'Trying…' : 'Try again'}
        busy={asking}
        onAction={() => void again()}
      />
    </div>
  );
}
