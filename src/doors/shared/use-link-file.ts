import { useEffect, useState } from 'react';
import { isNoService } from '../../lib/request-error.ts';

export type LinkFile =
  | { kind: 'here'; file: Blob }
  /** `refused`: the file is deleted, hidden or not the portal's. `silent`: the service does not answer. */
  | { kind: 'loading' | 'refused' | 'silent'; file: null };

const loading: LinkFile = { kind: 'loading', file: null };

/**
 * Loads a file of a visit.
 * @param stored its URL as stored; null while it is not needed
 * @param load the same function at every render
 * @returns the state of the file, and a function that fetches it again
 */
export function useLinkFile(
  stored: string | null,
  load: (stored: string) => Promise<Blob>,
): [result: LinkFile, again: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [settled, setSettled] = useState<{ url: string; attempt: number; result: LinkFile } | null>(null);
  useEffect(() => {
    if (stored === null) return undefined;
    let isOver = false;
    const settle = (result: LinkFile) => {
      if (!isOver) setSettled({ url: stored, attempt, result });
    };
    load(stored).then(
      (file) => settle({ kind: 'here', file }),
      (error: unknown) => settle({ kind: isNoService(error) ? 'silent' : 'refused', file: null }),
    );
    return () => {
      isOver = true;
    };
  }, [stored, load, attempt]);
  const isCurrent = settled !== null && settled.url === stored && settled.attempt === attempt;
  return [isCurrent ? settled.result : loading, () => setAttempt(attempt + 1)];
}
