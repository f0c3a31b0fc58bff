import { useEffect, useState } from 'react';
import { liveTime } from '../../records/time.ts';

/** The time at the site, second by second (`spec §2`). Silent for screen readers, who can read it when they want. */
export function LiveClock({ className }: { className?: string | undefined }) {
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
