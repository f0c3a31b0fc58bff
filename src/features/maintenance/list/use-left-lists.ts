import { startTransition, useEffect, useRef, useState, type ReactElement } from 'react';

export interface DrawnMonth {
  /** As it is written: `March 2026`. */
  month: string;
  count: number;
  chunks: readonly ReactElement[];
}

interface DrawnList {
  /** What its tasks were chosen by. */
  of: string;
  months: readonly DrawnMonth[];
}

interface LeftList {
  key: number;
  months: readonly DrawnMonth[];
}

/** A list of so many chunks is taken away as soon as another is there: a usual month's cards that stay are kept. */
const fewChunks = 3;
/** Chunks that are taken away each time that the browser has a moment. */
const piece = 25;

/**
 * Removing thousands of cards at once blocks the page, so a replaced list is hidden and removed piece by piece.
 * @param calm whether the new list is complete.
 * @returns the key of the current list, and of those still to be hidden.
 */
export function useLeftLists(list: DrawnList, calm: boolean): { key: number; left: readonly LeftList[] } {
  const { of } = list;
  const last = useRef(list);
  const [shown, setShown] = useState<{ of: string; key: number; left: readonly LeftList[] }>({ of, key: 0, left: [] });
  if (shown.of !== of) {
    setShown(({ key, left }) => {
      // what the page holds: the very elements that were drawn last, so that none of its cards is drawn again
      const { months } = last.current;
      return chunksIn(months) > fewChunks ? { of, key: key + 1, left: [...left, { key, months }] } : { of, key, left };
    });
  }
  useEffect(() => {
    last.current = list;
  });

  useEffect(() => {
    if (!calm || shown.left.length === 0) return undefined;
    const timer = setTimeout(() =>
      startTransition(() =>
        setShown((before) => ({ ...before, left: before.left.flatMap((one, index) => (index > 0 ? one : less(one))) })),
      ),
    );
    return () => clearTimeout(timer);
  }, [calm, shown.left]);
  return shown;
}

const chunksIn = (months: readonly DrawnMonth[]) => months.reduce((sum, { chunks }) => sum + chunks.length, 0);

/** A list without its last piece; nothing where that was all of it. */
function less({ key, months }: LeftList): LeftList[] {
  let room = chunksIn(months) - piece;
  const rest = months.flatMap((one) => {
    const chunks = one.chunks.slice(0, Math.max(0, room));
    room -= chunks.length;
    return chunks.length === 0 ? [] : [{ ...one, chunks }];
  });
  return rest.length === 0 ? [] : [{ key, months: rest }];
}
