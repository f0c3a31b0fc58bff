import { useLayoutEffect, type RefObject } from 'react';
import { t } from '../../lib/language/translate.ts';
import layout from '../layout.module.css';
import styles from './Selection.module.css';

interface SelectAllProps {
  /** How many rows match the search and the filters. */
  matching: number;
  /** How many of the matching rows are selected. */
  selected: number;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (isSelected: boolean) => void;
}

/** A checkbox that selects all matching rows, including rows that are not rendered, or none of them. */
export function SelectAll({ matching, selected, inputRef, onChange }: SelectAllProps) {
  useLayoutEffect(() => {
    // some but not all rows are selected; `indeterminate` is no HTML attribute, so it is set on the element
    if (inputRef.current) inputRef.current.indeterminate = selected > 0 && selected < matching;
  });
  return (
    <label className={`${layout.line} ${layout.unprinted} ${styles.all}`}>
      <input
        ref={inputRef}
        type="checkbox"
        checked={matching > 0 && selected === matching}
        disabled={matching === 0}
        onChange={(event) => onChange(event.target.checked)}
      />
      {t('Select all that match')}
    </label>
  );
}
