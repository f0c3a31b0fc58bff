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
  /** What is shared and of when, as the receiver reads it; its site is in the link. */
  title: string;
  /**
   * Called on press, and again for the text that follows. Returns the path and query that open the same thing after a
   * login.
   */
  link: () => string;
  /**
   * `type` and `name` are what the receiver sees; no words go with a file, so its name tells the site. It is loaded
   * only where the device can share such files. `busy`: it cannot be loaded now.
   */
  file?: { name: string; type: string; busy?: boolean; load: () => Promise<Blob> };
  /** Id of the text that distinguishes this button from similar ones. */
  describedBy?: string;
}

/** Long enough to read who can open the link. */
const copiedMs = 12_000;

/**
 * Opens the device's share sheet, with the file where the device passes on files; without a sheet, copies the link. The
 * sender is told who can open a copied link, as the receiver is with a shared one.
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
 * Shares on `press`, and tells the outcome of the last press. For a `SharingButton` with its `SharingOutcome`, and for other controls that
 * share.
 */
export function useSharing({ title, link, file }: Omit<ShareButtonProps, 'describedBy'>) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShareOutcome>('done');
  /**
   * Browsers open the share sheet only soon after a press. A file that was loaded too late for its press waits here, and the next press
   * shares it, while `isWanted`.
   */
  const lateFile = useRef<{ file: File; isWanted: () => boolean }>(undefined);
  const startAction = useStillHere();

  useLater(outcome === 'copied' ? copiedMs : null, () => setOutcome('done'));

  // a file that this device has refused is not offered to it again
  const canShareFile = () => file !== undefined && outcome !== 'unfit' && sharesFiles(file.type);

  /** Loads the file to share; null when the person cancelled it, undefined when the link is shared without a file. */
  const loadFile = async (): Promise<File | null | undefined> => {
    if (!file || !canShareFile()) return undefined;
    try {
      return new File([await file.load()], file.name, { type: file.type });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return null;
      // the link is shared instead, and leads to the file and its problem
      console.error('The file to share did not come', error);
      return undefined;
    }
  };
  const press = async () => {
    // read on press: the address, the file and the session may have changed when the file has come
    const path = link();
    const isWanted = startAction();
    const readyFile = lateFile.current?.isWanted() ? lateFile.current.file : undefined;
    setBusy(true);
    const fileToShare = readyFile ?? (await loadFile());
    // the button is free while the sheet is open, because some browsers never report that it was closed
    setBusy(false);
    if (fileToShare === null || !isWanted()) return;
    const newOutcome = await share({
      ...linkWords(title, path),
      link: path,
      file: fileToShare,
      late: readyFile === undefined,
    });
    lateFile.current = newOutcome === 'again' && fileToShare ? { file: fileToShare, isWanted } : undefined;
    setOutcome(newOutcome);
  };

  // written only after a press, as a list has hundreds of these buttons
  const words =
    outcome === 'done' ? null : outcomeWords(outcome, link(), file !== undefined && !sharesFiles(file.type));
  // a file that cannot be loaded now is waited for: the link is not shared in its place
  const waitsForFile = file?.busy === true && outcome !== 'again' && canShareFile();

  return { press: () => void press(), busy: busy || waitsForFile, outcome, label: labelOf(outcome), words };
}

interface SharingProps {
  sharing: ReturnType<typeof useSharing>;
}

interface SharingButtonProps extends SharingProps {
  /** As of `ShareButton`. */
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

/** The outcome of a `useSharing` in words. The element is always there, as a new live region is often not announced. */
export function SharingOutcome({ sharing: { outcome, words } }: SharingProps) {
  return (
    <>
      {/* not a toast, which a dialog would cover */}
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

/** What the outcome of a press means. @param savesFile whether there is a file that this device can only download */
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
