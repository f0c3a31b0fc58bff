import { useEffect, useRef, useState } from 'react';
import { noteUnsaved } from '../../../lib/unsaved.ts';
import { invalidateSites } from '../../../records/site/site-queries.ts';
import { saveSites, undoChanges, type SiteChange, type SitesSaved } from './save-sites.ts';

export interface SavingOutcome extends SitesSaved {
  /** Whether the changes were taken back. */
  isUndone: boolean;
}

interface SavingStep {
  done: number;
  total: number;
  /** Of the site that is being saved. */
  name: string;
}

/** Saves changes site by site, and what is left once more; takes back what was saved. @param unsaved says that it is going on */
export function useSiteSaving(unsaved: () => string) {
  const [step, setStep] = useState<SavingStep | null>(null);
  const [outcome, setOutcome] = useState<SavingOutcome | null>(null);
  const running = useRef<AbortController | null>(null);
  // stops when the screen or the session changes
  useEffect(() => () => running.current?.abort(), []);

  const run = async (changes: readonly SiteChange[], { done, overtaken, isUndone }: Partial<SavingOutcome>) => {
    const { signal } = (running.current = new AbortController());
    const safe = noteUnsaved(unsaved());
    const onSite = (index: number, name: string) => setStep({ done: index, total: changes.length, name });
    const saved = await saveSites(changes, { signal, onSite });
    safe();
    invalidateSites();
    setStep(null);
    setOutcome({
      ...saved,
      done: [...(done ?? []), ...saved.done],
      overtaken: [...(overtaken ?? []), ...saved.overtaken],
      isUndone: isUndone ?? false,
    });
  };
  return {
    /** Null while nothing is saved. */
    step,
    /** Null until something was. */
    outcome,
    /** Saves changes, or more of them, together with what could not be saved before. After *Undo* it begins anew. */
    save: (changes: readonly SiteChange[]) =>
      void (outcome && !outcome.isUndone ? run([...outcome.remaining, ...changes], outcome) : run(changes, {})),
    cancel: () => running.current?.abort(),
    repeat: () => outcome && void run(outcome.remaining, outcome),
    undo: () => outcome && void run(undoChanges(outcome), { isUndone: true }),
  };
}
