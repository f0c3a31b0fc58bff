import { startTransition, useEffect, useState } from 'react';

interface Growth {
  first: number;
  /** How many follow each time that the browser has a moment. */
  more: number;
  /** With another value it begins anew. */
  of?: string;
}

/** How many of `total` things to render: a long list is there with its beginning, and whole a little later. */
export function useIdleGrowth(total: number, { first, more, of = '' }: Growth): number {
  const [grown, setGrown] = useState({ of, count: first });
  const count = grown.of === of ? grown.count : first;
  useEffect(() => {
    if (count >= total) return undefined;
    const timer = setTimeout(() => startTransition(() => setGrown({ of, count: count + more })));
    return () => clearTimeout(timer);
  }, [count, total, more, of]);
  return count;
}
