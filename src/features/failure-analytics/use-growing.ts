import { startTransition, useEffect, useState } from 'react';

/**
 * How many of `total` things to render: the first at once, the others a few at a time when the browser has a moment,
 * so that a page of 40 posts answers from the start. `all` renders every one.
 */
export function useGrowing(total: number, all: boolean): number {
  const [count, setCount] = useState(1);
  useEffect(() => {
    if (count >= total) return undefined;
    // the first chart has a moment for itself
    const timer = setTimeout(() => startTransition(() => setCount(count + 2)), count === 1 ? 150 : 0);
    return () => clearTimeout(timer);
  }, [count, total]);
  return all ? total : count;
}
