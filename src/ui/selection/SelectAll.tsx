import { useLayoutEffect, type RefObject } from 'react';
import { t } from '../../lib/language/translate.ts';
import layout from '../layout.module.css';
import styles from './Selection.module.css';

interface SelectAllProps {
  /** How many rows match the search and the filter. */
  matching: number;
  /** How many of these are selected. */
  selected: number;
  inputRef: RefObject<HTMLInputElement | null>;
  onChange: (on: boolean) => void;
}

/** Selects all rows that match, also those that are not drawn, or none of them. */
export function SelectAll({ matching, selected, inputRef, onChange }: SelectAllProps) {
  useLayoutEffect(() => {
    // a partly selected list: `indeterminate` has no attribute in HTML
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
