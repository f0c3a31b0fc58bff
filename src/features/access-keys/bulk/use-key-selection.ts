import { useMemo, useRef } from 'react';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { isInUse, type AccessKey } from '../../../records/access-key/access-key.ts';
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts';

/**
 * The selected keys, whatever the search and the filters show of them. Only keys in use can be: one that ends meanwhile is selected no more.
 * @param shown the keys that match, in the order of the list and of all its pages
 */
export function useKeySelection(keys: readonly AccessKey[], shown: readonly AccessKey[], now: Date) {
  const time = now.getTime();
  const inUse = useMemo(() => keys.filter((key) => isInUse(key, new Date(time))).map(({ id }) => id), [keys, time]);
  const { ids, select, selectAll, clear } = useRowSelection(inUse);
  const box = useRef<HTMLInputElement>(null);
  const focusAfter = useFocusAfter();
  const matching = shown.filter((key) => isInUse(key, now)).map(({ id }) => id);
  const listed = shown.filter(({ id }) => ids.has(id));
  const unseen = keys.filter((key) => ids.has(key.id) && !listed.includes(key));
  return {
    ids,
    select,
    matching,
    /** For `SelectAll`. */
    all: {
      matching: matching.length,
      selected: listed.length,
      inputRef: box,
      onChange: (on: boolean) => selectAll(matching, on),
    },
    /** In the order of the list. */
    selected: [...listed, ...unseen],
    unseen: unseen.length,
    /** Selects these alone. */
    choose: (chosen: readonly number[]) => {
      clear();
      selectAll(chosen, true);
    },
    clear: () => {
      clear();
      // the pressed button disappears
      focusAfter(() => box.current);
    },
  };
}
