import { useId, useState, type KeyboardEvent } from 'react';
import { ErrorNote } from '../../../ui/message/ErrorNote.tsx';
import layout from '../../../ui/layout.module.css';
import { countNote, maxCount, readCount } from '../draft/typed-count.ts';
import styles from './CountEditor.module.css';

interface CountEditorProps {
  /** Such as "Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2026". */
  label: string;
  value: number;
  /** The stored count; null for an issue that is not stored yet. */
  saved: number | null;
  onChange: (count: number) => void;
}

/** A count as a number input (`spec §2`, admin mode); marked with the old and the new value while it is not saved. */
export function CountEditor({ label, value, saved, onChange }: CountEditorProps) {
  const id = useId();
  // what is being typed, which may be empty; it is a count at once, and shown as one when the field is left
  const [typed, setTyped] = useState<string | null>(null);
  // about what was typed last, until something else is
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
        {/* not type=number: its value would change under a scroll wheel, and half a number in it cannot be read */}
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
