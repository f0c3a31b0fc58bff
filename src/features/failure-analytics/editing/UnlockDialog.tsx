import { useRef, useState, type SyntheticEvent } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { unlockAnalytics, type Unlock } from './unlock-analytics.ts';
import styles from './UnlockDialog.module.css';

// blanks, line breaks and the invisible characters that chat programs add
const unwanted = /[\s\u{200B}-\u{200D}\u{2060}\u{FEFF}]/gu;

interface UnlockDialogProps {
  /** Name of the site whose counts are opened. */
  site: string;
  onClose: () => void;
  onUnlocked: () => void;
}

/** The admin prompt (`spec §5`). The key is in the field and nowhere else. */
export function UnlockDialog({ site, onClose, onUnlocked }: UnlockDialogProps) {
  const [key, setKey] = useState('');
  const [shown, setShown] = useState(false);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const closed = useRef(false);

  const close = () => {
    closed.current = true;
    onClose();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (checking) return;
    setProblem(null);
    if (!key) {
      setProblem('Enter the admin key.');
      field.current?.focus();
      return;
    }
    setChecking(true);
    const unlock = await unlockAnalytics(key);
    if (closed.current) return;
    setChecking(false);
    if (unlock.kind === 'open') {
      onUnlocked();
      return;
    }
    setProblem(wordsFor(unlock));
    field.current?.select();
  };

  return (
    <Dialog
      open
      title="Unlock admin access"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" form="unlock-analytics" busy={checking}>
            {checking ? 'Checking…' : 'Unlock'}
          </Button>
        </>
      }
    >
      <form
        id="unlock-analytics"
        className={styles.form}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p>An administrator’s key lets you edit the failure counts of {site} in this tab for a short while.</p>
        <TextField
          label="Admin key"
          type={shown ? 'text' : 'password'}
          required
          data-autofocus
          // somebody else's key: no browser is to keep it
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          inputRef={field}
          value={key}
          onChange={(value) => setKey(value.replaceAll(unwanted, ''))}
          error={problem}
          trailing={
            <button type="button" className={styles.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide' : 'Show'}
            </button>
          }
        />
      </form>
    </Dialog>
  );
}

function wordsFor(unlock: Exclude<Unlock, { kind: 'open' }>): string {
  if (unlock.kind === 'invalid') return 'Invalid token.';
  if (unlock.kind === 'failed') return 'The key could not be checked. Look at your connection and try again.';
  if (unlock.minutes === null) return 'Too many attempts. Try again in a few minutes.';
  return `Too many attempts. Try again in ${unlock.minutes} ${unlock.minutes === 1 ? 'minute' : 'minutes'}.`;
}
