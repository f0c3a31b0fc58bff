import type { KeySession } from '../../records/access-key/key-sessions.ts';
import { longDate, momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import styles from './SessionList.module.css';

interface SessionListProps {
  sessions: readonly KeySession[];
  ending: string | null;
  onEnd: (session: KeySession) => void;
}

/** This session has no *End*: that is *End Session* in the menu. */
export function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul className={styles.list}>
      {sessions.map((session) => {
        const { id, device, kept, first_used: first, last_used: last, expires_at: until, current } = session;
        return (
          <li key={id} className={styles.session}>
            <div className={styles.head}>
              <p className={styles.device}>
                {device}
                {current && <Badge tone="info">This session</Badge>}
              </p>
              {!current && (
                <Button
                  busy={ending === id}
                  onClick={() => onEnd(session)}
                  aria-label={`End the session on ${device}, last used ${momentText(last)}`}
                >
                  {ending === id ? 'Ending…' : 'End'}
                </Button>
              )}
            </div>
            <p>{`Last used ${momentText(last)}`}</p>
            <p>{`Logged in ${momentText(first)}`}</p>
            <p>{kept ? `Kept logged in, until ${longDate(until)} at the latest` : 'Until its tab is closed'}</p>
          </li>
        );
      })}
    </ul>
  );
}
