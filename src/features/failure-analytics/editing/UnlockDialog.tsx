import { useRef, useState, type SyntheticEvent } from 'react';
import { KeyField, tooManyAttempts } from '../../../components/KeyField.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { unlockAnalytics, type Unlock } from './unlock-analytics.ts';
import styles from './UnlockDialog.module.css';

interface UnlockDialogProps {
  /** Name of the site whose counts are opened. */
  site: string;
  onClose: () => void;
  onUnlocked: () => void;
}

/** The admin prompt (`spec §5`). The key is in the field and nowhere else. */
export function UnlockDialog({ site, onClose, onUnlocked }: UnlockDialogProps) {
  const [key, setKey] = useState('');
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
    setProblem(unlockErrorText(unlock));
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
        <KeyField
          label="Admin key"
          data-autofocus
          // somebody else's key: no browser is to keep it
          autoComplete="off"
          inputRef={field}
          value={key}
          onChange={setKey}
          error={problem}
        />
      </form>
    </Dialog>
  );
}

function unlockErrorText(unlock: Exclude<Unlock, { kind: 'open' }>): string {
  if (unlock.kind === 'invalid') return 'Invalid token.';
  if (unlock.kind === 'failed') return 'The key could not be checked. Look at your connection and try again.';
  return tooManyAttempts(unlock.seconds);
}
