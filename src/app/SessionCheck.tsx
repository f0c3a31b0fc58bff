import { useEffect, useState } from 'react';
import { Connection } from '../lib/server-connection.ts';
import type { Session } from '../lib/session.ts';
import { useStore } from '../lib/store.ts';
import { Button } from '../ui/Button.tsx';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import { WaitingPage } from './Fetched.tsx';
import { PlainScreen } from './PlainScreen.tsx';
import { checkSession, doubt } from './session-check.ts';

const words = {
  unreachable: {
    title: 'No connection',
    text: 'The portal cannot reach its server. You are still logged in: this page opens by itself as soon as the connection is back.',
  },
  unclear: {
    title: 'The server did not answer clearly',
    text: 'You are still logged in, but your records cannot be opened at this moment. Try again in a minute.',
  },
} as const;

/**
 * In the place of the screens while nobody has said that a stored session is good. Saved copies, where there are any,
 * belong in the place of *No connection*.
 */
export function SessionCheck({ session, title }: { session: Session; title: string }) {
  const { token } = session;
  const last = useStore(doubt);
  const why = last?.token === token ? last.why : null;
  const isPatient = why !== 'unclear';
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (!isPatient) return undefined;
    const connection = new Connection(() => checkSession(token));
    // asks at once, and until there is an answer
    void connection.isLost();
    return () => connection.dispose();
  }, [token, isPatient]);

  if (why === null) return <WaitingPage title={title} alone />;

  const again = async () => {
    setAsking(true);
    await checkSession(token);
    setAsking(false);
  };
  return (
    <main>
      <PlainScreen
        title={words[why].title}
        actions={
          <>
            <Button variant="primary" busy={asking} onClick={() => void again()}>
              {asking ? 'Trying…' : 'Try again'}
            </Button>
            <Button onClick={() => setLeaving(true)}>End Session</Button>
          </>
        }
      >
        <p role="status">{words[why].text}</p>
      </PlainScreen>
      <EndSessionDialog open={leaving} session={session} onClose={() => setLeaving(false)} />
    </main>
  );
}
