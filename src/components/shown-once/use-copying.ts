import { useRef, useState, type RefObject } from 'react';
import { t } from '../../lib/language/translate.ts';
import { copyShown } from '../../lib/screen/copy-shown.ts';

export interface Copying {
  /** The element that shows the text. The text is selected if the browser does not allow copying it. */
  shown: RefObject<HTMLElement | null>;
  /** The outcome in words; empty before the first press. */
  announcement: string;
  announce: (words: string) => void;
  copy: () => Promise<void>;
}

/**
 * Copies a text that is shown.
 * @param failure the message if the browser does not allow copying
 * @param onCopied called once the text is copied
 */
export function useCopying(text: string, failure: string, onCopied: () => void): Copying {
  const shown = useRef<HTMLElement>(null);
  const [announcement, announce] = useState('');
  const copy = async () => {
    const isCopied = await copyShown(text, shown.current);
    announce(isCopied ? t('Copied.') : failure);
    if (isCopied) onCopied();
  };
  return { shown, announcement, announce, copy };
}
