import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useDialogCode } from '../../components/use-dialog-code.ts';
import { recentPlaces } from '../../lib/device/recent-texts.ts';
import { getSession, type Session } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { isApple, isComposingKey, useKeyPress } from '../../lib/screen/keyboard.ts';
import { placeAt, placeId } from './place.ts';
import icons from '../../ui/Icon.module.css';
import layout from '../../ui/layout.module.css';
import styles from './GoTo.module.css';

/**
 * Opens *Go to* with Ctrl+K, or Cmd+K on Apple's devices, from every screen of a session. It does not open over another dialog, so that
 * it covers nothing that waits for an answer. Its code is loaded at the first opening; letters that are typed meanwhile are not lost.
 */
export function useGoTo(session: Session) {
  const [typedText, setTypedText] = useState('');
  const { Opened, isLoading, open, close } = useDialogCode(
    async () => (await import('./GoToDialog.tsx')).GoToDialog,
    t('The search could not be loaded. Check the connection and try again.'),
  );
  const openEmpty = () => {
    setTypedText('');
    open();
  };
  useKeyPress((event) => {
    if (document.querySelector('dialog[open]')) return;
    const isTyped = (isLoading || Opened !== null) && isLetter(event);
    if (!isTyped && !isGoToKey(event)) return;
    event.preventDefault();
    if (isTyped) setTypedText((before) => before + event.key);
    else openEmpty();
  });
  useOpenedPlaces(session);
  return { open: openEmpty, dialog: Opened && <Opened session={session} typedBefore={typedText} onClose={close} /> };
}

/** Whether a key types a character, in any script that needs no input method. */
function isLetter(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  return Array.from(key).length === 1 && !ctrlKey && !metaKey && !altKey && !isComposingKey(event);
}

function isGoToKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key.toLowerCase() !== 'k' || altKey || shiftKey || isComposingKey(event)) return false;
  // on Apple's devices Ctrl+K deletes the end of a line
  return isApple() ? metaKey && !ctrlKey : ctrlKey && !metaKey;
}

/** Remembers each place (site, visit, document, guide) when its page is left, whatever link led to it. */
function useOpenedPlaces(session: Session): void {
  const { pathname, search } = useLocation();
  useEffect(
    () => () => {
      // nothing is remembered of a session that has ended
      const place = getSession()?.token === session.token ? placeAt(session.role, pathname, search) : null;
      if (place) recentPlaces.remember(session, placeId(place));
    },
    [session, pathname, search],
  );
}

/** The button that opens *Go to*. In the bar it shows the keys for it, where they fit; in the folded menu it shows its name. */
export function GoToButton({ inMenu = false, onPress }: { inMenu?: boolean; onPress: () => void }) {
  const apple = isApple();
  return (
    <button
      type="button"
      className={inMenu ? styles.inMenu : styles.inBar}
      aria-keyshortcuts={apple ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <SearchIcon />
      <span className={inMenu ? undefined : layout.visuallyHidden}>{t('Go to…')}</span>
      {!inMenu && (
        <kbd className={styles.keys} aria-hidden="true">
          {apple ? t('⌘K') : t('Ctrl+K')}
        </kbd>
      )}
    </button>
  );
}

/** This icon is not in `ui/icon-paths.ts`, because that is part of the first load. */
function SearchIcon() {
  return (
    <svg className={icons.icon} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4" />
    </svg>
  );
}
