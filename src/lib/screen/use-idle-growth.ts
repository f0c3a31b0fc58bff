import { startTransition, useEffect, useState } from 'react';

interface Growth {
  first: number;
  /** How many to add each time the browser is idle. */
  more: number;
  /** Another value starts over. */
  of?: string;
}

/** How many of `total` items to render: a long list shows its beginning first and grows while the browser is idle. */
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
