import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `total` things to render: the first at once, the others a few at a time when the browser has a moment,
 * so that a page of 40 posts answers from the start. `all` renders every one.
 */
export function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(total > 1 ? 1 : Infinity);
  useEffect(() => {
    if (count >= total) return undefined;
    // what was there stays: one more must not take away the last, with what is typed in it
    const next = count + 2 < total ? count + 2 : Infinity;
    // the first chart has a moment for itself
    const timer = setTimeout(() => startTransition(() => setCount(next)), count === 1 ? 150 : 0);
    return () => clearTimeout(timer);
  }, [count, total]);
  return all ? total : count;
}
