import { useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Icon } from '../../ui/Icon.tsx';
import layout from '../../ui/layout.module.css';
import dialog from './KeyDialog.module.css';
import styles from './ShownKey.module.css';

interface ShownKeyProps {
  value: string;
  label: string;
  /** By the button or by hand. */
  onCopied: () => void;
  onClose: () => void;
}

export function ShownKey({ value, label, onCopied, onClose }: ShownKeyProps) {
  const shown = useRef<HTMLElement>(null);
  const [said, setSaid] = useState('');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid('Copied.');
      onCopied();
    } catch {
      // not allowed, or no clipboard without https: the person copies what is selected for them
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(
        'The browser does not let the portal copy. The key is selected: copy it with Ctrl+C, or hold it on a phone.',
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
          <Button variant="primary" onClick={() => void copy()} data-autofocus>
            Copy
          </Button>
        </>
      }
    >
      <div className={layout.tight}>
        <code ref={shown} className={styles.key} translate="no" onCopy={onCopied}>
          {value}
        </code>
        <p className={dialog.warning}>
          <Icon name="warning" />
          <span>Copy it now. It is not stored and cannot be shown again.</span>
        </p>
        <p className={styles.copied} role="status">
          {said}
        </p>
      </div>
    </Dialog>
  );
}
