import { useEffect, useRef, useState } from 'react';
import { noteUnsaved } from '../../lib/unsaved.ts';
import { newBatch } from '../../records/change-log/batch.ts';
import {
  isUnclearChange,
  saveSites,
  undoChanges,
  type SiteChange,
  type SitesSaved,
} from '../../records/site/save-sites.ts';
import { invalidateSites } from '../../records/site/site-queries.ts';

export interface SavingOutcome extends SitesSaved {
  /** Whether the changes were taken back. */
  isUndone: boolean;
  /** The id that these changes have in the change log. */
  batch: string;
}

interface SavingStep {
  done: number;
  total: number;
  /** The site that is being saved. */
  name: string;
}

/** Whether something that failed may be stored all the same: an *Undo* would forget it, so there is none until a repetition has told. */
export function isOutcomeUnclear(outcome: SavingOutcome): boolean {
  return outcome.remaining.some((change) => isUnclearChange(outcome, change));
}

const isSameSite = (first: SiteChange, second: SiteChange) =>
  first.site.id === second.site.id && first.site.name === second.site.name;

/**
 * Saves changes site by site, repeats those that remain, and undoes what was saved.
 * @param unsaved the text for a person who would leave meanwhile
 */
export function useSiteSaving(unsaved: () => string) {
  const [step, setStep] = useState<SavingStep | null>(null);
  const [outcome, setOutcome] = useState<SavingOutcome | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  // stops when the screen or the session changes
  useEffect(() => () => controllerRef.current?.abort(), []);

  const run = async (
    changes: readonly SiteChange[],
    { done, overtaken, overtakenChanges, errors, isUndone, batch = newBatch() }: Partial<SavingOutcome>,
  ) => {
    const { signal } = (controllerRef.current = new AbortController());
    const removeNote = noteUnsaved(unsaved());
    const onSite = (index: number, name: string) => setStep({ done: index, total: changes.length, name });
    const saved = await saveSites(changes, { signal, batch, onSite });
    removeNote();
    invalidateSites();
    setStep(null);
    setOutcome({
      ...saved,
      done: [...(done ?? []), ...saved.done],
      overtaken: [...(overtaken ?? []), ...saved.overtaken],
      overtakenChanges: new Map([...(overtakenChanges ?? []), ...saved.overtakenChanges]),
      // what was not reached this time is as unclear as before
      errors: new Map([...(errors ?? []), ...saved.errors].filter(([change]) => saved.remaining.includes(change))),
      isUndone: isUndone ?? false,
      batch,
    });
  };
  const canUndo = outcome !== null && !outcome.isUndone && outcome.done.length > 0 && !isOutcomeUnclear(outcome);
  return {
    /** The site that is being saved; null while no save is running. */
    step,
    /** The result of the last save; null before it. */
    outcome,
    /** Saves changes, or more of them, together with what could not be saved before. After *Undo* it begins anew. */
    save: (changes: readonly SiteChange[]) =>
      void (outcome && !outcome.isUndone ? run([...outcome.remaining, ...changes], outcome) : run(changes, {})),
    /** Saves changes instead of what remains, except what may be stored already: that is repeated, to know it. */
    saveInstead: (changes: readonly SiteChange[]) => {
      const unclear = outcome?.remaining.filter((change) => isUnclearChange(outcome, change)) ?? [];
      const others = changes.filter((change) => !unclear.some((before) => isSameSite(before, change)));
      void run([...unclear, ...others], outcome && !outcome.isUndone ? outcome : {});
    },
    cancel: () => controllerRef.current?.abort(),
    repeat: () => outcome && void run(outcome.remaining, outcome),
    /** Takes back what was saved; null where there is nothing, or something may be stored of which nobody knows. */
    undo: canUndo ? () => void run(undoChanges(outcome), { isUndone: true }) : null,
  };
}
