import { memo, useCallback, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { RowSelection } from './use-row-selection.ts';
import styles from './RowMark.module.css';

export interface RowMarkProps {
  id: number;
  /** The accessible name, which says what a press selects. */
  label: string;
  checked: boolean;
  /**
   * The function must stay the same, because the rows are memoised. `isRange` is true if Shift was held: all rows from the last pressed row
   * to this row get the same state.
   */
  onMark: (id: number, isSelected: boolean, isRange: boolean) => void;
}

/** The checkbox that selects a row. It is memoised, because a search hides and shows hundreds of rows. */
export const RowMark = memo(function RowMark({ id, label, checked, onMark }: RowMarkProps) {
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        aria-label={label}
        data-row={id}
        checked={checked}
        // the Space key causes a click event too, which also tells whether Shift was held
        onChange={({ target, nativeEvent }) =>
          onMark(id, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
});

/** The strip at the start of a row that contains the checkbox. It is above the link that covers the whole row. */
export function MarkStrip({ children }: { children: ReactNode }) {
  return <span className={styles.strip}>{children}</span>;
}

/** Prevents the browser from selecting the text between two checkboxes when Shift is held. */
function onMouseDown(event: MouseEvent): void {
  if (event.shiftKey && event.target instanceof Element && event.target.closest('label')) event.preventDefault();
}

/**
 * Handles the checkboxes of a table or a list. A press with Shift selects a range in the order of the list. Arrow keys go from row to row,
 * and select both rows with Shift.
 * @param ids the ids of all rows in the order of the list, including rows that are not rendered
 */
export function useRowMarks(ids: readonly number[], onSelect: RowSelection['select']) {
  const order = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    order.current = ids;
  });
  const onMark = useCallback(
    (id: number, isSelected: boolean, isRange: boolean) => onSelect(id, isSelected, isRange ? order.current : null),
    [onSelect],
  );
  // with Shift, Firefox does not forward a press on the label to its checkbox, so this does; in the capture phase, before the row opens
  const onClickCapture = (event: MouseEvent) => {
    const { shiftKey, target } = event;
    const mark = shiftKey && target instanceof HTMLLabelElement ? target.control : null;
    if (!isMark(mark)) return;
    event.preventDefault();
    onSelect(Number(mark.dataset['row']), !mark.checked, order.current);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, target } = event;
    if ((key !== 'ArrowDown' && key !== 'ArrowUp') || !isMark(target)) return;
    const list = target.closest('tbody') ?? target.closest('ol');
    // some rows are hidden, and some have no mark
    const marks = Array.from(list?.querySelectorAll('input') ?? [])
      .filter(isMark)
      .filter((mark) => !mark.closest('tr')?.hidden);
    const next = marks[marks.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)];
    if (!next) return;
    // an arrow key would scroll the page
    event.preventDefault();
    next.focus();
    if (shiftKey) for (const mark of [target, next]) onSelect(Number(mark.dataset['row']), true, null);
  };
  return { onMark, handlers: { onClickCapture, onKeyDown, onMouseDown } };
}

function isMark(element: unknown): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.dataset['row'] !== undefined;
}
