import type { ReactNode } from 'react';
import { t } from '../../lib/language/translate.ts';
import { Warning } from '../../ui/message/Warning.tsx';
import type { Copying } from './use-copying.ts';
import layout from '../../ui/layout.module.css';
import surface from '../../ui/surface.module.css';
import texts from '../../ui/text.module.css';
import styles from './ShownOnce.module.css';

interface ShownOnceProps {
  /** A key, which breaks at its dashes, or an address, which breaks anywhere. */
  kind: 'key' | 'address';
  text: string;
  copying: Copying;
  /** Called when somebody copies it by hand. */
  onCopied: () => void;
  /** What it opens. */
  children: ReactNode;
}

/** A new secret, which is shown only once. */
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
