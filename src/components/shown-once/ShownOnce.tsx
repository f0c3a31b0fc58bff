import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { Warning } from '../../ui/message/Warning.tsx';
import type { Copying } from './use-copying.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ShownOnce.module.css';

interface ShownOnceProps {
  /** Lines of a `key` break at its dashes; lines of an `address` break anywhere. */
  kind: 'key' | 'address';
  text: string;
  copying: Copying;
  /** Called when a person selects the text and copies it without the button. */
  onCopied: () => void;
  /** The explanation of what the secret opens. */
  children: ReactNode;
}

/** Shows a new access key or link, with the warning that it is shown only once. */
export function ShownOnce({ kind, text, copying: { shown, announcement }, onCopied, children }: ShownOnceProps) {
  return (
    <div className={layout.gap3}>
      <code
        ref={shown}
        className={`${surface.framed} ${styles.secret} ${styles[kind]}`}
        translate="no"
        onCopy={onCopied}
      >
        {text}
      </code>
      <Warning>{t('Copy it now. It is not stored and cannot be shown again.')}</Warning>
      {children}
      <p className={`${texts.note} ${styles.copied}`} role="status">
        {announcement}
      </p>
    </div>
  );
}
