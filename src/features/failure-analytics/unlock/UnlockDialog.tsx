import { keepGrant } from './analytics-grant.ts';
import { useRef, useState, type SyntheticEvent } from 'react';
import * as v from 'valibot';
import { KeyField, tooManyAttempts } from '../../../components/KeyField.tsx';
import { supabase } from '../../../lib/supabase.ts';
import { typedKeyRefusal, type TypedKeyRefusal } from '../../../records/access-key/typed-key.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import layout from '../../../ui/layout.module.css';
import { t } from '../../../lib/language/translate.ts';

interface UnlockDialogProps {
  site: string;
  onClose: () => void;
  onUnlocked: () => void;
}

/** The admin prompt (`spec §5`). The call is no mutation, whose cache would keep the key for minutes. */
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
      title={t('Unlock admin access')}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form="unlock-analytics" busy={checking}>
            {checking ? 'Checking…' : 'Unlock'}
          </Button>
        </>
      }
    >
      <form
        id="unlock-analytics"
        className={layout.stack}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <p>An administrator’s key lets you edit the failure counts of {site} in this tab for a short while.</p>
        <KeyField
          label={t('Admin key')}
          data-autofocus
          // somebody else's key, which no browser should save
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

type Unlock = { kind: 'open' } | TypedKeyRefusal | { kind: 'error' };

const unlockResponse = v.object({ unlocked_until: v.string() });

/** Asks the server for the grant to change the counts (`spec §5`, admin prompt), and keeps it. Never throws. */
async function unlockAnalytics(key: string): Promise<Unlock> {
  try {
    const response = await supabase.rpc('unlock_analytics', { secret_key: key });
    const refusal = typedKeyRefusal(response, 'PT403');
    if (refusal) return refusal;
    if (response.error) throw response.error;
    keepGrant(v.parse(unlockResponse, response.data).unlocked_until);
    return { kind: 'open' };
  } catch (cause) {
    // no key gets on the console: an error message never repeats what was sent
    console.error('The failure counts could not be unlocked', cause);
    return { kind: 'error' };
  }
}

function unlockErrorText(unlock: Exclude<Unlock, { kind: 'open' }>): string {
  if (unlock.kind === 'invalid') return 'Invalid token.';
  if (unlock.kind === 'error') return 'The key could not be checked. Check your connection and try again.';
  return tooManyAttempts(unlock.seconds);
}
