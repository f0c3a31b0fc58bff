import { counted } from '../../records/counted.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import { useFocusAfter } from '../../lib/screen/keyboard.ts';
import { RequestError } from '../../lib/request-error.ts';
import {
  endKeySession,
  endOtherSessions,
  keySessionsQuery,
  type KeySession,
} from '../../records/access-key/access-key-queries.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadError, ErrorNote } from '../../ui/message/Notice.tsx';
import { ConfirmDialog } from '../../ui/message/ConfirmDialog.tsx';
import { ListSkeleton } from '../../ui/skeleton/Skeleton.tsx';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import { longDate, momentText } from '../../records/time.ts';
import { Badge } from '../../ui/Badge.tsx';
import styles from './SessionsDialog.module.css';
import { useRight } from '../use-right.ts';
import { NeedsConnection } from '../NeedsConnection.tsx';

interface SessionsDialogProps {
  /** Null for the key of this session. */
  keyId: number | null;
  title: string;
  onClose: () => void;
}

const notEnded = 'Error updating data. Try again.';
const logError = (cause: Error) => console.error('The session was not ended', cause);

/** Where a key is logged in. Can end all sessions except this one, so that whoever tidies up stays logged in. */
export function SessionsDialog({ keyId, title, onClose }: SessionsDialogProps) {
  const query = keySessionsQuery(keyId);
  const { data: sessions, isError, error, refetch } = useQuery(query);
  const [announcement, setAnnouncement] = useState('');
  const focusAfter = useFocusAfter();
  const [asking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const others = sessions?.filter(({ current }) => !current) ?? [];

  const announce = (text: string) => {
    setAnnouncement(text);
    // the pressed button disappears with its session
    focusAfter(() => list.current);
  };
  // after an error too: it may hide a success
  const refresh = () => queryClient.invalidateQueries({ queryKey: query.queryKey });
  const endOne = useMutation({
    mutationFn: async ({ id }: { id: string; device: string }) => endKeySession(id),
    onSuccess: (_, { device }) => announce(`${device} is logged out.`),
    onError: logError,
    onSettled: refresh,
  });
  const endAll = useMutation({
    mutationFn: async () => endOtherSessions(keyId),
    onSuccess: (count) => {
      setAsking(false);
      announce(count === 1 ? '1 session is ended.' : `${count} sessions are ended.`);
    },
    onError: logError,
    onSettled: refresh,
  });

  const all = others.length === sessions?.length ? 'all' : 'all others';
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          {others.length > 1 && (
            <Button
              onClick={() => {
                endAll.reset();
                setAsking(true);
              }}
            >{`End ${all}`}</Button>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            Close
          </Button>
        </>
      }
    >
      <div ref={list} className={`${layout.tight} ${styles.sessions}`} tabIndex={-1} aria-label="Sessions" role="group">
        <p role="status" className={announcement ? texts.medium : layout.spoken}>
          {announcement}
        </p>
        {isError &&
          (error instanceof RequestError && error.status === 403 ? (
            <ErrorNote>Your key is not allowed to see these sessions.</ErrorNote>
          ) : (
            <LoadError message="Error fetching data." onRetry={() => void refetch()} />
          ))}
        {sessions ? (
          <>
            <p className={texts.muted}>{sessionCountText(sessions.length, others.length)}</p>
            <ErrorNote>{endOne.isError && notEnded}</ErrorNote>
            <SessionList
              sessions={sessions}
              ending={endOne.isPending ? endOne.variables.id : null}
              onEnd={(session) => !endOne.isPending && endOne.mutate(session)}
            />
          </>
        ) : (
          !isError && <ListSkeleton text="Loading sessions…" rows={2} height={84} />
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={`End ${all}?`}
        action={endAll.isPending ? 'Ending…' : `End ${all}`}
        variant="danger"
        busy={endAll.isPending}
        onConfirm={() => endAll.mutate()}
        onClose={() => setAsking(false)}
      >
        <div className={layout.tight}>
          <p>{`${others.length} devices are logged out at once. The key itself keeps working: whoever has it can log in again.`}</p>
          <ErrorNote>{endAll.isError && notEnded}</ErrorNote>
        </div>
      </ConfirmDialog>
    </Dialog>
  );
}

function sessionCountText(all: number, others: number): string {
  if (all === 0) return 'Nobody is logged in with this key.';
  if (others === 0) return 'No other device is logged in with this key.';
  return counted(all, 'session');
}

interface SessionListProps {
  sessions: readonly KeySession[];
  ending: string | null;
  onEnd: (session: KeySession) => void;
}

/** The sessions of a key, each with *End* except this one: that is *End Session* in the menu. */
function SessionList({ sessions, ending, onEnd }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => {
        const { id, device, kept, first_used: first, last_used: last, expires_at: until, current } = session;
        return (
          <li key={id} className={styles.session}>
            <div className={`${layout.line} ${styles.head}`}>
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

/** Where else a key is logged in, for people who share a key or lost a phone. Not for admins; not printed. */
export function OwnSessions() {
  const [open, setOpen] = useState(false);
  if (!useRight('endOwnSessions')) return null;
  return (
    <section className={`${layout.apart} ${texts.muted} ${layout.unprinted} ${surface.foot}`} aria-label="Your key">
      <p>A lost phone, or a computer that others use? See where your key is logged in, and log it out there.</p>
      <NeedsConnection what="This" />
      <Button onClick={() => setOpen(true)}>Sessions of your key</Button>
      {open && <SessionsDialog keyId={null} title="Sessions of your key" onClose={() => setOpen(false)} />}
    </section>
  );
}
