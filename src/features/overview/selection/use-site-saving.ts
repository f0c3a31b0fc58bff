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

/**
 * Saves changes site by site, repeats those that remain, and undoes what was saved.
 * @param unsaved the text for a person who would leave meanwhile
 */
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
    /** The site that is being saved; null while no save is running. */
    step,
    /** The result of the last save; null before it. */
    outcome,
    /** Saves changes, or more of them, together with what could not be saved before. After *Undo* it begins anew. */
    save: (changes: readonly SiteChange[]) =>
      void (outcome && !outcome.isUndone ? run([...outcome.remaining, ...changes], outcome) : run(changes, {})),
    cancel: () => running.current?.abort(),
    repeat: () => outcome && void run(outcome.remaining, outcome),
    undo: () => outcome && void run(undoChanges(outcome), { isUndone: true }),
  };
}
