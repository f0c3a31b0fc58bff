import { startTransition, useEffect, useState } from 'react';
import { atOnce, type Steps } from '../search/steps.ts';

/** How long (ms) the work may block the page before it pauses. */
const sliceMs = 8;

interface CompletedWork<Result> {
  source: unknown;
  start: () => Steps<Result>;
  result: Result;
}

/**
 * Does work in steps with pauses, so that keys which are pressed meanwhile are shown at once. Until it is done, the result of the previous
 * work is returned. With another source, the work is done without pauses, so that no result of the previous source is shown beside it.
 * @param source what the work is about, such as the list that is searched
 * @param start starts the work; a new function starts new work
 */
export function useSteps<Result>(source: unknown, start: () => Steps<Result>): Result {
  const [completed, setCompleted] = useState<CompletedWork<Result>>(() => ({
    source,
    start,
    result: atOnce(start()),
  }));
  const isOtherSource = completed.source !== source;
  const current = isOtherSource ? { source, start, result: atOnce(start()) } : completed;
  if (isOtherSource) setCompleted(current);
  const isDone = current.start === start;
  useEffect(() => {
    if (isDone) return undefined;
    const steps = start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = () => {
      const end = performance.now() + sliceMs;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      const { done, value } = step;
      if (done) startTransition(() => setCompleted({ source, start, result: value }));
      else timer = setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [source, start, isDone]);
  return current.result;
}
