import { useId, useState, type KeyboardEvent } from 'react';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import layout from '../../../ui/layout.module.css';
import { countNote, maxCount, readCount } from '../draft/failure-draft.ts';
import styles from './CountEditor.module.css';

interface CountEditorProps {
  /** Such as "Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2026". */
  label: string;
  value: number;
  /** Null for an issue that is not stored yet. */
  saved: number | null;
  onChange: (count: number) => void;
}

/** A count to edit (`spec §2`, admin mode); shows old and new value while unsaved. */
export function CountEditor({ label, value, saved, onChange }: CountEditorProps) {
  const id = useId();
  // what is being typed, maybe nothing; it counts at once, and is shown as a number when the field loses the focus
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState<string | null>(null);
  const changed = saved !== value;

  const change = (count: number) => {
    const next = Math.min(Math.max(count, 0), maxCount);
    if (next !== value) onChange(next);
  };
  const step = (by: number) => {
    setTyped(null);
    setNote(null);
    change(value + by);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(event.key === 'ArrowUp' ? 1 : -1);
  };

  return (
    <div className={`${styles.editor} ${changed ? styles.changed : ''}`}>
      <div className={styles.frame}>
        <button type="button" aria-label={`One fewer: ${label}`} disabled={value === 0} onClick={() => step(-1)}>
          −
        </button>
        {/* not type=number, whose value changes under a scroll wheel, and is unreadable while incomplete */}
        <input
          type="text"
          inputMode="numeric"
          role="spinbutton"
          autoComplete="off"
          aria-label={label}
          aria-valuenow={value}
          aria-valuemin={0}
          aria-valuemax={maxCount}
          value={typed ?? String(value)}
          onChange={(event) => {
            setTyped(event.target.value);
            setNote(countNote(event.target.value));
            change(readCount(event.target.value));
          }}
          onKeyDown={onKeyDown}
          onBlur={() => setTyped(null)}
          {...((changed || note) && { 'aria-describedby': `${changed ? id : ''} ${note ? `${id}-note` : ''}`.trim() })}
          {...(note && { 'aria-invalid': true })}
        />
        <button type="button" aria-label={`One more: ${label}`} disabled={value === maxCount} onClick={() => step(1)}>
          +
        </button>
      </div>
      <ErrorNote id={`${id}-note`}>{note}</ErrorNote>
      {changed && (
        <p id={id} className={styles.mark}>
          {saved === null ? (
            'New'
          ) : (
            <>
              <span className={layout.spoken}>
                Not saved: was {saved.toLocaleString('en')}, now {value.toLocaleString('en')}
              </span>
              <span aria-hidden="true">
                <s>{saved.toLocaleString('en')}</s> → {value.toLocaleString('en')}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  );
}
