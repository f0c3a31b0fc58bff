import { useState, type FormEvent } from 'react';
import { t } from '../../lib/language/translate.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/field/TextField.tsx';
import { secretIn } from '../secret-door.ts';
import { CompanyName, HotlineButton } from './HotlineButton.tsx';
import type { StickerQueue } from './sticker-queue.ts';
import { UnsentReports } from './UnsentReports.tsx';
import styles from './ReportPage.module.css';

interface CodeFormProps {
  /** Whether the sticker in the address is refused. */
  isInvalid: boolean;
  queue: StickerQueue;
  onOpen: (secret: string) => void;
}

/** Asks for the code on the sticker, if the address has none or an invalid code. */
export function CodeForm({ isInvalid, queue, onOpen }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isMissing, setMissing] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const secret = secretIn(code);
    setMissing(secret === '');
    if (secret !== '') onOpen(secret);
  };
  return (
    <main className={styles.main}>
      <div className={styles.single}>
        <UnsentReports queue={queue} />
        {isInvalid && (
          <div className={styles.refused} role="alert">
            <h2>{t('This sticker is not valid (any more). Please call.')}</h2>
            <p>{t('There may be a newer sticker at the gate: scan that one, or type its code.')}</p>
            <HotlineButton />
          </div>
        )}
        <form className={styles.code} onSubmit={open}>
          <TextField
            label={t('Code on the sticker')}
            value={code}
            onChange={(typed) => {
              setCode(typed);
              setMissing(false);
            }}
            error={isMissing && t('Type the code that is printed below the square.')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
          />
          <Button type="submit" variant={isInvalid ? 'secondary' : 'primary'} className={styles.open}>
            {t('Report a fault')}
          </Button>
        </form>
        {!isInvalid && (
          <>
            <p>{t('No code, or it is urgent? Call, day and night.')}</p>
            <HotlineButton quiet />
          </>
        )}
        <CompanyName />
      </div>
    </main>
  );
}
