import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { NearestNote } from '../../components/search/NearestNote.tsx';
import { recentPlaces } from '../../lib/device/recent-texts.ts';
import type { Session } from '../../lib/device/session.ts';
import { t } from '../../lib/language/translate.ts';
import { isApple, isComposingKey } from '../../lib/screen/keyboard.ts';
import { searchRemark } from '../../lib/text-search.ts';
import { listedWords } from '../../records/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { listSteps } from '../../ui/combo/ComboField.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/field/Field.tsx';
import type { GoToLine } from './destinations.ts';
import { GoToList } from './GoToList.tsx';
import { useDestinations, type Destinations } from './use-destinations.ts';
import layout from '../../ui/layout.module.css';
import texts from '../../ui/text.module.css';
import styles from './GoToDialog.module.css';

interface GoToDialogProps {
  session: Session;
  /** What was typed while the code of the dialog was loading. */
  typedBefore: string;
  onClose: () => void;
}

/**
 * The dialog in which somebody types to find a screen, site, visit, document, key or guide that the role may see, and opens it
 * (`decisions §17`). The lines are links: Enter opens the marked line; Ctrl+Enter or the middle mouse button opens it in a new tab.
 * Unsaved input is safe, because leaving a screen asks as with any other link.
 */
export function GoToDialog({ session, typedBefore, onClose }: GoToDialogProps) {
  const listId = useId();
  const navigate = useNavigate();
  const [typedText, setTypedText] = useState(typedBefore);
  const [markedId, setMarkedId] = useState<string | null>(null);
  const destinations = useDestinations(session, typedText);
  const lines = destinations.groups.flatMap((group) => group.lines);
  const markedIndex = lines.findIndex(({ id }) => id === markedId);
  // the best match is marked until somebody marks another line
  const active = markedIndex >= 0 ? markedIndex : lines.findIndex(({ id }) => id === destinations.first);

  const remember = ({ id, becomesRecent }: GoToLine) => {
    if (becomesRecent) recentPlaces.remember(session, id);
  };
  /** Remembers a pressed line, and closes the dialog unless the link opens in a new tab. The link itself opens the screen. */
  const onPress = (line: GoToLine, event: MouseEvent) => {
    remember(line);
    const inNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!inNewTab) onClose();
  };
  const open = (line: GoToLine, inNewTab: boolean) => {
    remember(line);
    if (inNewTab) window.open(line.link, '_blank', 'noopener');
    else {
      onClose();
      void navigate(line.link);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposingKey(event.nativeEvent)) return;
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const step = altKey || ctrlKey || metaKey || shiftKey ? undefined : listSteps[key];
    const line = lines[active];
    if (step && lines.length > 0) setMarkedId(lines[step(active, lines.length - 1)]?.id ?? null);
    else if (key === 'Enter' && !altKey && !shiftKey) {
      if (line) open(line, isApple() ? metaKey : ctrlKey);
    } else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={t('Go to…')} size="large">
      <div className={styles.palette}>
        <Field label={fieldLabel(session)} error={searchRemark(typedText)} announced={false}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="search"
              enterKeyHint="go"
              role="combobox"
              aria-expanded={lines.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              {...(lines[active] && { 'aria-activedescendant': `${listId}-${active}` })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-autofocus
              value={typedText}
              onChange={(event) => {
                setTypedText(event.target.value);
                setMarkedId(null);
              }}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <NearestNote corrections={destinations.corrections} of="thing" />
        <GoToList id={listId} groups={destinations.groups} active={active} onPress={onPress} />
        <State destinations={destinations} count={lines.length} typedText={typedText.trim()} />
        <p className={`${texts.hint} ${styles.keys}`}>
          {isApple()
            ? t('Enter opens, ⌘Enter in a new tab; ↑ ↓ choose, Esc closes.')
            : t('Enter opens, Ctrl+Enter in a new tab; ↑ ↓ choose, Esc closes.')}
        </p>
      </div>
    </Dialog>
  );
}

/** The label of the field: it lists what the role may search for. */
function fieldLabel({ role }: Session): string {
  return t(
    '{role, select, admin {Screen, site, visit, document, access key or guide} technician {Screen, site, visit, document or guide} other {Screen, visit, document or guide}}',
    { role },
  );
}

/** Says how many lines there are, what is still loading, and what could not be read. */
function State({ destinations, count, typedText }: { destinations: Destinations; count: number; typedText: string }) {
  const { waitsFor, unread, onRetry } = destinations;
  const isEmpty = count === 0 && waitsFor === null;
  const statusText = () => {
    if (waitsFor === 'visits') return t('Searching visits…');
    if (waitsFor === 'records') return t('Loading…');
    if (isEmpty) return t('Nothing found for “{typed}”.', { typed: typedText });
    return count > 0 ? t('{count} to choose from', { count }) : '';
  };
  return (
    <>
      <p className={isEmpty || waitsFor !== null ? texts.muted : layout.visuallyHidden} role="status">
        {statusText()}
      </p>
      {unread.length > 0 && (
        <div className={layout.row}>
          <p className={texts.muted} role="status">
            {t('Could not be read: {things}.', { things: listedWords(unread) })}
          </p>
          <Button onClick={onRetry}>{t('Try again')}</Button>
        </div>
      )}
    </>
  );
}
