import { useRef, useState, type ReactNode } from 'react';
import { useStillHere } from '../lib/device/still-here.ts';
import { type Message, message, said, t } from '../lib/language/translate.ts';
import { useLater } from '../lib/screen/timing.ts';
import { fullUrl, hasShareSheet, share, sharesFiles, type ShareOutcome } from '../lib/share.ts';
import { linkWords, whoOpens } from '../records/portal-links.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { richSentences } from './rich-sentences.tsx';
import layout from '../ui/layout.module.css';
import texts from '../ui/text.module.css';
import styles from './ShareButton.module.css';

interface ShareButtonProps {
  /** The title and date of what is shared, as the receiver reads them. The site is in the link. */
  title: string;
  /**
   * Returns the path and query that open the same thing after a login. It is called on a press, and again for the text
   * about the outcome.
   */
  link: () => string;
  /**
   * A file to share in place of the link. The receiver sees only its `name` and `type`, so the name should contain the
   * site. `load` is called only if the device can share such files. While `busy`, the file cannot be loaded.
   */
  file?: { name: string; type: string; busy?: boolean; load: () => Promise<Blob> };
  /** The element id of the text that distinguishes this button from similar buttons. */
  describedBy?: string;
}

/** In ms: the text that says who can open the copied link is shown for this long. */
const copiedMs = 12_000;

/**
 * Opens the device's share sheet, with the file if the device can share files. Without a share sheet it copies the link
 * and says who can open it.
 */
export function ShareButton({ describedBy, ...shared }: ShareButtonProps) {
  const sharing = useSharing(shared);
  return (
    <>
      <SharingButton sharing={sharing} describedBy={describedBy} />
      <SharingOutcome sharing={sharing} />
    </>
  );
}

/**
 * Shares when `press` is called, and returns the outcome of the last press. It is used by a `SharingButton` with its `SharingOutcome`, and
 * by menus.
 */
export function useSharing({ title, link, file }: Omit<ShareButtonProps, 'describedBy'>) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShareOutcome>('done');
  /**
   * Browsers open the share sheet only shortly after a press. A file that was loaded too late is stored here, and the next press shares it
   * if the screen is still open under the same session.
   */
  const lateFile = useRef<{ file: File; isStillHere: () => boolean }>(undefined);
  const notePress = useStillHere();

  useLater(outcome === 'copied' ? copiedMs : null, () => setOutcome('done'));

  // after the device has refused a file, only the link is shared
  const canShareFile = () => file !== undefined && outcome !== 'unfit' && sharesFiles(file.type);

  /** Loads the file to share. Null if the person cancelled it; undefined if the link is shared without a file. */
  const loadFile = async (): Promise<File | null | undefined> => {
    if (!file || !canShareFile()) return undefined;
    try {
      return new File([await file.load()], file.name, { type: file.type });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return null;
      // the link is shared instead
      console.error('The file to share did not come', error);
      return undefined;
    }
  };
  const press = async () => {
    // read at once: the URL, the file and the session may have changed when the file is loaded
    const path = link();
    const isStillHere = notePress();
    const readyFile = lateFile.current?.isStillHere() ? lateFile.current.file : undefined;
    setBusy(true);
    const fileToShare = readyFile ?? (await loadFile());
    // the button is not busy while the share sheet is open, because some browsers never report that it was closed
    setBusy(false);
    if (fileToShare === null || !isStillHere()) return;
    const newOutcome = await share({
      ...linkWords(title, path),
      link: path,
      file: fileToShare,
      late: readyFile === undefined,
    });
    lateFile.current = newOutcome === 'again' && fileToShare ? { file: fileToShare, isStillHere } : undefined;
    setOutcome(newOutcome);
  };

  // computed only after a press, because a list has hundreds of these buttons
  const words =
    outcome === 'done' ? null : outcomeWords(outcome, link(), file !== undefined && !sharesFiles(file.type));
  // while the file cannot be loaded, the button is busy, so that the link is not shared in its place
  const waitsForFile = file?.busy === true && outcome !== 'again' && canShareFile();

  return { press: () => void press(), busy: busy || waitsForFile, outcome, label: labelOf(outcome), words };
}

interface SharingProps {
  sharing: ReturnType<typeof useSharing>;
}

interface SharingButtonProps extends SharingProps {
  /** See `ShareButton`. */
  describedBy: string | undefined;
  variant?: 'secondary' | 'ghost';
}

/** The button of a `useSharing`. */
export function SharingButton({ sharing, describedBy, variant = 'secondary' }: SharingButtonProps) {
  const { press, busy, outcome, label } = sharing;
  return (
    <Button variant={variant} busy={busy} onClick={press} aria-describedby={describedBy}>
      <Icon name={outcome === 'copied' ? 'check' : 'share'} />
      {label}
    </Button>
  );
}

/** The outcome of a `useSharing` in words. The element is always rendered, because screen readers often ignore a new live region. */
export function SharingOutcome({ sharing: { outcome, words } }: SharingProps) {
  return (
    <>
      {/* not a toast, because a dialog would cover it */}
      <p className={`${texts.smaller} ${styles.outcome}`} aria-live="polite">
        {outcome === 'error' ? null : words}
      </p>
      {outcome === 'error' && (
        <p className={`${texts.smaller} ${styles.outcome} ${styles.failed}`} role="alert">
          {words}
        </p>
      )}
    </>
  );
}

/**
 * The text about the outcome of a press.
 * @param savesFile whether there is a file that this device cannot share, only download
 */
function outcomeWords(outcome: Exclude<ShareOutcome, 'done'>, link: string, savesFile: boolean): ReactNode {
  if (outcome === 'again') return t('The file is ready.');
  if (outcome === 'unfit') return t('This device does not pass on this file. Save it to send it, or share its link.');
  if (outcome === 'copied')
    return richSentences(
      <span className={layout.visuallyHidden}>{t('Link copied.')}</span>,
      <span>{whoOpens(link)}</span>,
      savesFile && <span>{t('To send the file itself, save it first.')}</span>,
    );
  return richSentences(
    <span>{t('The link could not be copied.')}</span>,
    <span>{whoOpens(link)}</span>,
    <span className={`${texts.breaks} ${styles.link}`}>{fullUrl(link)}</span>,
  );
}

const labels: Partial<Record<ShareOutcome, Message>> = {
  copied: message('Link copied'),
  again: message('Share now'),
  unfit: message('Share link'),
};

function labelOf(outcome: ShareOutcome): string {
  const label = labels[outcome];
  if (label !== undefined) return said(label);
  return hasShareSheet() ? t('Share') : t('Copy link');
}
