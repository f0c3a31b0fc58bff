import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import type { Session } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { checkKey, loadClient, type KeyCheck } from './check-key.ts';
import styles from './LoginForm.module.css';

const loadEarly = () => void loadClient().catch(() => undefined);

// blanks, line breaks and the invisible characters that chat programs add
const unwanted = /[\s\u{200B}-\u{200D}\u{2060}\u{FEFF}]/gu;

function wordsFor(check: Exclude<KeyCheck, { kind: 'session' }>): ReactNode {
  if (check.kind === 'invalid') return 'Invalid token';
  if (check.kind === 'wait') {
    if (check.seconds === null) return 'Too many attempts. Try again in a few minutes.';
    const minutes = Math.ceil(check.seconds / 60);
    return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
  }
  return (
    <>
      <span>Error fetching token.</span> <span>Check your connection and try again.</span>
    </>
  );
}

/** The key field and its button (`spec §2`, login). The key is kept nowhere but in the field. */
export function LoginForm({ onLogin }: { onLogin: (session: Session) => void }) {
  const [key, setKey] = useState('');
  const [shown, setShown] = useState(false);
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
    setProblem(wordsFor(check));
    field.current?.select();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* password managers file a password under a name */}
      <input type="text" name="username" autoComplete="username" value="RFID Boom Gate Portal" readOnly hidden />
      <TextField
        label="Secret Key"
        name="secret-key"
        type={shown ? 'text' : 'password'}
        required
        autoComplete="current-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        inputRef={field}
        value={key}
        onChange={(value) => setKey(value.replaceAll(unwanted, ''))}
        onFocus={loadEarly}
        error={problem}
        trailing={
          <button type="button" className={styles.reveal} aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'}
          </button>
        }
      />
      <Button type="submit" variant="primary" busy={checking} className={styles.login}>
        {checking ? 'Checking…' : 'Login'}
      </Button>
    </form>
  );
}
