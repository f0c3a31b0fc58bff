import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * Since when the page is being put on paper, null while it is not. What is rendered for paper is there before the browser
 * takes its picture.
 */
export function usePrinting(): Date | null {
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    const begin = () => flushSync(() => setSince(new Date()));
    const end = () => setSince(null);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return since;
}
