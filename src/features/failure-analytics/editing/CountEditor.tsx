import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { t } from '../../../lib/language/translate.ts';
import { isComposingKey } from '../../../lib/screen/keyboard.ts';
import { countText } from '../../../records/failure/failure-figures.ts';
import { ErrorNote } from '../../../ui/message/Notice.tsx';
import { isBlock } from '../draft/pasted-counts.ts';
import { maxCount, readCount } from '../draft/typed-count.ts';
import { countAttributes, leaveCounts, moveFromCount } from './count-keys.ts';
import layout from '../../../ui/layout.module.css';
import surface from '../../../ui/surface.module.css';
import texts from '../../../ui/text.module.css';
import styles from './PostTools.module.css';

interface CountEditorProps {
  /** Such as "Entrance failures, Barrier Arm Jammed, P1 Main Gate, 2026". */
  label: string;
  post: string;
  /** The current count; null while nothing is entered. */
  value: number | null;
  /** The saved count; null for a failure type that is not saved yet. */
  saved: number | null;
  /** The text of the cell that was pasted here; null without a paste. */
  pastedText: string | null;
  /** Whether emptying the field removes the count; otherwise the count becomes 0 (`spec §5`). */
  mayBeEmpty: boolean;
  onChange: (count: number | null) => void;
  onPaste: (text: string) => void;
  /** Undoes the last paste; returns whether there was one to undo. */
  onUndo: () => boolean;
}

/** The field of a count in admin mode (`spec §2`), with buttons for one more and one fewer. While the count is unsaved it shows the saved one too. */
export function CountEditor(props: CountEditorProps) {
  const { label, post, value, saved, pastedText, mayBeEmpty, onChange, onPaste, onUndo } = props;
  const id = useId();
  const { typed, setTyped, error, remark } = useTypedCount(value, pastedText);
  const note = error ?? remark;
  // the count when the field got the focus, which Escape restores
  const initialCount = useRef(value);
  const isChanged = value !== null && saved !== value;
  const describedBy = `${isChanged ? id : ''} ${note ? `${id}-note` : ''}`.trim();

  const change = (count: number | null) => {
    if (count !== value) onChange(count);
  };
  const setCount = (count: number | null) => {
    setTyped(null);
    change(count);
  };
  const step = (by: number) => setCount(Math.min(Math.max((value ?? 0) + by, 0), maxCount));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
      event.preventDefault();
      step(key === 'ArrowUp' ? 1 : -1);
    } else if (key === 'Escape' && !isComposingKey(event.nativeEvent)) {
      event.preventDefault();
      if (typed === null && value === initialCount.current) leaveCounts(event.currentTarget);
      else setCount(initialCount.current);
    } else if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'z') {
      if (onUndo()) event.preventDefault();
    } else moveFromCount(event);
  };
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!isBlock(text)) return;
    event.preventDefault();
    setTyped(null);
    onPaste(text);
  };

  return (
    <div className={`${styles.editor} ${isChanged ? styles.changed : ''}`}>
      <div className={`${surface.framed} ${styles.frame}`}>
        <StepButton
          label={t('One fewer: {field}', { field: label })}
          disabled={value === null || value === 0}
          sign="−"
          onStep={() => step(-1)}
        />
        {/* not type=number: a scroll wheel would change its value, and an incomplete text could not be read */}
        <input
          type="text"
          inputMode="numeric"
          role="spinbutton"
          autoComplete="off"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={maxCount}
          {...(value === null ? { 'aria-valuetext': t('Nothing entered') } : { 'aria-valuenow': value })}
          {...{ [countAttributes.field]: post }}
          value={typed ?? (value === null ? '' : String(value))}
          onChange={(event) => {
            const text = event.target.value;
            setTyped(text);
            // while the text is no valid count, the count is the one from when the field got the focus
            change(mayBeEmpty && text.trim() === '' ? null : (readCount(text).count ?? initialCount.current));
          }}
          onKeyDown={onKeyDown}
          onPaste={paste}
          onFocus={() => {
            initialCount.current = value;
          }}
          // text that is no valid count stays in the field with its error, so that the person can correct it
          onBlur={() => {
            if (error === null) setTyped(null);
          }}
          {...(describedBy !== '' && { 'aria-describedby': describedBy })}
          {...(error !== null && { 'aria-invalid': true })}
        />
        <StepButton
          label={t('One more: {field}', { field: label })}
          disabled={value === maxCount}
          sign="+"
          onStep={() => step(1)}
        />
      </div>
      <ErrorNote id={`${id}-note`}>{error}</ErrorNote>
      {remark !== null && (
        <p
          id={`${id}-note`}
          // a screen reader announces what is typed; a paste has its own message for all cells
          {...(typed !== null && { role: 'status' })}
          className={`${texts.smallest} ${texts.medium} ${styles.mark}`}
        >
          {remark}
        </p>
      )}
      {isChanged && <CountBefore id={id} saved={saved} value={value} />}
    </div>
  );
}

/** The text of the field, and the error or remark beside it. @param pastedText the text of the cell that was pasted into it */
function useTypedCount(value: number | null, pastedText: CountEditorProps['pastedText']) {
  // the text while somebody types; null shows the count. A valid count is taken over at once, and shown in plain digits after the field
  // has lost the focus
  const [typed, setTyped] = useState<string | null>(null);
  const [previousPastedText, setPreviousPastedText] = useState(pastedText);
  if (previousPastedText !== pastedText) {
    setPreviousPastedText(pastedText);
    setTyped(null);
  }
  // a count can be above the maximum after somebody merged two types
  const isTooLarge = value !== null && value > maxCount;
  // an empty text has neither error nor remark
  const untypedText = isTooLarge ? String(value) : (pastedText ?? '');
  const reading = readCount(typed ?? untypedText);
  const { error } = reading;
  // the remark about a pasted cell ends when its count is changed
  const isRemarkOver = typed === null && reading.count !== value;
  const remark = isRemarkOver ? null : reading.remark;
  return { typed, setTyped, error, remark };
}

interface StepButtonProps {
  label: string;
  disabled: boolean;
  sign: string;
  onStep: () => void;
}

/** A button for one more or one fewer. It is no Tab stop, because Alt with an arrow key does the same. */
function StepButton({ label, disabled, sign, onStep }: StepButtonProps) {
  return (
    <button type="button" tabIndex={-1} aria-label={label} disabled={disabled} onClick={onStep}>
      {sign}
    </button>
  );
}

/** The saved count beside a changed count. */
function CountBefore({ id, saved, value }: { id: string; saved: number | null; value: number }) {
  return (
    <p id={id} className={`${texts.smallest} ${texts.medium} ${styles.mark}`}>
      {saved === null ? (
        t('New')
      ) : (
        <>
          <span className={layout.visuallyHidden}>
            {t('Not saved: was {before}, now {now}', { before: countText(saved), now: countText(value) })}
          </span>
          {/* the field has the new count; there is no arrow, because not every font has one */}
          <span aria-hidden="true">{t('was {before}', { before: countText(saved) })}</span>
        </>
      )}
    </p>
  );
}
