import { useRef, useState } from 'react';
import { useLater } from '../lib/screen/timing.ts';
import { fullUrl, share, sharesFiles, type ShareOutcome } from '../lib/share.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import texts from '../ui/text.module.css';
import layout from '../ui/layout.module.css';
import styles from './ShareButton.module.css';

interface ShareButtonProps {
  title: string;
  /** Called on press; returns path and query of what opens the same thing after the login. */
  link: () => string;
  /** `type` and `name` as the receiver sees them; loaded only where the device can share such files. */
  file?: { name: string; type: string; load: () => Promise<Blob> };
  /** Id of the text that distinguishes this button from similar ones. */
  describedBy?: string;
}

const copiedMs = 4_000;

/** Opens the device's share sheet; without one, copies the link. */
export function ShareButton({ title, link, file, describedBy }: ShareButtonProps) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShareOutcome>('done');
  const loaded = useRef<File>(undefined);

  useLater(outcome === 'copied' ? copiedMs : null, () => setOutcome('done'));

  const load = async () => {
    if (!file || !sharesFiles(file.type)) return;
    try {
      loaded.current ??= new File([await file.load()], file.name, { type: file.type });
    } catch (error) {
      // the link is shared instead, and leads to the file and its problem
      console.error('The file to share did not come', error);
    }
  };
  const press = async () => {
    setBusy(true);
    await load();
    setOutcome(await share({ title, link: link(), file: loaded.current }));
    setBusy(false);
  };

  return (
    <>
      <Button busy={busy} onClick={() => void press()} aria-describedby={describedBy}>
        <Icon name={outcome === 'copied' ? 'check' : 'share'} />
        {labels[outcome]}
      </Button>
      {outcome === 'error' && (
        <p className={`${texts.smaller} ${styles.failed}`} role="alert">
          It could not be shared. This is its link:{' '}
          <span className={`${texts.breaks} ${styles.link}`}>{fullUrl(link())}</span>
        </p>
      )}
      {/* in place of a toast, which a dialog would cover */}
      {(outcome === 'copied' || outcome === 'again') && (
        <span className={layout.spoken} role="status">
          {labels[outcome]}
        </span>
      )}
    </>
  );
}

const labels: Record<ShareOutcome, string> = {
  done: 'Share',
  error: 'Share',
  copied: 'Link copied',
  again: 'Share now',
};
