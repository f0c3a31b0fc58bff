import { useEffect, useId, useState } from 'react';
import { KeyField } from '../../components/KeyField.tsx';
import { useKeyForm, type KeyCheck } from '../../components/use-key-form.ts';
import type { Session } from '../../lib/device/session.ts';
import { deviceStorage, draftPrefix } from '../../lib/device/web-storage.ts';
import { t } from '../../lib/language/translate.ts';
import { notify } from '../../lib/notify.ts';
import { whenIdle } from '../../lib/screen/when-idle.ts';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SupportLink } from '../../ui/message/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './LoginRoute.module.css';

interface LoginRouteProps {
  expired: boolean;
  /** Path, query and hash where the login leads, if anywhere in particular. */
  next: string | null;
  onTyping: () => void;
  onLogin: (session: Session) => void;
}

/** The login (`spec §2`). */
export function LoginRoute({ expired, next, onTyping, onLogin }: LoginRouteProps) {
  const [Later, setLater] = useState<Awaited<ReturnType<typeof loadLater>> | null>(null);
  const [waiting] = useState(countWaitingVisits);
  // after an expiry, it leads back to where somebody was
  const sent = expired ? null : next;
  useEffect(() => {
    const load = () => {
      loadEarly();
      // the login works without it, so it loads last and may fail
      void loadLater().then(setLater, ignore);
    };
    return sent === null ? whenIdle(load) : load();
  }, [sent]);
  return (
    <div className={styles.page}>
      <main className={styles.panel}>
        <div className={styles.column}>
          <img className={styles.logo} src="/logo.svg" alt={t('RFID Boom Gate Portal')} width="64" height="64" />
          <div className={styles.intro}>
            <PageHeading title={t('Welcome to RFID Boom Gate Portal')} />
            <p>{t('Sign in with the key issued to your building.')}</p>
          </div>
          {expired && (
            <p className={styles.notice} role="status">
              <Icon name="info" />
              {t('Your session has ended. Please log in again.')}
            </p>
          )}
          {waiting > 0 && (
            <p className={styles.notice}>
              <Icon name="info" />
              {t(
                '{waiting, plural, one {# visit waits} other {# visits wait}} on this device for a login with the same key, its replacement or, if it was revoked, an admin key.',
                { waiting },
              )}
            </p>
          )}
          {/* its room, so that nothing moves when it comes */}
          {sent !== null && <div className={styles.sent}>{Later && <Later.SentNotice next={sent} />}</div>}
          <LoginForm focused={!expired && waiting === 0} onTyping={onTyping} onLogin={onLogin} />
          <div className={styles.help}>
            <button
              type="button"
              className={styles.link}
              onClick={() => notify.alert(t('Please contact support to retrieve your token.'))}
            >
              {t('Forgot Secret Key?')}
            </button>
            <SupportLink />
          </div>
          <div className={styles.language}>{Later && <Later.LanguageSwitch />}</div>
        </div>
      </main>
      <div className={styles.picture}>{Later && <Later.GateScene />}</div>
    </div>
  );
}

const ignore = () => undefined;
const loadLater = () => import('./SentNotice.tsx');
const loadEarly = () => void loadClient().catch(ignore);

interface LoginFormProps extends Pick<LoginRouteProps, 'onTyping' | 'onLogin'> {
  /** Whether the field may have the focus at once: nothing above it is to be read first. */
  focused: boolean;
}

/** The form of the login. The key is nowhere but in its field (`spec §2`, login). */
function LoginForm({ focused, onTyping, onLogin }: LoginFormProps) {
  const [isPersistent, setIsPersistent] = useState(false);
  const id = useId();
  const { checking, onSubmit, field } = useKeyForm(
    t('Enter your secret key.'),
    (key) => checkKey(key, isPersistent),
    onLogin,
  );
  const startTyping = () => {
    loadEarly();
    onTyping();
  };

  useEffect(() => {
    // not on a phone, whose keyboard would cover the page, nor away from where somebody is before the script comes
    if (focused && document.activeElement === document.body && matchMedia('(pointer: fine)').matches)
      field.inputRef.current?.focus();
  }, [focused, field.inputRef]);

  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      {/* password managers save a password under a user name */}
      <input type="text" name="username" autoComplete="username" value="RFID Boom Gate Portal" readOnly hidden />
      <KeyField
        label={t('Secret Key')}
        name="secret-key"
        autoComplete="current-password"
        {...field}
        onChange={(typed) => {
          if (!field.value) startTyping();
          field.onChange(typed);
        }}
        // not on focus, which the field may have from the start
        onPointerDown={startTyping}
      />
      <div className={styles.stayLoggedIn}>
        <label>
          <input
            type="checkbox"
            name="keep"
            checked={isPersistent}
            onChange={(event) => setIsPersistent(event.target.checked)}
            aria-describedby={id}
          />
          {t('Keep me logged in on this device')}
        </label>
        <p id={id}>{t('Not on a computer that others use: whoever opens the portal there next would be logged in.')}</p>
      </div>
      <Button type="submit" variant="primary" busy={checking} className={styles.login}>
        {checking ? t('Checking…') : t('Login')}
      </Button>
    </form>
  );
}

/**
 * How many finished visits wait on this device, of whichever key (`decisions §8`). Only counted: they are for their key.
 * Part of the first load, so it reads no more than it must: of all drafts, visits alone have an `update`. A draft that is too
 * old is deleted by the next login.
 */
function countWaitingVisits(): number {
  return deviceStorage.keys(draftPrefix).filter((path) => {
    const found = /(?:"until":(\d+).*)?"update":"(?!none)/u.exec(deviceStorage.get(path) ?? '');
    return found && !(Number(found[1]) < Date.now());
  }).length;
}

/** How long a check of the key may take, with loading the client's code. */
const checkTimeoutMs = 14_000;

/** Loads the call with the Supabase client, which is not part of the first load, as soon as it looks needed. */
export const loadClient = () => import('./login-call.ts');

/** Asks the server for a session; never throws. */
async function checkKey(key: string, keep: boolean): Promise<KeyCheck<Session>> {
  try {
    const tooLong = new Promise<never>((_, reject) => {
      setTimeout(reject, checkTimeoutMs, new Error('The check took too long'));
    });
    const asked = loadClient().then(({ requestSession }) => requestSession(key, keep));
    return await Promise.race([asked, tooLong]);
  } catch (cause) {
    console.error('Login failed:', cause);
    return { refusal: t('Error fetching token. Check your connection and try again.') };
  }
}
