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
  /** The path, query and hash to open after the login; null for the start screen. */
  next: string | null;
  onTyping: () => void;
  onLogin: (session: Session) => void;
}

/** The login (`spec §2`). */
export function LoginRoute({ expired, next, onTyping, onLogin }: LoginRouteProps) {
  const [Later, setLater] = useState<Awaited<ReturnType<typeof loadLater>> | null>(null);
  const [waitingCount] = useState(countWaitingVisits);
  // after an expiry `next` is the screen where the person was, not a link that somebody sent
  const sentLink = expired ? null : next;
  useEffect(() => {
    const load = () => {
      loadEarly();
      // the login works without these parts, so they load last, and an error is ignored
      void loadLater().then(setLater, ignore);
    };
    return sentLink === null ? whenIdle(load) : load();
  }, [sentLink]);
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
          {waitingCount > 0 && (
            <p className={styles.notice}>
              <Icon name="info" />
              {t(
                '{waiting, plural, one {# visit waits} other {# visits wait}} on this device for a login with the same key, its replacement or, if it was revoked, an admin key.',
                { waiting: waitingCount },
              )}
            </p>
          )}
          {/* the element reserves the space of the notice, so that nothing moves when the notice is loaded */}
          {sentLink !== null && <div className={styles.sent}>{Later && <Later.SentNotice next={sentLink} />}</div>}
          <LoginForm focused={!expired && waitingCount === 0} onTyping={onTyping} onLogin={onLogin} />
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
/** Loads the parts of the page that the login does not need. */
const loadLater = () => import('./SentNotice.tsx');
/** Loads the Supabase client before the form is submitted. An error is ignored, because the submission loads it again. */
const loadEarly = () => void loadClient().catch(ignore);

interface LoginFormProps extends Pick<LoginRouteProps, 'onTyping' | 'onLogin'> {
  /** Whether the field may get the focus at once, because there is no notice above it to read first. */
  focused: boolean;
}

/** The form of the login. The typed key exists only in its field (`spec §2`, login). */
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
    // On a phone the field is not focused, because the keyboard would cover the page. If the person has focused something
    // before this script ran, the focus stays there.
    if (focused && document.activeElement === document.body && matchMedia('(pointer: fine)').matches)
      field.inputRef.current?.focus();
  }, [focused, field.inputRef]);

  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit}>
      {/* password managers need a user name to save a password */}
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
        // a focus event would not do, because the field may have the focus from the start
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
 * How many finished visits of any key wait on this device (`decisions §8`). They are only counted, because their content is for the holder of the
 * key. The code for drafts is not in the first load, so a regular expression reads the stored text: of all drafts, only visits have `update`, and
 * finished ones have another value than `none`. A draft whose `until` has passed does not count; the next login deletes it.
 */
function countWaitingVisits(): number {
  return deviceStorage.keys(draftPrefix).filter((path) => {
    const match = /(?:"until":(\d+).*)?"update":"(?!none)/u.exec(deviceStorage.get(path) ?? '');
    // a draft without `until` gives NaN, which is not before now, so the visit counts
    return match && !(Number(match[1]) < Date.now());
  }).length;
}

/** How long a check of the key may take, including loading the client's code. */
const checkTimeoutMs = 14_000;

/** Loads the login call with the Supabase client, which is not part of the first load. */
export const loadClient = () => import('./login-call.ts');

/** Asks the server for a session. Never throws. */
async function checkKey(key: string, isPersistent: boolean): Promise<KeyCheck<Session>> {
  try {
    const timeout = new Promise<never>((_, reject) => {
      setTimeout(reject, checkTimeoutMs, new Error('The check took too long'));
    });
    const check = loadClient().then(({ requestSession }) => requestSession(key, isPersistent));
    return await Promise.race([check, timeout]);
  } catch (cause) {
    console.error('Login failed:', cause);
    return { refusal: t('Error fetching token. Check your connection and try again.') };
  }
}
