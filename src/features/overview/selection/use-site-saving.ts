import { useEffect, useRef, useState } from 'react';
import { holdUnsaved } from '../../../lib/unsaved.ts';
import { invalidateSites } from '../../../records/site/site-queries.ts';
import type { IntervalChange } from './interval-plan.ts';
import { saveIntervals, undoing, type IntervalsSaved } from './save-intervals.ts';
import { t } from '../../../lib/language/translate.ts';

export interface SavingOutcome extends IntervalsSaved {
  /** Whether the intervals were taken back. */
  isUndone: boolean;
}

interface SavingStep {
  done: number;
  total: number;
  /** Of the site that is being saved. */
  name: string;
}

/** Saves intervals site by site, and what is left once more; takes back what was saved. */
export function useIntervalSaving() {
  const [step, setStep] = useState<SavingStep | null>(null);
  const [outcome, setOutcome] = useState<SavingOutcome | null>(null);
  const running = useRef<AbortController | null>(null);
  // stops when the screen or the session changes
  useEffect(() => () => running.current?.abort(), []);

  const run = async (changes: readonly IntervalChange[], { done, overtaken, isUndone }: Partial<SavingOutcome>) => {
    const { signal } = (running.current = new AbortController());
    const safe = holdUnsaved(t('Visit intervals are being saved.'));
    const onSite = (index: number, name: string) => setStep({ done: index, total: changes.length, name });
    const saved = await saveIntervals(changes, { signal, onSite });
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
    save: (changes: readonly IntervalChange[]) => void run(changes, {}),
    cancel: () => running.current?.abort(),
    repeat: () => outcome && void run(outcome.left, outcome),
    undo: () => outcome && void run(undoing(outcome), { isUndone: true }),
  };
}
