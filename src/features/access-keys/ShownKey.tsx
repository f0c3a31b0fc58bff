import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import { KeyCard } from './KeyCard.tsx';
import type { MadeKey } from './key-request.ts';
import dialog from './KeyDialog.module.css';
import styles from './ShownKey.module.css';

interface ShownKeyProps {
  made: MadeKey;
  /** By the button or by hand. */
  onCopied: () => void;
  onClose: () => void;
}

/** A client's or technician's key can also be printed as a card. */
export function ShownKey({ made, onCopied, onClose }: ShownKeyProps) {
  const { key, label, site, sites } = made;
  const hasCard = site !== null || sites !== null;
  const shown = useRef<HTMLElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [madeAt] = useState(() => new Date());

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(key);
      setAnnouncement('Copied.');
      onCopied();
    } catch {
      // not allowed, or no clipboard without HTTPS: selects it, for the user to copy
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setAnnouncement(
        'The browser does not let the portal copy the key. It is selected: press Ctrl+C, or touch and hold it on a phone.',
      );
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={`The new key for ${label}`}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {hasCard && (
            <Button onClick={() => print()}>
              <Icon name="printer" />
              Print the card
            </Button>
          )}
          <Button variant="primary" onClick={() => void copy()} data-autofocus>
            Copy
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        <code ref={shown} className={styles.key} translate="no" onCopy={onCopied}>
          {key}
        </code>
        <p className={dialog.warning}>
          <Icon name="warning" />
          <span>Copy it now. It is not stored and cannot be shown again.</span>
        </p>
        {hasCard && (
          <p>
            {`The card tells ${site ? `${site.name} how to open its records` : 'the technician how to get started'}: link, key, and a code for phones. Print it, or save it as a PDF from the print dialog.`}
          </p>
        )}
        <p className={styles.copied} role="status">
          {announcement}
        </p>
        {hasCard && <KeyCard made={made} now={madeAt} />}
      </div>
    </Dialog>
  );
}
