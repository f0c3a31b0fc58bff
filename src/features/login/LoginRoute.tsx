import { notify } from '../../lib/notify.ts';
import type { Session } from '../../lib/session.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { GateScene } from './GateScene.tsx';
import { LoginForm } from './LoginForm.tsx';
import styles from './LoginRoute.module.css';

interface LoginRouteProps {
  /** Whether the visitor is here because the server ended the session. */
  expired: boolean;
  supportUrl: string;
  onLogin: (session: Session) => void;
}

/** The login (`spec §2`), the only page without the navigation bar. */
export function LoginRoute({ expired, supportUrl, onLogin }: LoginRouteProps) {
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
            <a className={styles.link} href={supportUrl} target="_blank" rel="noopener noreferrer">
              <Icon name="chat" />
              Contact Support
            </a>
          </div>
        </div>
      </main>
      <div className={styles.picture}>
        <GateScene />
      </div>
    </div>
  );
}
