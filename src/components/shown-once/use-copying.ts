import { useRef, useState, type RefObject } from 'react';
import { t } from '../../lib/language/translate.ts';
import { copyShown } from '../../lib/screen/copy-shown.ts';

export interface Copying {
  /** Where the text is shown, which is selected where it cannot be copied. */
  shown: RefObject<HTMLElement | null>;
  /** What came of it, in words. */
  announcement: string;
  announce: (words: string) => void;
  copy: () => Promise<void>;
}

/** Copies a text that is shown. @param failure what to say where the browser does not let it @param onCopied called once somebody has it */
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
