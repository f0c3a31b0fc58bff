import { useEffect, useId, useRef, useState, type ComponentType, type ReactNode, type SyntheticEvent } from 'react';
import { KeyField, tooManyAttempts } from '../../components/KeyField.tsx';
import { notify } from '../../lib/notify.ts';
import { whenIdle } from '../../lib/screen/when-idle.ts';
import { type Session, sessionFrom } from '../../lib/device/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SupportLink } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { draftPrefix, newTaskPrefix } from '../../lib/unsaved.ts';
import { deviceStorage } from '../../lib/device/web-storage.ts';
import styles from './LoginRoute.module.css';
import { typedKeyRefusal, type TypedKeyRefusal } from '../../records/access-key/typed-key.ts';

interface LoginRouteProps {
  expired: boolean;
  onTyping: () => void;
  onLogin: (session: Session) => void;
}

/** The login (`spec §2`). */
export function LoginRoute({ expired, onTyping, onLogin }: LoginRouteProps) {
  const [Scene, setScene] = useState<ComponentType | null>(null);
  const [waiting] = useState(countWaitingVisits);
  useEffect(
    () =>
      whenIdle(() => {
        loadEarly();
        // decorative, so it loads last and may fail
        void loadScene().then((scene) => setScene(() => scene), ignore);
      }),
    [],
  );
  return (
    <div className={styles.page}>
      <main className={styles.panel}>
        <div className={styles.column}>
          <img className={styles.logo} src="/logo.svg" alt="RFID Boom Gate Portal" width="64" height="64" />
          <div className={styles.intro}>
            <PageHeading title="Welcome to RFID Boom Gate Portal" />
            <p>Sign in with the key issued to your building.</p>
          </div>
          {expired && (
            <p className={styles.notice} role="status">
              <Icon name="info" />
              Your session has ended. Please log in again.
            </p>
          )}
          {waiting > 0 && (
            <p className={styles.notice}>
              <Icon name="info" />
              {waiting === 1
                ? '1 visit waits on this device, and is saved after a login with its key.'
                : `${waiting} visits wait on this device, and are saved after a login with their key.`}
            </p>
          )}
          <LoginForm onTyping={onTyping} onLogin={onLogin} />
          <div className={styles.help}>
            <button
              type="button"
              className={styles.link}
              onClick={() => notify.alert('Please contact support to retrieve your token.')}
            >
              Forgot Secret Key?
            </button>
            <SupportLink />
          </div>
        </div>
      </main>
      <div className={styles.picture}>{Scene && <Scene />}</div>
    </div>
  );
}

const ignore = () => undefined;
const loadScene = async () => (await import('./GateScene.tsx')).GateScene;
const loadEarly = () => void loadClient().catch(ignore);

/** The form of the login. The key is kept nowhere but in its field (`spec §2`, login). */
function LoginForm({ onTyping, onLogin }: Omit<LoginRouteProps, 'expired'>) {
  const [key, setKey] = useState('');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [keep, setKeep] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

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
    const check = await checkKey(key, keep);
    setChecking(false);
    if (check.kind === 'session') {
      onLogin(check.session);
      return;
    }
    if (check.kind === 'error') console.error('Login failed:', check.cause);
    setProblem(loginErrorText(check));
    field.current?.select();
  };

  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      {/* password managers save a password under a user name */}
      <input type="text" name="username" autoComplete="username" value="RFID Boom Gate Portal" readOnly hidden />
      <KeyField
        label="Secret Key"
        name="secret-key"
        autoComplete="current-password"
        inputRef={field}
        value={key}
        onChange={setKey}
        onFocus={() => {
          loadEarly();
          onTyping();
        }}
        error={problem}
      />
      <div className={styles.keep}>
        <label>
          <input
            type="checkbox"
            name="keep"
            checked={keep}
            onChange={(event) => setKeep(event.target.checked)}
            aria-describedby={id}
          />
          Keep me logged in on this device
        </label>
        <p id={id}>Not on a computer that others use: whoever opens the portal there next would be logged in.</p>
      </div>
      <Button type="submit" variant="primary" busy={checking} className={styles.login}>
        {checking ? 'Checking…' : 'Login'}
      </Button>
    </form>
  );
}

function loginErrorText(check: Exclude<KeyCheck, { kind: 'session' }>): ReactNode {
  if (check.kind === 'invalid') return 'Invalid token';
  if (check.kind === 'wait') return tooManyAttempts(check.seconds);
  return (
    <>
      <span>Error fetching token.</span> <span>Check your connection and try again.</span>
    </>
  );
}

/**
 * How many finished visits wait on this device, of whichever key (`decisions §8`). Only counted: they are for their key.
 * Part of the first load, so it reads no more than it must.
 */
function countWaitingVisits(): number {
  const tasks = deviceStorage.keys(draftPrefix).filter((key) => key.includes(`/${newTaskPrefix}`));
  return tasks.filter((key) => /"update":"(?!none)/u.test(deviceStorage.get(key) ?? '')).length;
}

type KeyCheck = { kind: 'session'; session: Session } | TypedKeyRefusal | { kind: 'error'; cause: unknown };

/** How long a check of the key may take, with loading the client's code. */
const checkTimeoutMs = 14_000;

/** Loads the Supabase client, which is not part of the first load, as soon as it looks needed. */
export const loadClient = async () => (await import('../../lib/supabase.ts')).supabase;

/**
 * Asks the server for a session (`spec §5`, login); never throws.
 * @param keep whether the session is to stay on this device (`decisions §10`).
 */
async function checkKey(key: string, keep: boolean): Promise<KeyCheck> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<KeyCheck>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'error', cause: new Error('The check took too long') }), checkTimeoutMs);
  });
  try {
    return await Promise.race([requestSession(key, keep), tooLong]);
  } catch (cause) {
    return { kind: 'error', cause };
  } finally {
    clearTimeout(timer);
  }
}

async function requestSession(key: string, keep: boolean): Promise<KeyCheck> {
  const client = await loadClient();
  const response = await client.rpc('login', { secret_key: key, ...(keep && { keep }) });
  const refusal = typedKeyRefusal(response, 'PT401');
  if (refusal) return refusal;
  const { data, error } = response;
  const session = error ? null : sessionFrom(data, { kept: keep });
  return session ? { kind: 'session', session } : { kind: 'error', cause: error ?? new Error('Unreadable response') };
}
