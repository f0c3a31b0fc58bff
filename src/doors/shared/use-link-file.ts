import { useEffect, useState } from 'react';
import { isNoService } from '../../lib/request-error.ts';

export type LinkFile =
  | { kind: 'here'; file: Blob }
  /** `refused`: it is gone, hidden, or no file of the portal. `silent`: the service does not answer. */
  | { kind: 'loading' | 'refused' | 'silent'; file: null };

const loading: LinkFile = { kind: 'loading', file: null };

/**
 * A file of a visit.
 * @param stored its URL as stored; null while it is not needed
 * @param load the same function for the same files
 * @returns what is known of it, and what fetches it again
 */
export function useLinkFile(
  stored: string | null,
  load: (stored: string) => Promise<Blob>,
): [found: LinkFile, again: () => void] {
  const [attempt, setAttempt] = useState(0);
  const [found, setFound] = useState<{ of: string; attempt: number; what: LinkFile } | null>(null);
  useEffect(() => {
    if (stored === null) return undefined;
    let isOver = false;
    const settle = (what: LinkFile) => {
      if (!isOver) setFound({ of: stored, attempt, what });
    };
    load(stored).then(
      (file) => settle({ kind: 'here', file }),
      (error: unknown) => settle({ kind: isNoService(error) ? 'silent' : 'refused', file: null }),
    );
    return () => {
      isOver = true;
    };
  }, [stored, load, attempt]);
  const isThis = found !== null && found.of === stored && found.attempt === attempt;
  return [isThis ? found.what : loading, () => setAttempt(attempt + 1)];
}
