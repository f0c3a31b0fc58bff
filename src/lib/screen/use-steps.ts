import { startTransition, useEffect, useState } from 'react';
import { atOnce, type Steps } from '../search/steps.ts';

/** Milliseconds of work between two moments in which the page can answer. */
const sliceMs = 8;

interface Made<Result> {
  source: unknown;
  begin: () => Steps<Result>;
  result: Result;
}

/**
 * What the steps make, and until they are through what the steps before have made: keys that are pressed meanwhile are shown at once. From
 * another source all is made at once, so that nothing of the one before is shown beside it.
 * @param begin starts the work; another function for other work
 */
export function useSteps<Result>(source: unknown, begin: () => Steps<Result>): Result {
  const [made, setMade] = useState<Made<Result>>(() => ({ source, begin, result: atOnce(begin()) }));
  const isOther = made.source !== source;
  const current = isOther ? { source, begin, result: atOnce(begin()) } : made;
  if (isOther) setMade(current);
  const isMade = current.begin === begin;
  useEffect(() => {
    if (isMade) return undefined;
    const steps = begin();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = () => {
      const end = performance.now() + sliceMs;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      const { done, value } = step;
      if (done) startTransition(() => setMade({ source, begin, result: value }));
      else timer = setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [source, begin, isMade]);
  return current.result;
}
