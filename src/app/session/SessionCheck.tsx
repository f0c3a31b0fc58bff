import { useState } from 'react';
import type { Session } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import { PlainScreen } from '../PlainScreen.tsx';
import { checkSession } from './session-check.ts';

const words = {
  unreachable: {
    title: 'No connection',
    text: 'The portal cannot reach its server. You are still logged in: this page opens as soon as the connection is back.',
  },
  unclear: {
    title: 'The server could not confirm your session',
    text: 'You are still logged in, but your records cannot be opened right now. Try again in a minute.',
  },
} as const;

/** Shown while a stored session is unconfirmed and there are no copies to show. */
export function SessionCheck({ session, why }: { session: Session; why: keyof typeof words }) {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const again = async () => {
    setAsking(true);
    await checkSession(session.token);
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
