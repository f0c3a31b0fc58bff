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

/** The page while a stored session is not confirmed and may not show copies. */
export function SessionCheck({ session, reason }: { session: Session; reason: keyof typeof texts }) {
  const [isRetrying, setRetrying] = useState(false);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await connection.ask();
    setRetrying(false);
  };
  return (
    <main>
      <PlainScreen
        title={said(texts[reason].title)}
        actions={
          <>
            <Button variant="primary" busy={isRetrying} onClick={() => void retry()}>
              {isRetrying ? t('Trying…') : t('Try again')}
            </Button>
            <Button onClick={() => setDialogOpen(true)}>{t('End Session')}</Button>
          </>
        }
      >
        <p role="status">{said(texts[reason].text)}</p>
      </PlainScreen>
      <EndSessionDialog open={isDialogOpen} session={session} onClose={() => setDialogOpen(false)} />
    </main>
  );
}
