import { useEffect, useState } from 'react';
import { isKeptFile } from '../../lib/offline/shell-files.ts';
import { keptFileCount } from '../../lib/offline/offline-shell.ts';
import { guideUrl } from './guide-names.ts';

/** Guides that open offline; grows while the service worker keeps more. */
export function useKeptGuides(files: readonly string[]): ReadonlySet<string> {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let wanted = true;
    const ask = async (file: string) => ((await isKeptFile(guideUrl(file))) ? [file] : []);
    const askAll = () => void Promise.all(files.map(ask)).then((found) => wanted && setKept(new Set(found.flat())));
    askAll();
    const unsubscribe = keptFileCount.subscribe(askAll);
    return () => {
      wanted = false;
      unsubscribe();
    };
  }, [files]);
  return kept;
}
