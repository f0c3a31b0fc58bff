import { startTransition, useState } from 'react';
import { useLater } from './use-later.ts';

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
  useLater(count < total ? 0 : null, () => startTransition(() => setGrown({ of, count: count + more })), grown);
  return count;
}
