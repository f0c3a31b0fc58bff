import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react';
import { KeyField, tooManyAttempts } from '../../components/KeyField.tsx';
import { notify } from '../../lib/notify.ts';
import type { Session } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SupportLink } from '../../ui/message/SupportLink.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { checkKey, loadClient, type KeyCheck } from './check-key.ts';
import styles from './LoginRoute.module.css';

interface LoginRouteProps {
  /** Whether the visitor is here because the server ended the session. */
  expired: boolean;
  onLogin: (session: Session) => void;
}

/** The login (`spec §2`), the only page without the navigation bar. */
export function LoginRoute({ expired, onLogin }: LoginRouteProps) {
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
          <LoginForm onLogin={onLogin} />
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
      <div className={styles.picture}>
        <GateScene />
      </div>
    </div>
  );
}

const loadEarly = () => void loadClient().catch(() => undefined);

/** The key field and its button (`spec §2`, login). The key is kept nowhere but in the field. */
function LoginForm({ onLogin }: { onLogin: (session: Session) => void }) {
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

function loginErrorText(check: Exclude<KeyCheck, { kind: 'session' }>): ReactNode {
  if (check.kind === 'invalid') return 'Invalid token';
  if (check.kind === 'wait') return tooManyAttempts(check.seconds);
  return (
    <>
      <span>Error fetching token.</span> <span>Check your connection and try again.</span>
    </>
  );
}

const litWindows =
  'M107 226h20v14h-20zM162 226h20v14h-20zM107 257h20v14h-20zM162 257h20v14h-20zM79 287h20v14h-20zM107 287h20v14h-20zM189 287h20v14h-20zM79 318h20v14h-20zM107 348h20v14h-20zM162 348h20v14h-20zM189 348h20v14h-20zM79 379h20v14h-20zM162 379h20v14h-20zM162 410h20v14h-20zM189 410h20v14h-20zM79 440h20v14h-20zM107 471h20v14h-20zM189 471h20v14h-20zM189 502h20v14h-20zM107 532h20v14h-20zM189 532h20v14h-20zM107 563h20v14h-20zM348 159h22v15h-22zM378 192h22v15h-22zM348 226h22v15h-22zM408 226h22v15h-22zM319 259h22v15h-22zM348 259h22v15h-22zM408 259h22v15h-22zM319 292h22v15h-22zM408 292h22v15h-22zM348 358h22v15h-22zM378 392h22v15h-22zM408 392h22v15h-22zM319 425h22v15h-22zM348 425h22v15h-22zM319 458h22v15h-22zM348 458h22v15h-22zM378 524h22v15h-22zM348 591h22v15h-22zM408 591h22v15h-22z';

/** The picture beside the login: a gate at dusk that lifts its arm once. Says nothing that the words do not say. */
function GateScene() {
  return (
    <svg className={styles.scene} viewBox="0 0 800 900" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <g className={styles.building}>
        <path d="M60 640V210h170v430zM300 640V110h150v530z" />
        <path className={styles.lower} d="M0 640V430h150v210zM210 640V350h130v290zM430 640V300h220v340z" />
      </g>
      <path className={styles.lit} d={litWindows} />
      <path className={styles.road} d="M0 640h800v260H0z" />
      <path className={styles.kerb} d="M0 636h800v10H0z" />
      <path className={styles.lane} d="M40 770h120l-18 14H18zM290 770h120l-10 14H276zM540 770h120l-2 14H534z" />

      <path className={styles.post} d="M206 522h12v114h-12z" />
      <rect className={styles.reader} x="186" y="476" width="52" height="58" rx="8" />
      <path className={styles.waves} d="M262 486a28 28 0 0 1 0 38M284 468a54 54 0 0 1 0 74M306 450a80 80 0 0 1 0 110" />

      <g className={styles.arm}>
        <rect className={styles.white} x="-120" y="430" width="760" height="44" rx="22" />
        <path
          className={styles.red}
          d="M-70 430h74l-30 44h-74zM78 430h74l-30 44H48zM226 430h74l-30 44h-74zM374 430h74l-30 44h-74z"
        />
        <rect className={styles.weight} x="640" y="424" width="74" height="56" rx="10" />
      </g>
      <rect className={styles.cabinet} x="548" y="398" width="128" height="238" rx="14" />
      <path className={styles.shade} d="M548 412a14 14 0 0 1 14-14h22v238h-36z" />
      <path className={styles.slots} d="M604 560h50M604 584h50" />
      <rect className={styles.foot} x="530" y="620" width="164" height="20" rx="5" />
      <circle className={styles.hub} cx="612" cy="452" r="38" />
      <circle className={styles.axle} cx="612" cy="452" r="13" />
    </svg>
  );
}
