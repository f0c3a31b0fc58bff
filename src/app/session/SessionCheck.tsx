import { useState } from 'react';
import { connection } from '../../lib/connection.ts';
import type { Session } from '../../lib/device/session.ts';
import { message, said, t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { PlainScreen } from '../ErrorBoundary.tsx';
import { EndSessionDialog } from './EndSessionDialog.tsx';

const texts = {
  unreachable: {
    title: message('No connection'),
    text: message(
      'The portal cannot reach its server. You are still logged in: this page opens as soon as the connection is back.',
    ),
  },
  refused: {
    title: message('The server could not confirm your session'),
    text: message('You are still logged in, but your records cannot be opened right now. Try again in a minute.'),
  },
} as const;

/** Shown while a stored session is unconfirmed and there are no copies to show. */
export function SessionCheck({ session, why }: { session: Session; why: keyof typeof texts }) {
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const retry = async () => {
    setAsking(true);
    await connection.ask();
    setAsking(false);
  };
  return (
    <main>
      <PlainScreen
        title={said(texts[why].title)}
        actions={
          <>
            <Button variant="primary" busy={asking} onClick={() => void retry()}>
              {asking ? t('Trying…') : t('Try again')}
            </Button>
            <Button onClick={() => setLeaving(true)}>{t('End Session')}</Button>
          </>
        }
      >
        <p role="status">{said(texts[why].text)}</p>
      </PlainScreen>
      <EndSessionDialog open={leaving} session={session} onClose={() => setLeaving(false)} />
    </main>
  );
}
