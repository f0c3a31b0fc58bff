import { startTransition, useEffect, useRef, useState, type ReactElement } from 'react';
import { useLater } from '../../../lib/screen/use-later.ts';

export interface DrawnMonth {
  month: string;
  count: number;
  chunks: readonly ReactElement[];
}

interface DrawnList {
  of: string;
  months: readonly DrawnMonth[];
}

interface OutgoingList {
  key: number;
  months: readonly DrawnMonth[];
}

/** A shorter list is removed as soon as its successor is there: a usual month keeps the cards that stay. */
const fewChunks = 3;
/** Chunks removed each time the browser is idle. */
const piece = 25;

/**
 * Removing thousands of cards at once blocks the page, so a replaced list is hidden and removed piece by piece.
 * @param calm whether the new list is complete.
 * @returns the key of the current list, and of those still to be hidden.
 */
export function useOutgoingLists(list: DrawnList, calm: boolean): { key: number; left: readonly OutgoingList[] } {
  const { of } = list;
  const last = useRef(list);
  const [shown, setShown] = useState<{ of: string; key: number; left: readonly OutgoingList[] }>({
    of,
    key: 0,
    left: [],
  });
  if (shown.of !== of) {
    setShown(({ key, left }) => {
      // the very elements rendered last, so that no card renders again
      const { months } = last.current;
      return chunksIn(months) > fewChunks ? { of, key: key + 1, left: [...left, { key, months }] } : { of, key, left };
    });
  }
  // read while rendering, where an effect event may not be called
  useEffect(() => {
    last.current = list;
  });

  const shorten = () =>
    setShown((before) => ({ ...before, left: before.left.flatMap((one, index) => (index > 0 ? one : less(one))) }));
  useLater(calm && shown.left.length > 0 ? 0 : null, () => startTransition(shorten), shown.left);
  return shown;
}

const chunksIn = (months: readonly DrawnMonth[]) => months.reduce((sum, { chunks }) => sum + chunks.length, 0);

function less({ key, months }: OutgoingList): OutgoingList[] {
  let room = chunksIn(months) - piece;
  const rest = months.flatMap((one) => {
    const chunks = one.chunks.slice(0, Math.max(0, room));
    room -= chunks.length;
    return chunks.length === 0 ? [] : [{ ...one, chunks }];
  });
  return rest.length === 0 ? [] : [{ key, months: rest }];
}
