import { memo, useCallback, useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import type { RowSelection } from './use-row-selection.ts';
import styles from './RowMark.module.css';

export interface RowMarkProps {
  id: number;
  /** What a press selects, in words. */
  label: string;
  checked: boolean;
  /** Never changes. `isRange`: Shift was held, so all since the one pressed before become the same. */
  onMark: (id: number, on: boolean, isRange: boolean) => void;
}

/** The checkbox that selects a row. Memoised, as a search hides and shows hundreds of rows. */
export const RowMark = memo(function RowMark({ id, label, checked, onMark }: RowMarkProps) {
  return (
    <label className={styles.mark}>
      <input
        type="checkbox"
        aria-label={label}
        data-row={id}
        checked={checked}
        // Space is a click too, with its Shift
        onChange={({ target, nativeEvent }) =>
          onMark(id, target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    </label>
  );
});

/** The strip at the start of a row that is covered by its link, above which the mark stands. */
export function MarkStrip({ children }: { children: ReactNode }) {
  return <span className={styles.strip}>{children}</span>;
}

/** Prevents that the browser selects the text between two marks, as it does with Shift. */
function onMouseDown(event: MouseEvent): void {
  if (event.shiftKey && event.target instanceof Element && event.target.closest('label')) event.preventDefault();
}

/**
 * Handles the marks of a table or a list: ranges in its order, and arrow keys from row to row, which select with Shift.
 * @param ids of all rows in the order of the list, also of those that are not rendered
 */
export function useRowMarks(ids: readonly number[], onSelect: RowSelection['select']) {
  const order = useRef<readonly number[]>([]);
  useLayoutEffect(() => {
    order.current = ids;
  });
  const onMark = useCallback(
    (id: number, on: boolean, isRange: boolean) => onSelect(id, on, isRange ? order.current : null),
    [onSelect],
  );
  // in the capture phase, before a row is opened: with Shift, Firefox does not pass a press beside a box on to it
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
    // the page would scroll
    event.preventDefault();
    next.focus();
    if (shiftKey) for (const mark of [target, next]) onSelect(Number(mark.dataset['row']), true, null);
  };
  return { onMark, handlers: { onClickCapture, onKeyDown, onMouseDown } };
}

function isMark(element: unknown): element is HTMLInputElement {
  return element instanceof HTMLInputElement && element.dataset['row'] !== undefined;
}
