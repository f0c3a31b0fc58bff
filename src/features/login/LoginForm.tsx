import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { KeyField, tooManyAttempts } from '../../components/KeyField.tsx';
import type { Session } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { checkKey, loadClient, type KeyCheck } from './check-key.ts';
import styles from './LoginForm.module.css';

const loadEarly = () => void loadClient().catch(() => undefined);

function loginErrorText(check: Exclude<KeyCheck, { kind: 'session' }>): ReactNode {
  if (check.kind === 'invalid') return 'Invalid token';
  if (check.kind === 'wait') return tooManyAttempts(check.seconds);
  return (
    <>
      <span>Error fetching token.</span> <span>Check your connection and try again.</span>
    </>
  );
}

/** The key field and its button (`spec §2`, login). The key is kept nowhere but in the field. */
export function LoginForm({ onLogin }: { onLogin: (session: Session) => void }) {
  const [key, setKey] = useState('');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Safari has none: there the focus of the field is the first sign
    if (!('requestIdleCallback' in window)) return undefined;
    const idle = requestIdleCallback(loadEarly);
    return () => cancelIdleCallback(idle);
  }, []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (checking) return;
    setProblem(null);
    if (!key) {
      setProblem('Enter your secret key.');
      field.current?.focus();
      return;
    }
    setChecking(true);
    const check = await checkKey(key);
    setChecking(false);
    if (check.kind === 'session') {
      onLogin(check.session);
      return;
    }
    if (check.kind === 'failed') console.error('Login failed:', check.cause);
    setProblem(loginErrorText(check));
    field.current?.select();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* password managers file a password under a name */}
      <input type="text" name="username" autoComplete="username" value="RFID Boom Gate Portal" readOnly hidden />
      <KeyField
        label="Secret Key"
        name="secret-key"
        autoComplete="current-password"
        inputRef={field}
        value={key}
        onChange={setKey}
        onFocus={loadEarly}
        error={problem}
      />
      <Button type="submit" variant="primary" busy={checking} className={styles.login}>
        {checking ? 'Checking…' : 'Login'}
      </Button>
    </form>
  );
}
