import { useEffect, useRef, useState } from 'react';
import { noteUnsaved } from '../../lib/unsaved.ts';
import { newBatch } from '../../records/change-log/batch.ts';
import {
  changesOfSites,
  isUnclearChange,
  saveSites,
  undoChanges,
  type SiteChange,
  type SitesSaved,
} from '../../records/site/save-sites.ts';
import { invalidateSites } from '../../records/site/site-queries.ts';

export interface SavingOutcome extends SitesSaved {
  /** Whether the changes were undone. */
  isUndone: boolean;
  /** The id by which the change log groups these changes. */
  batch: string;
}

interface SavingStep {
  done: number;
  total: number;
  /** The site that is being saved. */
  name: string;
}

/**
 * Whether a change that failed may be saved all the same, because its answer was lost. *Undo* would not undo such a change, so it is not
 * offered until a repetition shows whether the change was saved.
 */
export function isOutcomeUnclear(outcome: SavingOutcome): boolean {
  return outcome.remaining.some((change) => isUnclearChange(outcome, change));
}

// the ids of sites that do not exist yet are made up, so the names are compared too
const isSameSite = (first: SiteChange, second: SiteChange) =>
  first.site.id === second.site.id && first.site.name === second.site.name;

/**
 * Saves changes site by site, repeats the remaining changes, and undoes saved changes.
 * @param unsaved the text of the question to a person who is about to leave while changes are being saved
 */
export function useSiteSaving(unsaved: () => string) {
  const [step, setStep] = useState<SavingStep | null>(null);
  const [outcome, setOutcome] = useState<SavingOutcome | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  // saving stops when the screen or the session changes
  useEffect(() => () => controllerRef.current?.abort(), []);

  const run = async (
    changes: readonly SiteChange[],
    { done, overtaken, overtakenChanges, errors, isUndone, batch = newBatch() }: Partial<SavingOutcome>,
  ) => {
    const { signal } = (controllerRef.current = new AbortController());
    const removeNote = noteUnsaved(unsaved());
    const onSite = (index: number, name: string) => setStep({ done: index, total: changes.length, name });
    const result = await saveSites(changes, { signal, batch, onSite });
    removeNote();
    invalidateSites();
    setStep(null);
    setOutcome({
      ...result,
      done: changesOfSites([...(done ?? []), ...result.done]),
      overtaken: [...(overtaken ?? []), ...result.overtaken],
      overtakenChanges: new Map([...(overtakenChanges ?? []), ...result.overtakenChanges]),
      // the earlier errors are retained for changes that this run did not reach: those are as unclear as before
      errors: new Map([...(errors ?? []), ...result.errors].filter(([change]) => result.remaining.includes(change))),
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
    /** Saves changes, together with those that remain from the run before. After *Undo* a new outcome begins. */
    save: (changes: readonly SiteChange[]) =>
      void (outcome && !outcome.isUndone ? run([...outcome.remaining, ...changes], outcome) : run(changes, {})),
    /** Saves changes in place of the remaining ones. Remaining changes that may be saved already are repeated, to find out. */
    saveInstead: (changes: readonly SiteChange[]) => {
      const unclear = outcome?.remaining.filter((change) => isUnclearChange(outcome, change)) ?? [];
      const others = changes.filter((change) => !unclear.some((repeated) => isSameSite(repeated, change)));
      void run([...unclear, ...others], outcome && !outcome.isUndone ? outcome : {});
    },
    cancel: () => controllerRef.current?.abort(),
    repeat: () => outcome && void run(outcome.remaining, outcome),
    /** Undoes the saved changes. Null if there are none, or if it is unclear whether a failed change was saved. */
    undo: canUndo ? () => void run(undoChanges(outcome), { isUndone: true }) : null,
  };
}
