import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Since when the page is being printed. Renders synchronously, before the browser takes its snapshot. */
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
