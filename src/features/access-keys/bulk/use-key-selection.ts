import { useMemo, useRef } from 'react';
import { useFocusAfter } from '../../../lib/screen/keyboard.ts';
import { isInUse, type AccessKey } from '../../../records/access-key/access-key.ts';
import { useRowSelection } from '../../../ui/selection/use-row-selection.ts';

/**
 * The selected keys, also those that the search and the filters hide. Only keys in use can be selected; a key that ends is unselected.
 * @param keys all keys
 * @param visibleKeys the keys that match, of all pages, in the order of the list
 */
export function useKeySelection(keys: readonly AccessKey[], visibleKeys: readonly AccessKey[], now: Date) {
  const time = now.getTime();
  const inUseIds = useMemo(() => keys.filter((key) => isInUse(key, new Date(time))).map(({ id }) => id), [keys, time]);
  const { ids, select, selectAll, clear } = useRowSelection(inUseIds);
  const selectAllBox = useRef<HTMLInputElement>(null);
  const focusAfter = useFocusAfter();
  const matching = visibleKeys.filter((key) => isInUse(key, now)).map(({ id }) => id);
  const visibleSelected = visibleKeys.filter(({ id }) => ids.has(id));
  const unseenSelected = keys.filter((key) => ids.has(key.id) && !visibleSelected.includes(key));
  return {
    ids,
    select,
    /** The ids that can be selected in the list, in its order. */
    matching,
    /** The props of `SelectAll`. */
    selectAllProps: {
      matching: matching.length,
      selected: visibleSelected.length,
      inputRef: selectAllBox,
      onChange: (isOn: boolean) => selectAll(matching, isOn),
    },
    /** The selected keys: those in the list in its order, then the others. */
    selected: [...visibleSelected, ...unseenSelected],
    /** How many selected keys the list does not show. */
    unseen: unseenSelected.length,
    selectOnly: (chosen: readonly number[]) => {
      clear();
      selectAll(chosen, true);
    },
    clear: () => {
      clear();
      // the pressed button disappears, so the checkbox gets the focus
      focusAfter(() => selectAllBox.current);
    },
  };
}
